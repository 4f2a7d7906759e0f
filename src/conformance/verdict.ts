import type { Judgement } from '../harness/check.ts';
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
