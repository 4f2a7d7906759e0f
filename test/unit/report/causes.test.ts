import { expect, test } from 'vitest';
import type { ReportedDeviation } from '../../../src/conformance/result.ts';
import { causesOf, deviationOf, waivedFindings } from '../../../src/report/causes.ts';
import { resultWith } from '../conformance/support.ts';

/** A finding that says so, known by one letter. */
const found = (
  requirement: string,
  message: string,
  letter: string,
  further: Partial<ReportedDeviation> = {},
): ReportedDeviation => ({
  ...{ requirement, message, pointer: '/buyers/0/price', kind: 'type' },
  ...{ exchange: 0, fingerprint: letter.repeat(16) },
  ...further,
});

const terms = { reason: 'Known.', until: '2026-12-31' };

const results = [
  resultWith({
    id: 'a',
    operation: 'getCaseData',
    findings: [
      found('case-price', 'It is 5', 'a', { exchange: 1 }),
      found('case-id', 'It is 5', 'b'),
      found('case-price', 'It is 6', 'c', { kind: 'minimum' }),
      found('case-price', 'Waived', 'a', { waived: terms }),
    ],
  }),
  resultWith({
    id: 'b',
    operation: 'updateClient',
    findings: [
      found('case-price', 'It is 7', 'a', { pointer: '/buyers/3/price' }),
      found('case-price', 'It is 5', 'd'),
      found('case-price', 'It is missing', 'e'),
    ],
  }),
];

test('What deviates is told once for each requirement and cause, with every sighting of it', () => {
  const told = causesOf(results).map(({ code, message, findings }) => [
    ...[code, message],
    findings.map(({ check }) => check.id),
  ]);
  // The same message is one cause, and so is the same fingerprint, whatever the value.
  expect(told).toEqual([
    ['case-price/type', 'It is 5', ['a', 'b', 'b']],
    ['case-price/minimum', 'It is 6', ['a']],
    ['case-price/type', 'It is missing', ['b']],
    ['case-id/type', 'It is 5', ['a']],
  ]);
});

test('The list of deviations says of each where it was seen, and by what it is known again', () => {
  const [first, ...others] = causesOf(results).map(deviationOf);
  expect(first).toEqual({
    code: 'case-price/type',
    requirement: 'case-price',
    operations: ['getCaseData', 'updateClient'],
    pointer: '/buyers/*/price',
    message: 'It is 5',
    fingerprints: ['a'.repeat(16), 'd'.repeat(16)],
    checks: ['a', 'b'],
    sightings: 3,
    exchange: 1,
  });
  expect(others).toHaveLength(3);
});

test('Two causes are one where a later finding has something in common with both', () => {
  const findings = [
    found('case-price', 'One', 'a'),
    found('case-price', 'Other', 'b'),
    found('case-price', 'One', 'b'),
  ];
  const [only, ...others] = causesOf([resultWith({ findings })]);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ message: 'One', sightings: 3 });
});

test('What is waived is told once for each requirement, message and terms', () => {
  const other = { ...terms, until: '2027-12-31' };
  const findings = [terms, terms, other, undefined].map((waived) =>
    found('case-price', 'Wrong', 'a', waived === undefined ? {} : { waived }),
  );
  expect(waivedFindings([resultWith({ findings }), resultWith({ findings })])).toMatchObject([
    { requirement: 'case-price', message: 'Wrong', waived: terms },
    { requirement: 'case-price', message: 'Wrong', waived: other },
  ]);
});
