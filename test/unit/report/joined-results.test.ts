import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../../../src/conformance/result.ts';
import { joinedResult } from '../../../src/report/joined-results.ts';

/** An exchange that shows a case. */
const evidenceOf = (id: string): CheckResult['evidence'][number] => ({
  request: { method: 'GET', path: `/api/v2/cases/${id}/data`, credentials: 'member' },
  response: { status: 200, headers: {}, durationMs: 1, bodyBytes: 2 },
});

const findingAt = (reply: number): CheckResult['findings'][number] => ({
  pointer: '/price',
  message: '/price must be a number',
  requirement: 'case-price',
  reply,
});

function resultWith(further: Partial<CheckResult>): CheckResult {
  return {
    id: 'getCaseData.Sale.case-price',
    title: 'The price is a number',
    operation: 'getCaseData',
    requirements: ['case-price'],
    verdict: 'pass',
    remedies: [],
    findings: [],
    evidence: [],
    ...further,
  };
}

const noData = resultWith({
  verdict: 'inconclusive',
  reason: 'no-data',
  remedies: [{ reason: 'no-data', remedy: 'List one.' }],
});

const unanswered = resultWith({
  verdict: 'inconclusive',
  reason: 'unreachable',
  remedies: [{ reason: 'unreachable', remedy: 'It was silent.' }],
});

describe('the results of one check in several shards', () => {
  test('deviate where one does, and each finding names its exchange', () => {
    const one = resultWith({
      verdict: 'fail',
      evidence: [evidenceOf('a'), evidenceOf('b')],
      findings: [findingAt(1)],
    });
    const other = resultWith({
      verdict: 'fail',
      evidence: [evidenceOf('a'), evidenceOf('c')],
      findings: [findingAt(1)],
    });
    const { verdict, findings, evidence } = joinedResult([noData, one, other]);
    expect(verdict).toBe('fail');
    expect(findings.map(({ reply }) => evidence[reply]?.request.path)).toEqual(
      ['b', 'c'].map((id) => `/api/v2/cases/${id}/data`),
    );
    expect(evidence).toHaveLength(3);
  });

  test('tell once what each shard found in the same case', () => {
    const one = resultWith({ verdict: 'fail', evidence: [evidenceOf('a')], findings: [findingAt(0)] });
    expect(joinedResult([one, one])).toEqual(one);
  });

  test('pass where what one has no data for passes in another', () => {
    expect(joinedResult([noData, resultWith({})])).toEqual(resultWith({}));
    expect(joinedResult([noData, noData])).toEqual(noData);
  });

  test('are undecided where one was not answered', () => {
    expect(joinedResult([resultWith({}), unanswered])).toEqual(unanswered);
    expect(joinedResult([noData, unanswered]).verdict).toBe('inconclusive');
  });
});
