import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { failureCodes } from '../../../src/index.ts';

const root = new URL('../../../src/', import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('error-catalogue.ts'))
  .map((file) => readFileSync(new URL(file, root), 'utf8'))
  .join('\n');

test('each code of the catalogue is used', () => {
  expect(failureCodes.filter((code) => !sources.includes(code))).toEqual([]);
});
