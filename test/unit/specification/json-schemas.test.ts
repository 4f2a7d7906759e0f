import { Validator } from '@cfworker/json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { jsonSchemas } from '../../../scripts/build/json-schemas.ts';
import { invalidFixtures, validFixtures } from '../../../src/fixtures.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { emails, uuids } from '../validation/texts.ts';
import { rightSamples, tables, unlistedTables, wrongSamples } from '../validation/values.ts';

const schemas = jsonSchemas();

const ajv = new Ajv2020({ strict: true, strictTypes: true, logger: false });
const isTaken = (name: string, value: unknown): boolean => ajv.validate(schemas[name] ?? {}, value) === true;

const isOurs = (name: string, value: unknown): boolean => bundled.validate(name, value).length === 0;

test('There is a schema for each name of the description, which Ajv alone compiles', () => {
  expect(Object.keys(schemas)).toEqual(Object.keys(bundled.description.components.schemas));
  for (const schema of Object.values(schemas)) {
    expect(() => ajv.compile(schema)).not.toThrow();
    expect(JSON.stringify(schema)).not.toMatch(/"(x-\w+|discriminator|format)":|#\/components/);
  }
});

test('Ajv alone takes a record by its schema if and only if it is valid', () => {
  const ofTables = [
    ...[...tables, ...unlistedTables].flatMap(([, fields]) => fields.flatMap(rightSamples)),
    ...tables.flatMap(([, fields]) => fields.flatMap(wrongSamples)),
  ];
  const samples = [...validFixtures, ...invalidFixtures, ...ofTables.filter((_, index) => index % 3 === 0)];
  expect(samples.length).toBeGreaterThan(1_500);
  const different = samples.filter(
    ({ record }) => isTaken('CaseRecord', record) !== isOurs('CaseRecord', record),
  );
  expect(different.map(({ name }) => name)).toEqual([]);
});

test('Another validator finds the same of the fixtures', () => {
  const validator = new Validator(schemas.CaseRecord ?? {}, '2020-12');
  for (const { record } of validFixtures) expect(validator.validate(record).valid).toBe(true);
  for (const { record } of invalidFixtures) expect(validator.validate(record).valid).toBe(false);
});

const days = ['00', '01', '28', '29', '30', '31', '32'];
const months = ['00', '02', '04', '11', '12', '13'];
const years = ['0000', '1900', '1999', '2000', '2023', '2024', '2100', '2104', '9999', '24'];
const dates = years.flatMap((year) =>
  months.flatMap((month) => days.map((day) => `${year}-${month}-${day}`)),
);

test.each([
  ['Date', dates],
  ['Email', [...emails.right, ...emails.wrong]],
  ['Uuid', [...uuids.right, ...uuids.wrong]],
])('%s says by its pattern what its format says', (name, texts) => {
  expect(texts.filter((text) => isTaken(name, text))).toEqual(texts.filter((text) => isOurs(name, text)));
  expect(texts.some((text) => isTaken(name, text))).toBe(true);
});
