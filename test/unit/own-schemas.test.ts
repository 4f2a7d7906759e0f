import { globSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { bundled } from '../../src/specification/bundled.ts';

// The suite compiles its own schemas without validating them, to start quickly.
const ajv = new Ajv2020({ strict: false });

test.each([
  ...globSync('src/**/*.schema.json').map((file) => [file, JSON.parse(readFileSync(file, 'utf8'))]),
  ...Object.entries(bundled.description.components.schemas),
])('%s is a valid schema', (_, schema) => {
  ajv.validateSchema(schema);
  expect(ajv.errors ?? []).toEqual([]);
});
