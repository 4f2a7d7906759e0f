import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readDemo } from '../src/reference/demo.ts';
import { openSeededReference } from '../src/reference/reference.ts';
import { sampling } from './sampling.ts';

test('The reference answers garbage of any kind, and never with 5xx', async () => {
  const demo = await readDemo();
  const [own] = demo.organisations;
  const { app, close } = await openSeededReference(demo, {}, 'demo');
  onTestFinished(() => close());
  const token = own?.users.flatMap(({ tokens }) => tokens).find(({ name }) => name === 'member')?.token;
  const operation = fc.constantFrom(
    ...[`PATCH /api/v2/clients/${own?.clients[0]?.id}`, 'POST /api/v2/org', 'POST /api/v2/org'],
    'GET /api/v2/org',
    ...['PATCH /api/v2/clients/%00', 'GET /api/v2/cases/%ff/data?%zz', 'GET /api/v2/cases?after=%00'],
  );
  const written = fc
    .oneof(
      fc.dictionary(fc.constantFrom('title', 'address', 'subDomain', '__proto__'), fc.jsonValue()),
      fc.constantFrom<unknown>({}, { title: '\u0000' }, { subDomain: '\ud800' }, { lastName: 'Ada' }, 1, []),
    )
    .map((value) => Buffer.from(JSON.stringify(value)));
  const payload = fc.oneof(
    { weight: 4, arbitrary: written },
    fc.tuple(written, fc.nat(20)).map(([whole, length]) => whole.subarray(0, length)),
    fc.constantFrom('{"title":1e999}', '['.repeat(99_999), '\ufeff{}', ' '.repeat(2 ** 21)).map(Buffer.from),
    fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
  );
  const header = (usual: string | undefined, ...others: string[]) =>
    fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, fc.constantFrom(...others), fc.string());
  const headers = fc.record({
    authorization: header(`Bearer ${token}`, '', 'Bearer ', 'Basic x'),
    'content-type': header('application/json', 'application/json; charset=utf-16', '/', 'text/plain'),
    'content-length': header(undefined, '0', '1', '-1', '1e3', '9'.repeat(20), '0x10'),
  });
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(operation, payload, headers, async (asked, body, sent) => {
      const [method, url] = asked.split(' ') as ['PATCH', string];
      const { statusCode } = await app.inject({
        method,
        url,
        payload: body,
        headers: JSON.parse(JSON.stringify(sent)),
      });
      statuses.add(statusCode);
      expect(statusCode).toBeLessThan(500);
    }),
    sampling(150),
  );
  // Requests that are all refused early would prove little.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404]));
});
