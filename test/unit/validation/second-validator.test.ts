import { bundled } from '../../../src/specification/bundled.ts';
import '@hyperjump/json-schema/formats-lite';
import {
  registerSchema,
  type SchemaObject,
  setShouldValidateFormat,
  validate as validatorOf,
} from '@hyperjump/json-schema/draft-2020-12';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { invalidFixtures, validFixtures } from '../../../src/fixtures.ts';
import { rightSamples, type Sample, tables, unlistedTables, wrongSamples } from './values.ts';

// The other validator knows no `discriminator`, and has formats of its own for uuid, email and date. It agrees on
// every value of the catalogue and the fixtures, so that none is left out.

const schemaUri = 'https://case-conformance.example/case-record';

let isValid: (record: unknown) => boolean;

beforeAll(async () => {
  setShouldValidateFormat(true);
  registerSchema({
    $id: schemaUri,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $ref: '#/components/schemas/CaseRecord',
    components: (parse(bundled.text) as { components: SchemaObject }).components,
  });
  const validator = await validatorOf(schemaUri);
  isValid = (record) => validator(record as string).valid;
});

describe('a second validator', () => {
  it.each(tables)('accepts what ours accepts of %s, and nothing else', (_, fields) => {
    expect(disagreements(fields.flatMap(rightSamples), true)).toEqual([]);
    expect(disagreements(fields.flatMap(wrongSamples), false)).toEqual([]);
  });

  it.each(unlistedTables)('accepts anything in what is not listed of %s', (_, fields) => {
    expect(disagreements(fields.flatMap(rightSamples), true)).toEqual([]);
  });

  it('accepts the valid fixtures, and refuses the invalid ones', () => {
    expect(disagreements(validFixtures, true)).toEqual([]);
    expect(disagreements(invalidFixtures, false)).toEqual([]);
  });
});

function disagreements(samples: readonly Sample[], expected: boolean): string[] {
  return samples
    .filter(({ record }) => isValid(record) !== expected || isOursValid(record) !== expected)
    .map(({ name, record }) => `${name}: ours ${isOursValid(record)}, the other ${isValid(record)}`);
}

const isOursValid = (record: unknown): boolean => bundled.validate('CaseRecord', record).length === 0;
