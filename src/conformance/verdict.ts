import type { Objection } from '../acceptance/objections.ts';
import { isWaived } from '../acceptance/waivers.ts';
import type { Judgement, Reason } from '../harness/check.ts';
import type { CheckResult, RunResult, Verdict } from './result.ts';

export type { Verdict } from './result.ts';

/** What a run as a whole came to, whatever else: the exit status follows from it. */
export type Conclusion = 'conformant' | 'not-accepted' | 'deviates' | 'not-tested' | 'suite-broke';

/** The verdict of a check: it only ever worsens, from pass over inconclusive to fail. */
export function verdictOf(judgements: readonly Judgement[]): { verdict: Verdict; reason?: Reason } {
  if (judgements.some(({ kind }) => kind === 'deviates')) return { verdict: 'fail' };
  for (const judgement of judgements) {
    if (judgement.kind === 'undecided') return { verdict: 'inconclusive', reason: judgement.reason };
  }
  return { verdict: 'pass' };
}

/** Whether the target left something that the check asked for without an answer. */
export function isUnanswered({ remedies }: CheckResult): boolean {
  return remedies.some(({ reason }) => reason === 'unreachable' || reason === 'throttled');
}

/**
 * What a run came to. A target whose own check of authentication was not decided is not tested: then no token is
 * known to be valid, and every refusal proves nothing. Neither is one that left a request without an answer: what it
 * kept silent about is not for the configuration to mend, and must not read as green.
 * @param objections - what stands against a run of which nothing deviates
 */
export function conclusionOf(
  run: Pick<RunResult, 'results'> & { readonly suiteFaults: readonly unknown[] },
  objections: readonly Objection[] = [],
): Conclusion {
  const { results, suiteFaults } = run;
  if (suiteFaults.length > 0) return 'suite-broke';
  if (results.some((result) => result.verdict === 'fail' && !isWaived(result))) return 'deviates';
  const isAuthenticated = results.every(
    ({ requirements, verdict }) => !requirements.includes('get-organisation') || verdict !== 'inconclusive',
  );
  const isTested = isAuthenticated && !results.some(isUnanswered);
  if (!isTested || !results.some(({ verdict }) => verdict !== 'inconclusive')) return 'not-tested';
  return objections.length > 0 ? 'not-accepted' : 'conformant';
}
