import { isNew } from '../acceptance/accepted.ts';
import type { CheckResult } from '../conformance/result.ts';

/** The result of a check for a reader. `accepted`: a waiver or the baseline accepts each of its deviations. */
export type Outcome = 'passed' | 'failed' | 'accepted' | 'undecided';

export type OutcomeCounts = Readonly<Record<Outcome, number>>;

export function outcomeOf({ verdict, findings }: CheckResult): Outcome {
  if (verdict === 'pass') return 'passed';
  if (verdict === 'inconclusive') return 'undecided';
  return findings.some(isNew) ? 'failed' : 'accepted';
}

export function outcomeCounts(results: readonly CheckResult[]): OutcomeCounts {
  const counts = { passed: 0, failed: 0, accepted: 0, undecided: 0 };
  for (const result of results) counts[outcomeOf(result)] += 1;
  return counts;
}

/** The columns of a table. `accepted` is a column only if a check has this outcome. */
export function outcomesShown(rows: readonly { readonly outcomes: OutcomeCounts }[]): Outcome[] {
  const hasAccepted = rows.some(({ outcomes }) => outcomes.accepted > 0);
  return ['passed', 'failed', ...(hasAccepted ? (['accepted'] as const) : []), 'undecided'];
}
