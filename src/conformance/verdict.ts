import type { Deviation, Judgement } from '../harness/check.ts';
import type { Advisory } from '../harness/session.ts';
import type { Reason } from '../trace/gap.ts';
import type { Verdict } from './result.ts';

/** The verdict of a check: it only ever worsens, from pass over inconclusive to fail. */
export function verdictOf(judgements: readonly Judgement[]): { verdict: Verdict; reason?: Reason } {
  if (judgements.some(({ kind }) => kind === 'deviates')) return { verdict: 'fail' };
  for (const judgement of judgements) {
    if (judgement.kind === 'undecided') return { verdict: 'inconclusive', reason: judgement.reason };
  }
  return { verdict: 'pass' };
}

/** The part of a judgement that is about a reply; undefined if it says nothing against one. */
export function foundIn(judgement: Judgement): Advisory | Deviation | undefined {
  if (judgement.kind === 'deviates') return judgement.finding;
  return judgement.kind === 'advises' ? judgement.advisory : undefined;
}
