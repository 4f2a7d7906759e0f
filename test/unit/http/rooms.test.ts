import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { serveRaw } from '../../support/hostile.ts';
import { during, request, times, transportTo } from './harness.ts';

/** More than is read of any number of bodies at once. */
const large = 300_000;
const head = `HTTP/1.1 200 OK\r\ncontent-length: ${large}\r\n\r\n`;
const body = 'x'.repeat(large);

test('an answer that ends while it waits to be read takes no place from those after it', async () => {
  const read: Socket[] = [];
  const server = await during(
    serveRaw((socket, sent) => {
      if (sent.startsWith('GET /read')) {
        socket.write(head);
        read.push(socket);
      } else if (sent.startsWith('GET /ended')) {
        socket.write(head, () => setTimeout(() => socket.resetAndDestroy(), 20));
      } else socket.end(head + body);
    }),
  );
  const transport = transportTo(server.url);
  const reading = times(2, () => transport.send({ ...request, path: '/read' }));
  await expect.poll(() => read.length).toBe(2);
  const ended = await times(2, () => transport.send({ ...request, path: '/ended' }));
  expect(ended).toMatchObject(Array(2).fill({ cause: 'closed' }));
  for (const socket of read) socket.end(body);
  expect(await reading).toMatchObject(Array(2).fill({ status: 200 }));
  expect(await times(2, () => transport.send({ ...request, path: '/whole' }))).toMatchObject(
    Array(2).fill({ status: 200 }),
  );
});
