import { expect, test } from 'vitest';
import { createOrganisation, updateClient } from '../../../src/api/calls.ts';
import { openRun } from '../../../src/conformance/exchanges.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { evidenceOf } from '../../../src/trace/evidence.ts';

test('the first answer about a client shows none of its values, even those that an earlier run made up', async () => {
  const line_1 = '15 Sample Street';
  const { exchanges, personal } = openRun(
    bundled,
    {
      send: async ({ path }) => ({
        ...{ kind: 'answered', status: path.endsWith('/org') ? 201 : 200, headers: {}, durationMs: 1 },
        body: Buffer.from(JSON.stringify(path.endsWith('/org') ? {} : { address: { line_1 } })),
      }),
      close: async () => undefined,
    },
    { member: 'member-token' },
  );
  await exchanges.send(
    createOrganisation(JSON.stringify({ address: { line_1: '1 Sample Street' } })),
    'member',
  );
  const read = await exchanges.send(updateClient('99a439b3-87fb-4bda-bded-98a31048f0e0', '{}'), 'member');
  const report = JSON.stringify(evidenceOf(read, bundled));
  expect(report).toContain('"line_1":"99 Xxxxxx Xxxxxx"');
  expect(personal?.value().areIn(report, [])).toBe(false);
  expect(personal?.value().areIn(line_1, [])).toBe(true);
});
