import { expect, test } from 'vitest';
import { inThisFormat } from '../../../src/report/earlier-format.ts';
import { expectValidReport } from '../cli/support.ts';
import { reportOfRun } from './values.ts';

const objection = { message: 'It is low.' };
const report = reportOfRun({}, { objections: [{ ...objection, kind: 'low-field-coverage' }] });

test('a report of the format 2.0 is brought into this one', () => {
  expect(inThisFormat({ ...report, formatVersion: '2.0' })).toEqual(report);
});

test('a report of the format 1.0 is brought into this one', () => {
  const { fieldCoverage: witnesses, ...others } = JSON.parse(JSON.stringify(report));
  const objections = [{ ...objection, kind: 'few-witnesses' }];
  const earlier = { ...others, formatVersion: '1.0', witnesses, objections };
  const renewed = inThisFormat(earlier);
  expectValidReport(renewed);
  expect(renewed).toEqual(report);
});

test.each([[report], [undefined], ['x'], [{ formatVersion: '3.0' }]])('%o is left as it is', (other) => {
  expect(inThisFormat(other)).toBe(other);
});
