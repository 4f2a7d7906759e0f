import { beforeAll, describe, expect, it } from 'vitest';
import { type SecondValidator, secondValidator } from '../../../properties/second-validator.ts';
import { validFixtures } from '../../../src/fixtures.ts';
import { rightSamples, type Sample, tables, unlistedTables, wrongSamples } from './values.ts';

// The second validator does not know `discriminator`, and has its own uuid, email and date formats.

let errorsOf: SecondValidator;

beforeAll(async () => {
  errorsOf = await secondValidator('CaseRecord');
});

const accepted = (samples: readonly Sample[]): string[] =>
  samples.filter(({ record }) => errorsOf(record) === undefined).map(({ name }) => name);

describe('a second validator', () => {
  it.each(tables)('accepts the right values of %s, and nothing else', (_, fields) => {
    const right = fields.flatMap(rightSamples);
    expect(accepted(right)).toEqual(right.map(({ name }) => name));
    expect(accepted(fields.flatMap(wrongSamples))).toEqual([]);
  });

  it.each(unlistedTables)('accepts anything in what is not listed of %s', (_, fields) => {
    const samples = fields.flatMap(rightSamples);
    expect(accepted(samples)).toEqual(samples.map(({ name }) => name));
  });

  it('accepts the valid fixtures', () => {
    expect(accepted(validFixtures)).toHaveLength(validFixtures.length);
  });
});
