import { expect, test } from 'vitest';
import { reportText } from '../../../src/report/report-text.ts';
import { casePath, exchange, failed, finding, reportOfRun } from './values.ts';

test('a report is written with a line for each entry of its lists', () => {
  const price = finding('case-price', '/price', 'is not a number, not ##vso[task]');
  const report = reportOfRun({
    results: [failed('getCaseData.Sale.case-price', [price], [exchange(casePath), exchange('/api/v2/org')])],
  });
  const text = reportText(report);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(report)));
  expect(text).toMatch(/\n"exchanges": \[\n\{.*\},\n\{.*\}\n\],\n/);
  expect(text).toContain('\n"observations": [],\n');
  expect(text).not.toContain('##vso[');
});
