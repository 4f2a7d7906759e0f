import { expect, test } from 'vitest';
import { own, startService } from './support.ts';

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
