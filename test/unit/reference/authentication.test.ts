import { expect, test } from 'vitest';
import { absentId, type Call, first, own, startService, tokens } from './support.ts';

type WrongRequest = readonly [what: string, path: string, call: Call];

const wrongRequests: readonly WrongRequest[] = [
  ['an absent client', `/api/v2/clients/${absentId}`, { method: 'PATCH', body: {} }],
  ['a malformed body', `/api/v2/clients/${first(own.clients).id}`, { method: 'PATCH', raw: '{' }],
  ['an invalid body', '/api/v2/org', { method: 'POST', body: { type: 1 } }],
  ['another type', '/api/v2/org', { method: 'POST', raw: 'x', headers: { 'Content-Type': 'text/plain' } }],
  ['a body over 1 MiB', '/api/v2/org', { method: 'POST', raw: ' '.repeat(1_048_577) }],
];

const elsewhere: readonly WrongRequest[] = [
  ['a missing case identifier', '/api/v2/cases//data', {}],
  ['an unknown path', '/api/v2/unknown', {}],
  ['an encoded prefix', '/%61pi/v2/org', {}],
  ['a path that cannot be decoded', '/api/v2/cases/%zz/data', {}],
  ['another method', '/api/v2/org', { method: 'DELETE' }],
];

test.each([...wrongRequests, ...elsewhere])('401 comes before %s', async (_, path, call) => {
  const answer = await (await startService()).call(path, { ...call, token: null });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});

test.each(wrongRequests)('403 for a missing permission comes before %s', async (_, path, call) => {
  const answer = await (await startService()).call(path, { ...call, token: tokens.restricted });
  expect(answer.status).toBe(403);
  expect(Object.keys(answer.body as object)).toEqual(['message']);
});

test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])(
  'a valid token passes with the scheme %s',
  async (scheme) => {
    const service = await startService();
    for (const space of [' ', '  ']) {
      const headers = { Authorization: scheme + space + tokens.member };
      expect((await service.call('/api/v2/org', { token: null, headers })).status).toBe(200);
    }
  },
);
