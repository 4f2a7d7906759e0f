import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Transport } from '../../../src/http/transport.ts';
import { serveRaw } from '../../support/hostile.ts';
import { during, request, times, transportTo } from './harness.ts';

/** More than is read of any number of bodies at once. */
const large = 300_000;
const head = `HTTP/1.1 200 OK\r\ncontent-length: ${large}\r\n\r\n`;
const body = 'x'.repeat(large);

/** As many large answers are under way as are read at once, of a target that answers others so. */
async function whileLargeOnesAreRead(
  answer: (socket: Socket) => void,
): Promise<{ transport: Transport; end: () => Promise<void> }> {
  const open: Socket[] = [];
  const server = await during(
    serveRaw((socket, sent) => {
      if (!sent.startsWith('GET /held')) return answer(socket);
      socket.write(head);
      open.push(socket);
    }),
  );
  const transport = transportTo(server.url);
  const held = times(2, () => transport.send({ ...request, path: '/held' }));
  await expect.poll(() => open.length).toBe(2);
  const end = async (): Promise<void> => {
    for (const socket of open) socket.end(body);
    expect(await held).toMatchObject(Array(2).fill({ status: 200 }));
  };
  return { transport, end };
}

test('what a large body stands in serves the next once it is released, and not before', async () => {
  const bodies = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(600_000));
  const left = bodies.values();
  const server = await during(
    serveRaw((socket) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${left.next().value}`)),
  );
  const transport = transportTo(server.url);
  const bodyOf = async (): Promise<Uint8Array> => {
    const answer = await transport.send(request);
    return answer.kind === 'answered' ? answer.body : new Uint8Array();
  };
  const [first, second] = [await bodyOf(), await bodyOf()];
  const { buffer } = first;
  transport.release?.(first);
  expect(first.length).toBe(0);
  const third = await bodyOf();
  expect(third.buffer.byteLength).toBeGreaterThan(0);
  expect(buffer.byteLength).toBe(0);
  for (const [body, text] of [
    [second, bodies[1]],
    [third, bodies[2]],
    [await bodyOf(), bodies[3]],
  ] as const)
    expect(Buffer.from(body).toString() === text).toBe(true);
});

test('an answer that ends while it waits to be read takes no place from those after it', async () => {
  let asked = 0;
  const { transport, end } = await whileLargeOnesAreRead((socket) => {
    asked += 1;
    if (asked > 2) socket.end(head + body);
    else socket.write(head, () => setTimeout(() => socket.resetAndDestroy(), 20));
  });
  const ended = await times(2, () => transport.send(request));
  expect(ended).toMatchObject(Array(2).fill({ cause: 'closed' }));
  await end();
  const later = await times(2, () => transport.send(request));
  expect(later).toMatchObject(Array(2).fill({ status: 200 }));
});

test('an answer that waits to be read comes whole', async () => {
  const { transport, end } = await whileLargeOnesAreRead((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\n\r\n${body}`),
  );
  const waiting = transport.send(request);
  // It has to have come so far that the rest waits.
  await sleep(100);
  await end();
  expect(await waiting).toMatchObject({ kind: 'answered', body: { length: large } });
});
