import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../../../src/conformance/result.ts';
import { joinedFound } from '../../../src/report/joined-results.ts';
import { exchange, failed, finding, foundIn, type OwnResult, result, undecided } from './values.ts';

const check = 'getCaseData.Sale.case-price';

const wrongAt = (place: number, ...paths: readonly string[]): OwnResult =>
  failed(
    check,
    [finding('case-price', '/price', 'is not a number', place)],
    paths.map((path) => exchange(path)),
  );

const passed = result({ id: check });
const noData = undecided(check, 'case-price', 'no-data', 'List one.');
const unanswered = undecided(check, 'case-price', 'unreachable', 'It was silent.');

function joined(...results: readonly OwnResult[]): CheckResult & ReturnType<typeof joinedFound> {
  const found = joinedFound(results.map((one) => foundIn([one])));
  const [first] = found.results;
  if (first === undefined || found.results.length > 1) throw new Error('There is more than one result.');
  return { ...first, ...found };
}

describe('the results of one check in several shards', () => {
  test('deviate if one does, and each finding names its exchange', () => {
    const { verdict, findings, exchanges, evidence } = joined(
      noData,
      wrongAt(1, '/a', '/b'),
      wrongAt(1, '/a', '/c'),
    );
    expect(verdict).toBe('fail');
    expect(findings.map((one) => exchanges[one.exchange]?.request.path)).toEqual(['/b', '/c']);
    expect(evidence).toEqual([0, 1, 2, 3]);
  });

  test('have the same finding of several shards once', () => {
    expect(joined(wrongAt(0, '/a'), wrongAt(0, '/a')).findings).toHaveLength(1);
  });

  test('pass if a check without data in one shard passes in another', () => {
    expect(joined(noData, passed).verdict).toBe('pass');
    expect(joined(noData, noData)).toMatchObject({ verdict: 'inconclusive', reason: 'no-data' });
  });

  test('are undecided if one shard was not answered', () => {
    expect(joined(passed, unanswered)).toMatchObject({ verdict: 'inconclusive', reason: 'unreachable' });
    expect(joined(noData, unanswered).verdict).toBe('inconclusive');
  });

  test('have a remedy once, with the answers at which each shard stopped', () => {
    const stopped = (path: string): OwnResult => {
      const remedies = [
        { reason: 'no-data', remedy: 'List one.', blockedBy: [{ exchange: 0, pointer: '' }] },
      ] as const;
      return { ...noData, remedies, evidence: [0], shown: [exchange(path)] };
    };
    const blockedBy = [0, 1].map((place) => ({ exchange: place, pointer: '' }));
    expect(joined(stopped('/a'), stopped('/b'), noData).remedies).toEqual([
      { reason: 'no-data', remedy: 'List one.', blockedBy },
    ]);
  });
});

test('the results of different checks stay apart, and name the exchanges of their shards', () => {
  const other = { ...wrongAt(0, '/b'), id: 'another' };
  const { results, exchanges } = joinedFound([foundIn([wrongAt(0, '/a')]), foundIn([other])]);
  expect(results.map(({ id, evidence }) => [id, evidence])).toEqual([
    [check, [0]],
    ['another', [1]],
  ]);
  expect(exchanges.map(({ request }) => request.path)).toEqual(['/a', '/b']);
});
