import { getEventListeners, once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { connectorTo } from '../../../src/http/connector.ts';
import { during } from '../../support/during.ts';
import { neverAnswers } from '../../support/hostile.ts';

test('What would end connections keeps nothing of those that have ended', async () => {
  const server = await during(neverAnswers());
  const { origin, hostname, port } = new URL(server.url);
  const stop = new AbortController();
  const connect = connectorTo({
    ...{ origin, connectTimeoutMs: 1_000, rejectUnauthorized: true, stop: stop.signal },
  });
  const made = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      connect({ hostname, port, protocol: 'http:' }, (error, socket) =>
        socket === null ? reject(error) : resolve(socket),
      );
    });
  for (let count = 0; count < 5; count += 1) {
    const socket = await made();
    socket.destroy();
    await once(socket, 'close');
  }
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
  const open = await made();
  stop.abort(new Error('The run is over.'));
  const [error] = await once(open, 'error');
  expect(error).toBe(stop.signal.reason);
  expect(open.destroyed).toBe(true);
});
