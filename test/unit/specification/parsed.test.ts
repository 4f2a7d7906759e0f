import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parsed } from '../../../src/specification/parsed.ts';

// The first time may read YAML, the second one reads what was kept of it.
test.each(['openapi', 'requirements'] as const)('%s is what its YAML says, each time', async (name) => {
  const text = await readFile(new URL(`../../../src/specification/${name}.yaml`, import.meta.url), 'utf8');
  const written = parse(text);
  expect(parsed(name)).toEqual(written);
  expect(parsed(name)).toEqual(written);
});
