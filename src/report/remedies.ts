import type { Objection } from '../acceptance/objections.ts';
import type { CheckResult, Remedy, ReportedDeviation } from '../conformance/result.ts';
import { isSuccessOrRefusal } from '../http/status.ts';
import { grouped } from '../schema/grouped.ts';
import type { Evidence } from '../trace/evidence.ts';
import type { Reason } from '../trace/gap.ts';
import { isOfWhole, type Problem } from './problems.ts';
import type { Report } from './report.ts';
import { few } from './words.ts';

export interface Undecided {
  readonly reason: Reason;
  readonly remedy: string;
  readonly problem?: number;
  readonly checks: readonly string[];
  readonly accessChecks: number;
}

interface UndecidedCheck extends Remedy {
  readonly check: CheckResult;
  readonly problem?: number;
}

interface SeenProblem extends Pick<Problem, 'headline'> {
  readonly findings: readonly Pick<ReportedDeviation, 'exchange' | 'pointer' | 'kind'>[];
}

/** The order in which reasons are listed: first errors that cause others, last exclusions that the user requested. */
const ranks: Readonly<Record<Reason, number>> = {
  'token-refused': 0,
  'ended-early': 1,
  unreachable: 2,
  throttled: 2,
  'control-refused': 3,
  'not-permitted': 4,
  'not-configured': 4,
  'no-data': 4,
  excluded: 5,
};

/**
 * Checks without a verdict, grouped by remedy. For one reason, remedies for checks of access control come first, since
 * these protect data; then the remedies that decide most checks.
 */
export function undecidedIn(
  { results, exchanges }: Pick<Report, 'results' | 'exchanges'>,
  problems: readonly SeenProblem[],
): Undecided[] {
  const blocking = blockingProblems(exchanges, problems);
  const waiting = results
    .filter(({ verdict }) => verdict === 'inconclusive')
    .flatMap((check) => firstOf(check).map((one): UndecidedCheck => ({ ...one, check })))
    .map((one): UndecidedCheck => {
      const problem = blocking(one);
      if (problem === undefined) return one;
      const { check, reason, alternative } = one;
      const or = alternative === undefined ? '' : ` Or ${alternative}`;
      const remedy = `Fix problem ${problem} first: ${problems[problem - 1]?.headline}.${or}`;
      return { check, reason, problem, remedy };
    })
    .toSorted((one, other) => ranks[one.reason] - ranks[other.reason]);
  return groupedByRemedy(waiting)
    .map(undecidedOf)
    .toSorted(
      (one, other) =>
        ranks[one.reason] - ranks[other.reason] ||
        Number(other.accessChecks > 0) - Number(one.accessChecks > 0) ||
        other.checks.length - one.checks.length,
    );
}

/** If a check is excluded deliberately, no other remedy helps. */
function firstOf({ remedies }: CheckResult): Remedy[] {
  const first = remedies.find(({ reason }) => reason === 'excluded') ?? remedies[0];
  return first === undefined ? [] : [first];
}

function blockingProblems(
  exchanges: readonly Evidence[],
  problems: readonly SeenProblem[],
): (remedy: Remedy) => number | undefined {
  // Two exchanges show the same problem if request and status are equal. After a 2xx or a refusal, the caller must be
  // equal too; a 5xx or 429 does not depend on the caller.
  const identityOf = (exchange: number): string => {
    const { request, response: { status = 0 } = {} } = exchanges[exchange] ?? {};
    const caller = isSuccessOrRefusal(status) ? request?.credentials : undefined;
    return JSON.stringify([request?.method, request?.path, caller, status]);
  };
  const seen = problems.map(({ findings }) => Map.groupBy(findings, ({ exchange }) => identityOf(exchange)));
  return ({ reason, blockedBy = [] }) => {
    const isMeant = (finding: SeenProblem['findings'][number], pointer: string): boolean =>
      isAtOrBelow(finding.pointer, pointer) &&
      (pointer !== '' || reason !== 'control-refused' || isOfWhole(finding));
    const place = seen.findIndex((findings) =>
      blockedBy.some(({ exchange, pointer }) =>
        findings.get(identityOf(exchange))?.some((finding) => isMeant(finding, pointer)),
      ),
    );
    return place < 0 ? undefined : place + 1;
  };
}

/** Whether a place is at or below another. The pointer `''`, a finding about the whole answer, is only at itself. */
function isAtOrBelow(pointer: string, place: string): boolean {
  return pointer === place || (place !== '' && pointer.startsWith(`${place}/`));
}

function undecidedOf(group: readonly [UndecidedCheck, ...UndecidedCheck[]]): Undecided {
  const [{ reason, problem }] = group;
  return {
    ...{ reason, remedy: joinedRemedy(group) },
    ...(problem === undefined ? {} : { problem }),
    checks: group.map(({ check }) => check.id),
    accessChecks: group.filter(isOfAccess).length,
  };
}

const accessRows: readonly string[] = [
  'credentials-401',
  'permissions-403',
  'outsider-403',
  'organisation-is-callers',
];

function isOfAccess({ check }: UndecidedCheck): boolean {
  return check.requirements.some((row) => accessRows.includes(row));
}

export function objectionsByRemedy(
  objections: readonly Objection[],
  undecided: readonly Undecided[],
): { readonly words: string }[] {
  const remedies = new Map(undecided.flatMap(({ checks, remedy }) => checks.map((id) => [id, remedy])));
  const remedyOf = (one: Objection) => (one.kind === 'inconclusive' ? remedies.get(one.check) : undefined);
  const others = objections.filter(({ kind }) => kind !== 'client-left-changed');
  return grouped(others, (one) => remedyOf(one) ?? one.message).map((group) => {
    const [first] = group;
    const remedy = remedyOf(first);
    if (remedy === undefined || first.kind !== 'inconclusive') return { words: first.message };
    const who = group.length === 1 ? `${first.check} is` : `${group.length} checks are`;
    return { words: `${who} undecided. ${remedy}` };
  });
}

type Remedied = Pick<Remedy, 'remedy' | 'about'>;

export function groupedByRemedy<One extends Remedied>(all: readonly One[]): [One, ...One[]][] {
  return grouped(all, ({ remedy, about = '' }) => remedy.replace(about, '…'));
}

export function joinedRemedy(group: readonly [Remedied, ...Remedied[]]): string {
  const [{ remedy, about = '' }] = group;
  const all = [...new Set(group.map((one) => one.about ?? ''))];
  // Up to four are all named, since "and 1 more" would not be shorter.
  return remedy.replace(about, () => (all.length > 4 ? few(all) : all.join(', ')));
}
