import { expect, test } from 'vitest';
import { absentId, type Call, first, own, startService, tokens } from './support.ts';

interface WrongRequest {
  readonly name: string;
  readonly path: string;
  readonly call: Call;
}

const wrongRequests: readonly WrongRequest[] = [
  { name: 'an absent client', path: `/api/v2/clients/${absentId}`, call: { method: 'PATCH', body: {} } },
  {
    name: 'a malformed body',
    path: `/api/v2/clients/${first(own.clients).id}`,
    call: { method: 'PATCH', raw: '{' },
  },
  { name: 'an invalid body', path: '/api/v2/org', call: { method: 'POST', body: { type: 1 } } },
  {
    name: 'another media type',
    path: '/api/v2/org',
    call: { method: 'POST', raw: 'x', headers: { 'Content-Type': 'text/plain' } },
  },
  { name: 'a body over 1 MiB', path: '/api/v2/org', call: { method: 'POST', raw: ' '.repeat(1_048_577) } },
];

const elsewhere: readonly WrongRequest[] = [
  { name: 'a missing case identifier', path: '/api/v2/cases//data', call: {} },
  { name: 'an unknown path', path: '/api/v2/unknown', call: {} },
  { name: 'an encoded prefix', path: '/%61pi/v2/org', call: {} },
  { name: 'a path that cannot be decoded', path: '/api/v2/cases/%zz/data', call: {} },
  { name: 'another method', path: '/api/v2/org', call: { method: 'DELETE' } },
];

test.each([...wrongRequests, ...elsewhere])('401 comes before $name', async ({ path, call }) => {
  const answer = await (await startService()).call(path, { ...call, token: null });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});

test.each(wrongRequests)('403 for a missing permission comes before $name', async ({ path, call }) => {
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
