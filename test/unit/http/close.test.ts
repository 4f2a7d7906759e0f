import { expect, test } from 'vitest';
import { during } from '../../support/during.ts';
import { dripsBody, neverAnswers, throttlesAlways } from '../../support/hostile.ts';
import { elapsed, request, times, transportTo } from './harness.ts';

const stopped = (url: string) => ({
  kind: 'unanswered',
  cause: 'stopped',
  message: `The run was stopped before ${url} answered.`,
});

test.each([
  ['no answer', neverAnswers, 'http:'],
  ['half an answer', dripsBody, 'http:'],
  ['half a handshake', neverAnswers, 'https:'],
])('close() ends what hangs and what waits behind it: %s', async (_, start, scheme) => {
  const server = await during(start());
  const url = server.url.replace('http:', scheme);
  const transport = transportTo(url, { concurrency: 2 });
  const sending = times(5, () => transport.send(request));
  await expect.poll(() => server.openConnections()).toBe(2);
  expect(await elapsed(transport.close())).toBeLessThan(400);
  expect(await sending).toEqual(Array(5).fill(stopped(url)));
  await expect.poll(() => server.openConnections()).toBe(0);
});

test('close() ends what was sent only just before it', async () => {
  const server = await during(neverAnswers());
  const transport = transportTo(server.url);
  const sending = transport.send(request);
  await transport.close();
  expect(await sending).toEqual(stopped(server.url));
});

test('close() ends a wait that the target asked for', async () => {
  const server = await during(throttlesAlways('20'));
  const transport = transportTo(server.url);
  const sending = transport.send(request);
  await expect.poll(() => server.seen.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await elapsed(transport.close())).toBeLessThan(400);
  expect(await sending).toEqual(stopped(server.url));
});

test('close() may be called again, and nothing is sent after it', async () => {
  const server = await during(throttlesAlways('3600'));
  const transport = transportTo(server.url);
  await transport.send(request);
  await Promise.all([transport.close(), transport.close()]);
  await transport.close();
  await expect(transport.send(request)).rejects.toThrow(new TypeError('The transport is closed.'));
  await expect.poll(() => server.openConnections()).toBe(0);
});
