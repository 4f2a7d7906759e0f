import { expect, test } from 'vitest';
import { rateLimitOf } from '../../../src/reference/rate-limit.ts';
import { absentId, own, startService, tokens } from './support.ts';

test('a user who sends too many requests is put off, and no other', async () => {
  const { call } = await startService(':memory:', 'demo', { rateLimit: rateLimitOf(3) });
  const statusOf = async (path: string, token: string | null) => (await call(path, { token })).status;
  for (let index = 0; index < 5; index += 1) {
    expect(await statusOf('/api/v2/org', null)).toBe(401);
    expect(await statusOf('/api/v2/doc', null)).toBe(200);
  }
  const statuses = [];
  for (const path of ['/api/v2/org', '/api/v2/cases', '/api/v2/org', '/api/v2/org'])
    statuses.push(await statusOf(path, tokens.member));
  expect(statuses).toEqual([200, 200, 200, 429]);
  const refused = await call('/api/v2/cases', {});
  expect([refused.status, refused.body]).toEqual([
    429,
    { message: expect.stringMatching(/^You sent too many requests\. Try again in \d+ seconds\.$/) },
  ]);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await statusOf('/api/v2/cases', tokens.restricted)).toBe(200);
});

test('what is refused after the token counts, too', async () => {
  const requests = [
    [`/api/v2/clients/${absentId}`, 'PATCH'],
    ['/api/v2/cases', 'DELETE'],
    ['/api/v2/nothing', 'GET'],
  ] as const;
  const { call } = await startService(':memory:', 'demo', { rateLimit: rateLimitOf(requests.length) });
  const statuses = () =>
    Promise.all(requests.map(async ([path, method]) => (await call(path, { method })).status));
  expect(await statuses()).toEqual([404, 405, 404]);
  expect(await statuses()).toEqual([429, 429, 429]);
});

test('pages of the list lead to all cases, each once', async () => {
  const { call } = await startService(':memory:', 'demo', { pageSize: 3 });
  const ids = own.cases.map(({ record }) => String(record.caseId)).toSorted();
  const found: string[] = [];
  const sizes: number[] = [];
  let path: string | undefined = '/api/v2/cases';
  while (path !== undefined) {
    const { body, headers } = await call(path);
    const { cases } = body as { cases: { caseId: string }[] };
    found.push(...cases.map(({ caseId }) => caseId));
    sizes.push(cases.length);
    path = /^<([^>]*)>; rel="next"$/.exec(headers.get('Link') ?? '')?.[1];
  }
  expect(found).toEqual(ids);
  expect(sizes).toEqual([...Array(Math.ceil(ids.length / 3) - 1).fill(3), ids.length % 3 || 3]);
  expect((await call('/api/v2/cases?after=%00&after=zzz')).status).toBe(200);
});

test('a body that is larger than the limit is refused', async () => {
  const { call } = await startService(':memory:', 'demo', { bodyLimit: 1_024 });
  const path = `/api/v2/clients/${own.clients[0]?.id}`;
  const change = (length: number) => call(path, { method: 'PATCH', body: { lastName: 'a'.repeat(length) } });
  expect((await change(1_000)).status).toBe(200);
  expect((await change(1_024)).status).toBe(413);
});
