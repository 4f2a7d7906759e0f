import type { CheckResult, RunResult } from '../conformance/result.ts';
import type { Reason } from '../trace/gap.ts';
import { isAccepted } from './accepted.ts';
import type { Objection } from './objections.ts';

/** The conclusion of a run as a whole. */
export type Conclusion =
  | 'conformant'
  /** All deviations were in the baseline, and some of those are not shown to be fixed. */
  | 'nothing-new'
  | 'not-accepted'
  | 'deviates'
  | 'not-tested'
  | 'suite-broke';

/** Whether a request of the check was not answered, or not sent because the run ended early. */
export function isUnanswered({ remedies }: CheckResult): boolean {
  return remedies.some(({ reason }) => silences.includes(reason));
}

/**
 * Whether the target itself did not answer. Cut-off requests do not count: the target answers others, so they are only
 * undecided.
 */
function metSilence({ remedies }: CheckResult): boolean {
  return remedies.some(({ reason, isCutOff }) => silences.includes(reason) && isCutOff !== true);
}

const silences: readonly Reason[] = ['unreachable', 'throttled', 'ended-early'];

/**
 * The conclusion of a run. A target is not tested if no authentication check was decided: no token is then known to be
 * valid, so refusals prove nothing. Nor is a target that stopped answering, or stopped for one operation: the
 * configuration cannot fix that, and the run must not pass.
 * @param run - with `recorded`, nothing was sent, and a missing answer is not the target's silence
 * @param objections - reasons against a run without deviations
 * @param unfixed - the number of baseline deviations that are not shown to be fixed
 */
export function conclusionOf(
  run: Pick<RunResult, 'results'> & { readonly suiteFaults: readonly unknown[]; readonly recorded?: unknown },
  objections: readonly Objection[] = [],
  unfixed = 0,
): Conclusion {
  const { results, suiteFaults } = run;
  if (suiteFaults.length > 0) return 'suite-broke';
  if (results.some(isDeviating)) return 'deviates';
  const asking = results.filter(asksForAuthentication);
  // A later reading of the organisation may be undecided for other reasons.
  const isAuthenticated =
    run.recorded !== undefined ||
    asking.length === 0 ||
    asking.some(({ verdict }) => verdict !== 'inconclusive');
  const isTested = isAuthenticated && !results.some(metSilence);
  if (!isTested || !results.some(({ verdict }) => verdict !== 'inconclusive')) return 'not-tested';
  if (objections.length > 0) return 'not-accepted';
  return unfixed > 0 ? 'nothing-new' : 'conformant';
}

/**
 * Reads after clients were changed cite other requirements: they come too late to show whether the target can be
 * tested.
 */
function asksForAuthentication({ operation, requirements }: CheckResult): boolean {
  return operation === 'getOrganisation' && requirements.includes('get-organisation');
}

/** Whether a deviation is not accepted. */
function isDeviating(result: CheckResult): boolean {
  return result.verdict === 'fail' && !isAccepted(result);
}

/** Whether the run says enough about the target to keep what it saw for later runs. */
export function isConclusive(conclusion: Conclusion): boolean {
  return conclusion !== 'not-tested' && conclusion !== 'suite-broke';
}

/** Why a target was not tested: the remedy of the most important gap, in a sentence. */
export function whyNotTested(results: readonly CheckResult[], target: string): string {
  const silent = results.filter(metSilence);
  const authentication = results.find(asksForAuthentication);
  const early = results.flatMap(({ remedies }) => remedies).find(({ reason }) => reason === 'ended-early');
  if (early !== undefined)
    return `${target} was not tested to the end: ${silent.length} of ${results.length} checks are left. ${early.remedy}`;
  const [first] = [...silent, ...(authentication === undefined ? [] : [authentication]), ...results].flatMap(
    ({ remedies }) => remedies,
  );
  const checks = silent.length === 1 ? '1 check' : `${silent.length} checks`;
  const what = silent.length === 0 ? 'could not be tested' : `left ${checks} without an answer`;
  return `${target} ${what}. ${first?.remedy ?? ''}`;
}
