import { expect, test } from 'vitest';
import { inThisFormat } from '../../../src/report/earlier-format.ts';
import { expectValidReport } from '../cli/support.ts';
import { casePath, exchange, failed, finding, reportOfRun } from './values.ts';

const wrong = {
  ...finding('case-price', '/price', 'must be a number', 1),
  kind: 'type',
};
const shown = [exchange('/api/v2/org'), exchange(casePath, { price: '(a string)' })];
const price = failed('getCaseData.Sale.case-price', [wrong], shown);
const report = reportOfRun(
  {
    results: [price],
    observations: [{ id: 'limits:a', values: ['1'] }],
    fieldCoverage: { valid: { Sale: 1 }, invalid: { 'Sale /price': 1 } },
  },
  { suiteChecks: ['getCaseData.Sale.case-price', 'listCases.exists'] },
);

/** The same report as it was written in the format 2.1. */
function earlier(): Record<string, unknown> {
  const { exchanges: _, statements, decided, decidable, ...others } = JSON.parse(JSON.stringify(report));
  const { exchange: __, ...said } = wrong;
  const row = (id: string) => statements[id] ?? { source: 'interface 1', text: 'It is so.' };
  return {
    ...others,
    formatVersion: '2.1',
    suite: {
      ...report.suite,
      otherChecks: undefined,
      checks: ['getCaseData.Sale.case-price', 'listCases.exists'],
    },
    deviations: 1,
    results: [
      { ...report.results[0], findings: [{ ...said, reply: 1 }], evidence: [...shown].map(withHeaders) },
      {
        ...report.results[0],
        id: 'listCases.exists',
        verdict: 'pass',
        findings: [],
        evidence: [withHeaders(shown[0])],
      },
    ],
    observations: [{ id: 'limits:a', requirement: 'limits', subject: 'a', values: ['1'] }],
    coverage: {
      ...{ decided, decidable },
      requirements: report.coverage.requirements.map((one) => ({ ...one, ...row(one.id) })),
    },
    fieldCoverage: {
      ...{ possible: 3, seen: 2, percent: 66 },
      ...{ valid: { Sale: 1 }, invalid: { 'Sale /price': 1 }, never: ['Sale /caseId'] },
    },
  };
}

function withHeaders(one = shown[0]): object | undefined {
  return one && { ...one, response: { ...one.response, headers: {} } };
}

test('a report of the format 2.1 is brought into this one', () => {
  const renewed = inThisFormat(earlier()) as typeof report;
  expectValidReport(renewed);
  expect(renewed).toMatchObject({
    formatVersion: '3.0',
    suite: { otherChecks: [] },
    deviations: report.deviations,
    statements: report.statements,
    results: [{ findings: [wrong], evidence: [0, 1] }, { evidence: [0] }],
    exchanges: shown,
    observations: report.observations,
    coverage: { requirements: report.coverage.requirements },
    fieldCoverage: { valid: { Sale: { '': 1, '/caseId': 0 } }, invalid: { Sale: { '/price': 1 } } },
  });
});

test.each([[report], [undefined], ['x'], [{ formatVersion: '4.0' }], [{ formatVersion: '2.1', results: 5 }]])(
  '%o is left as it is',
  (other) => {
    expect(inThisFormat(other)).toBe(other);
  },
);
