import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { faultTable } from '../../../scripts/tables/faults-table.ts';

test('docs/faults.md lists the faults and variants that there are, and counts those of single fields', async () => {
  const page = await readFile(new URL('../../../docs/faults.md', import.meta.url), 'utf8');
  expect(page === faultTable(), 'It is out of date. Renew it with: npm run tables').toBe(true);
});
