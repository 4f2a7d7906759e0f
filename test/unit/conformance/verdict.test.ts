import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../../src/conformance/check-result.ts';
import type { Judgement } from '../../../src/harness/check.ts';
import { deviation, held, undecided } from './support.ts';

const pass = { verdict: 'pass' };
const fail = { verdict: 'fail' };
const noData = { verdict: 'inconclusive', reason: 'no-data' };
const throttled = { verdict: 'inconclusive', reason: 'throttled' };

describe('the verdict of a check', () => {
  it.each<[judgements: string, of: readonly Judgement[], verdict: object]>([
    ['one that held', [held], pass],
    ['several that held', [held, held], pass],
    ['one that was not decided', [undecided('no-data')], noData],
    ['one that held, and one not decided', [held, undecided('no-data')], noData],
    ['one not decided, and one that held', [undecided('no-data'), held], noData],
    ['two not decided: the first', [undecided('throttled'), undecided('no-data')], throttled],
    ['one that deviates', [deviation()], fail],
    ['a deviation after what held', [held, deviation(), held], fail],
    ['a deviation before what was not decided', [deviation(), undecided('no-data')], fail],
    ['a deviation after what was not decided', [undecided('no-data'), deviation()], fail],
  ])('of %s', (_, judgements, verdict) => {
    expect(verdictOf(judgements)).toEqual(verdict);
  });
});
