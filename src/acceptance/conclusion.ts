import type { CheckResult, RunResult } from '../conformance/result.ts';
import { rowsOfStandards } from '../rules/standards.ts';
import type { Reason } from '../trace/gap.ts';
import { isAccepted } from './accepted.ts';
import type { Objection } from './objections.ts';

export type Conclusion =
  | 'conformant'
  /** All deviations are in the baseline, and the run does not show that all deviations of the baseline are fixed. */
  | 'nothing-new'
  | 'not-accepted'
  | 'deviates'
  | 'not-tested'
  | 'suite-broke';

/** Whether a request of the check got no answer, or was not sent because the run ended early. */
export function isUnanswered({ remedies }: CheckResult): boolean {
  return remedies.some(({ reason }) => unansweredReasons.includes(reason));
}

/**
 * Whether the target did not answer. A request that was cut off does not count: the target answers other requests, so a
 * firewall is the likely reason.
 */
function isSilent({ remedies }: CheckResult): boolean {
  return remedies.some(({ reason, isCutOff }) => unansweredReasons.includes(reason) && isCutOff !== true);
}

const unansweredReasons: readonly Reason[] = ['unreachable', 'throttled', 'ended-early'];

/**
 * A target is not tested if no check of authentication was decided: then no token is known to be valid, so
 * refusals prove nothing. It is not tested either if it stopped answering, even for one operation: such a run must not
 * pass.
 * @param run - if `recorded` is set, nothing was sent, so a missing answer is not the target's fault
 * @param unfixed - the number of deviations in the baseline that are not shown to be fixed
 */
export function conclusionOf(
  run: Pick<RunResult, 'results'> & { readonly suiteFaults: readonly unknown[]; readonly recorded?: unknown },
  objections: readonly Objection[] = [],
  unfixed = 0,
): Conclusion {
  const { results, suiteFaults } = run;
  if (suiteFaults.length > 0) return 'suite-broke';
  if (results.some((one) => one.verdict === 'fail' && !isAccepted(one))) return 'deviates';
  const asking = results.filter(asksForAuthentication);
  // One decided check is enough: another may be undecided for a different reason.
  const isAuthenticated =
    run.recorded !== undefined ||
    asking.length === 0 ||
    asking.some(({ verdict }) => verdict !== 'inconclusive');
  const isTested = isAuthenticated && !results.some(isSilent);
  // A check of public standards decides no requirement. It counts if nothing else was selected, or if a gate on
  // drift objects to the served description.
  const ofDocuments = results.filter((result) => !isOfStandards(result));
  const isOfDrift = objections.some(({ kind }) => kind === 'drift');
  const counted = ofDocuments.length > 0 && !isOfDrift ? ofDocuments : results;
  if (!isTested || !counted.some(({ verdict }) => verdict !== 'inconclusive')) return 'not-tested';
  if (objections.length > 0) return 'not-accepted';
  return unfixed > 0 ? 'nothing-new' : 'conformant';
}

/**
 * Whether a check tests that a token is accepted. The operation excludes `updateClient.reads-afterwards`,
 * which cites the requirement too, but comes too late to show whether the target can be tested.
 */
function asksForAuthentication({ operation, requirements }: CheckResult): boolean {
  return operation === 'getOrganisation' && requirements.includes('get-organisation');
}

function isOfStandards({ requirements }: CheckResult): boolean {
  return requirements.length > 0 && requirements.every((one) => rowsOfStandards.includes(one));
}

export function isConclusive(conclusion: Conclusion): boolean {
  return conclusion !== 'not-tested' && conclusion !== 'suite-broke';
}

export function whyNotTested(results: readonly CheckResult[], target: string): string {
  const silent = results.filter(isSilent);
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
