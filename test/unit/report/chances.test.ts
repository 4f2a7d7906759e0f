import { describe, expect, test } from 'vitest';
import { chanceInWords, chancesInAll, chancesOf } from '../../../src/report/chances.ts';

describe('the chances of a run', () => {
  test('are those of one answer at least among those that were judged', () => {
    expect(chancesOf({ listCases: 22, getCaseData: 1 })).toEqual([
      { operation: 'getCaseData', judged: 1, oneIn10: 0.1, oneIn100: 0.01 },
      { operation: 'listCases', judged: 22, oneIn10: 0.901, oneIn100: 0.198 },
    ]);
  });

  test('are never told to be certain', () => {
    expect(chancesOf({ updateClient: 1000 })[0]?.oneIn10).toBe(1 - 0.001);
    expect(chancesOf({ updateClient: 0 })[0]?.oneIn10).toBe(0);
  });

  test('of shards are those of all their answers', () => {
    const shards = [chancesOf({ listCases: 2 }), chancesOf({ listCases: 20, getOrganisation: 3 })];
    expect(chancesInAll(shards.flat())).toEqual(chancesOf({ listCases: 22, getOrganisation: 3 }));
  });

  test('are told of the operation that was tried least, and of that tried most', () => {
    const each = chancesOf({ listCases: 22, getCaseData: 1 });
    expect(chanceInWords(each)).toBe(
      'A fault in 1 of 10 answers would have been noticed with a probability of 10 % (getCaseData) to 90 % (listCases). --repeat raises it.',
    );
    expect(chanceInWords(each.slice(0, 1))).toBe(
      'A fault in 1 of 10 answers would have been noticed with a probability of 10 % (getCaseData). --repeat raises it.',
    );
  });
});
