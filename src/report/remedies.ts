import type { Objection } from '../acceptance/objections.ts';
import type { CheckResult, Remedy, ReportedDeviation } from '../conformance/result.ts';
import { grouped } from '../schema/grouped.ts';
import type { Evidence } from '../trace/evidence.ts';
import type { Reason } from '../trace/gap.ts';
import { isOfWhole, type Problem } from './problems.ts';
import type { Report } from './report.ts';
import { few } from './words.ts';

/** What to do about undecided checks: a remedy, or a problem that must be fixed first. */
export interface Undecided {
  readonly reason: Reason;
  /** One sentence. */
  readonly remedy: string;
  /** The number (from 1) of the problem to fix first. */
  readonly problem?: number;
  /** The ids of the undecided checks. */
  readonly checks: readonly string[];
  /** The number of these checks that test access control. */
  readonly ofAccess: number;
}

/** An undecided check, with the remedy to try first. */
interface Waiting extends Remedy {
  readonly check: CheckResult;
  readonly problem?: number;
}

interface SeenProblem extends Pick<Problem, 'headline'> {
  readonly findings: readonly Pick<ReportedDeviation, 'exchange' | 'pointer' | 'kind'>[];
}

/** The order in which reasons are listed: errors that explain others first, deliberate exclusions last. */
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
 * Undecided checks, grouped by remedy; each check appears once. Remedies that differ only in a place, or that wait for
 * the same problem, are merged. Within a reason, checks of access control come first, since access control protects
 * data; then the remedies that decide most checks.
 */
export function undecidedIn(
  { results, exchanges }: Pick<Report, 'results' | 'exchanges'>,
  problems: readonly SeenProblem[],
): Undecided[] {
  const blocking = blockingProblems(exchanges, problems);
  const waiting = results
    .filter(({ verdict }) => verdict === 'inconclusive')
    .flatMap((check) => firstOf(check).map((one): Waiting => ({ ...one, check })))
    .map((one): Waiting => {
      const problem = blocking(one);
      const remedy = `Fix problem ${problem} first: ${problems[(problem ?? 0) - 1]?.headline}.`;
      return problem === undefined ? one : { ...one, problem, remedy };
    });
  return alike(waiting)
    .map((group) => ({ rank: rankOf(group), undecided: undecidedOf(group) }))
    .toSorted(
      (one, other) =>
        one.rank - other.rank ||
        Number(other.undecided.ofAccess > 0) - Number(one.undecided.ofAccess > 0) ||
        other.undecided.checks.length - one.undecided.checks.length,
    )
    .map(({ undecided }) => undecided);
}

/** The remedy to try first. If a check is excluded deliberately, no other remedy helps. */
function firstOf({ remedies }: CheckResult): Remedy[] {
  const first = remedies.find(({ reason }) => reason === 'excluded') ?? remedies[0];
  return first === undefined ? [] : [first];
}

/** Returns a function that gives the number of the problem that keeps a check undecided, if a problem does. */
function blockingProblems(
  exchanges: readonly Evidence[],
  problems: readonly SeenProblem[],
): (remedy: Remedy) => number | undefined {
  // The problem may be shown by another answer to the same request: it counts if the status is the same.
  const identities: readonly ((exchange: number) => string)[] = [
    String,
    (exchange) => {
      const { request, response } = exchanges[exchange] ?? {};
      return JSON.stringify([request?.method, request?.path, request?.credentials, response?.status]);
    },
  ];
  const seen = identities.map((identity) =>
    problems.map(({ findings }) => Map.groupBy(findings, ({ exchange }) => identity(exchange))),
  );
  return ({ reason, blockedBy = [] }) => {
    const places = identities.map((identity, way) =>
      (seen[way] ?? []).findIndex((findings) =>
        blockedBy.some(({ exchange, pointer }) =>
          findings
            .get(identity(exchange))
            ?.some(
              (finding) =>
                isWithin(finding.pointer, pointer) && (reason !== 'control-refused' || isOfWhole(finding)),
            ),
        ),
      ),
    );
    const place = places.find((one) => one >= 0);
    return place === undefined ? undefined : place + 1;
  };
}

/** Whether the pointer is the place or inside it. The whole answer (`''`) contains no field in this sense. */
function isWithin(pointer: string, place: string): boolean {
  return pointer === place || (place !== '' && pointer.startsWith(`${place}/`));
}

function undecidedOf(group: readonly [Waiting, ...Waiting[]]): Undecided {
  return {
    reason: group[0].reason,
    remedy: inOneSentence(group),
    ...(group[0].problem === undefined ? {} : { problem: group[0].problem }),
    checks: idsOf(group),
    ofAccess: idsOf(group.filter(isOfAccess)).length,
  };
}

function rankOf(group: readonly Waiting[]): number {
  return Math.min(...group.map(({ reason }) => ranks[reason]));
}

function idsOf(group: readonly Waiting[]): string[] {
  return group.map(({ check }) => check.id);
}

const accessRows: readonly string[] = [
  'credentials-401',
  'permissions-403',
  'outsider-403',
  'organisation-is-callers',
];

function isOfAccess({ check }: Waiting): boolean {
  return check.requirements.some((row) => accessRows.includes(row));
}

/** The objections to a run. Those to undecided checks with the same remedy are merged into one. */
export function objectionsByRemedy(
  objections: readonly Objection[],
  undecided: readonly Undecided[],
): Pick<Objection, 'kind' | 'message'>[] {
  const remedies = new Map(undecided.flatMap(({ checks, remedy }) => checks.map((id) => [id, remedy])));
  const remedyOf = (one: Objection) => (one.kind === 'inconclusive' ? remedies.get(one.check) : undefined);
  return grouped(objections, (one) => remedyOf(one) ?? one.message).map((group) => {
    const [first] = group;
    const remedy = remedyOf(first);
    if (remedy === undefined || first.kind !== 'inconclusive') return first;
    const who = group.length === 1 ? `${first.check} is` : `${group.length} checks are`;
    return { kind: first.kind, message: `${who} undecided. ${remedy}` };
  });
}

interface Remedied {
  readonly remedy: string;
}

/** The parts in which similar remedies differ: a path, the cases of a type, a client, or a field. */
const places: readonly RegExp[] = [
  /(?<=\bclient )[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i,
  /(?<=^|\s)\/[^\s,]*[^\s,.:]/,
  /\bcases\.\w+/,
  /(?<=client shows )\w+(?=,| with)/,
];

/** Groups items whose remedies are equal apart from the path, cases, client or field that they name. */
export function alike<One extends Remedied>(all: readonly One[]): [One, ...One[]][] {
  return grouped(all, ({ remedy }) => withPlace(remedy, '…'));
}

/** One remedy for the whole group, which names the first of all places. */
export function inOneSentence(group: readonly Remedied[]): string {
  const remedy = group[0]?.remedy ?? '';
  const all = [...new Set(group.map((one) => placeIn(one.remedy) ?? ''))];
  // Up to four, all are named: "and 1 more" would not be shorter.
  const joined = withPlace(remedy, all.length > 4 ? few(all) : all.join(', '));
  return all.length === 1 ? joined : joined.replace(severalClients, 'clients $1').replace(theyDoNot, '$1 do');
}

/** Words that must become plural if the remedy now names several clients. */
const severalClients = /\bclient ([0-9a-f]{8}-)/i;
const theyDoNot = /(^The clients [^.]*?) does\b/;

function withPlace(remedy: string, word: string): string {
  const place = placeIn(remedy);
  return place === undefined ? remedy : remedy.replace(place, () => word);
}

function placeIn(remedy: string): string | undefined {
  return places.map((place) => place.exec(remedy)?.[0]).find((found) => found !== undefined);
}
