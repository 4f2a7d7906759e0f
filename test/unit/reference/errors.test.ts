import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { first, own, startService, tokens } from './support.ts';

test.each([
  '/',
  '/api/v2',
  '/api/v2/',
  '/api/v2/org/',
  '/api/v2/ORG',
  '/api/v1/org',
  '/api/v2/cases/data',
  '/api/v2/cases/%zz/data',
])('404 for the unknown path %s', async (path) => {
  const service = await startService();
  const answer = await service.call(path);
  expect([answer.status, answer.body]).toEqual([404, { message: 'There is nothing at this path.' }]);
});

test.each([
  ['POST', `/api/v2/cases/${first(own.cases).record.caseId}/data`, 'GET, HEAD'],
  ['POST', '/api/v2/cases', 'GET, HEAD'],
  ['GET', `/api/v2/clients/${first(own.clients).id}`, 'PATCH'],
  ['PUT', `/api/v2/clients/${first(own.clients).id}`, 'PATCH'],
  ['DELETE', '/api/v2/org', 'GET, HEAD, POST'],
  ['OPTIONS', '/api/v2/org', 'GET, HEAD, POST'],
  ['PUT', '/api/v2/doc', 'GET, HEAD'],
])('405 for %s %s', async (method, path, allowed) => {
  const service = await startService();
  const answer = await service.call(
    path,
    method === 'GET' || method === 'OPTIONS' ? { method } : { method, raw: '{' },
  );
  expect([answer.status, answer.body]).toEqual([405, { message: `This path has the methods ${allowed}.` }]);
  expect(answer.headers.get('Allow')).toBe(allowed);
});

test('500 tells nothing of what went wrong', async () => {
  const service = await startService();
  await service.reference.store.close();
  const answer = await service.call('/api/v2/org');
  expect([answer.status, answer.body]).toEqual([500, { message: 'Something went wrong in the service.' }]);
});

test.each([
  ['no HTTP at all', 'nonsense\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
  [
    'a header that is too long',
    `GET /api/v2/org HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    'HTTP/1.1 431 Request Header Fields Too Large',
  ],
])('%s is answered with a message too', async (_name, sent, statusLine) => {
  const service = await startService();
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.end(sent);
  const [head, body] = (await text(socket)).split('\r\n\r\n');
  expect(head?.split('\r\n')[0]).toBe(statusLine);
  expect(Object.keys(JSON.parse(body ?? ''))).toEqual(['message']);
});

test.each([
  [200, '/api/v2/org', tokens.member],
  [401, '/api/v2/org', 'unknown'],
  [404, '/', tokens.member],
])(
  'no cache keeps the answer with status %i, and no browser takes it for a page',
  async (status, path, token) => {
    const service = await startService();
    const answer = await service.call(path, { token });
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  },
);

test('a body that does not arrive in time is not waited for, with and without a token', async () => {
  const { url } = await startService(':memory:', 'demo', { requestMs: 50 });
  for (const authorization of ['', `Authorization: Bearer ${tokens.member}\r\n`]) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      `POST /api/v2/org HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    );
    expect((await text(socket)).split('\r\n')[0]).toBe(
      authorization === '' ? 'HTTP/1.1 401 Unauthorized' : 'HTTP/1.1 408 Request Timeout',
    );
  }
});
