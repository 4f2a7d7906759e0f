import type { CheckResult, RunResult } from '../conformance/result.ts';
import type { Reason } from '../trace/gap.ts';
import { isAccepted } from './accepted.ts';
import type { Objection } from './objections.ts';

/** What a run as a whole came to. */
export type Conclusion =
  | 'conformant'
  /** Nothing deviates that did not deviate in the baseline, but not all of that is shown to be fixed. */
  | 'nothing-new'
  | 'not-accepted'
  | 'deviates'
  | 'not-tested'
  | 'suite-broke';

/** Whether something that the check asked for was left without an answer, or not sent, since the run was ended before. */
export function isUnanswered({ remedies }: CheckResult): boolean {
  return remedies.some(({ reason }) => silences.includes(reason));
}

/** Whether the target itself was silent then: one that answers other requests is there, and what it cut off is undecided. */
function metSilence({ remedies }: CheckResult): boolean {
  return remedies.some(({ reason, isCutOff }) => silences.includes(reason) && isCutOff !== true);
}

const silences: readonly Reason[] = ['unreachable', 'throttled', 'ended-early'];

/**
 * What a run came to. A target of which no check of authentication was decided is not tested: then no token is
 * known to be valid, and every refusal proves nothing. Neither is one that fell silent, or one of its operations: what it
 * kept silent about is not for the configuration to mend, and must not read as green.
 * @param run - `recorded`, where nothing was sent: what was not recorded is no silence of the target's
 * @param objections - what stands against a run of which nothing deviates
 * @param unfixed - how many deviations of the baseline are not shown to be fixed
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
  // A later reading of the organisation may be undecided for reasons of its own.
  const isAuthenticated =
    run.recorded !== undefined ||
    asking.length === 0 ||
    asking.some(({ verdict }) => verdict !== 'inconclusive');
  const isTested = isAuthenticated && !results.some(metSilence);
  if (!isTested || !results.some(({ verdict }) => verdict !== 'inconclusive')) return 'not-tested';
  if (objections.length > 0) return 'not-accepted';
  return unfixed > 0 ? 'nothing-new' : 'conformant';
}

/** What is read once clients were changed comes too late to show whether anything can be. */
function asksForAuthentication({ operation, requirements }: CheckResult): boolean {
  return operation === 'getOrganisation' && requirements.includes('get-organisation');
}

/** Whether something deviates that nothing accepts. */
function isDeviating(result: CheckResult): boolean {
  return result.verdict === 'fail' && !isAccepted(result);
}

/** Whether the run says something of the target, so that what it saw may be kept for later runs. */
export function isConclusive(conclusion: Conclusion): boolean {
  return conclusion !== 'not-tested' && conclusion !== 'suite-broke';
}

/** Why a target was not tested: one sentence for the reason that most checks share. */
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
