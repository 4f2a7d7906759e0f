import { describe, expect, it } from 'vitest';
import { shapes } from '../../../faults/catalogue/case-fields.ts';
import { clientFields } from '../../../faults/catalogue/client.ts';
import { bareRecord } from '../../../faults/catalogue/records.ts';
import { invalidFixtures, validFixtures } from '../../../src/fixtures.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { rightSamples, tables, unlistedTables, wrongSamples } from './values.ts';

const placesOf = (record: unknown, schema = 'CaseRecord'): { pointer: string; keyword: string }[] =>
  bundled.validate(schema, record).map(({ pointer, keyword }) => ({ pointer, keyword }));

describe('the validator and the tables of the catalogue', () => {
  it.each(tables)('%s: every right value is accepted', (_, fields) => {
    const samples = fields.flatMap(rightSamples);
    expect(samples.length).toBeGreaterThan(0);
    expect(samples.map(({ name, record }) => [name, placesOf(record)])).toEqual(
      samples.map(({ name }) => [name, []]),
    );
  });

  it.each(tables)('%s: every wrong value gives one finding, at its place', (_, fields) => {
    const samples = fields.flatMap(wrongSamples);
    expect(samples.map(({ name, record }) => [name, placesOf(record)])).toEqual(
      samples.map(({ name, pointer, keyword }) => [name, [{ pointer, keyword }]]),
    );
  });

  it.each(clientFields)(
    'Client $pointer: right values are accepted, and each wrong one is found',
    (field) => {
      expect(rightSamples(field).flatMap(({ record }) => placesOf(record, 'Client'))).toEqual([]);
      for (const { name, record, pointer, keyword } of wrongSamples(field))
        expect(placesOf(record, 'Client'), name).toEqual([{ pointer, keyword }]);
    },
  );

  it.each(unlistedTables)('%s: a field that is not listed may hold anything', (_, fields) => {
    const samples = fields.flatMap(rightSamples);
    expect(samples.length).toBeGreaterThanOrEqual(fields.length * 9);
    expect(samples.filter(({ record }) => placesOf(record).length > 0)).toEqual([]);
  });

  it.each(shapes)('%s: a record of the required fields alone is accepted, and each is missed', (shape) => {
    const bare = bareRecord(shape);
    expect(placesOf(bare)).toEqual([]);
    for (const name of Object.keys(bare)) {
      const { [name]: _, ...rest } = bare;
      expect(placesOf(rest)).toEqual([{ pointer: `/${name}`, keyword: 'required' }]);
    }
  });

  it.each(shapes)('%s: an absent field is legal, and null is no absent field', (shape) => {
    expect(placesOf({ ...bareRecord(shape), price: null, unlisted: null })).toEqual([
      { pointer: '/price', keyword: 'type' },
    ]);
  });
});

describe('the validator and the fixtures', () => {
  it.each(validFixtures)('accepts $name', ({ record }) => {
    expect(bundled.validate('CaseRecord', record)).toEqual([]);
  });

  it.each(invalidFixtures)('finds in $name exactly $keyword at $pointer', ({ record, pointer, keyword }) => {
    expect(placesOf(record)).toEqual([{ pointer, keyword }]);
  });
});
