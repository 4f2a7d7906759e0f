import type { CheckResult, ReportedDeviation, Waived } from '../conformance/result.ts';
import { forgeriesInTurn } from '../harness/forgeries.ts';
import { turnOf } from '../harness/turns.ts';
import { grouped } from '../schema/grouped.ts';
import { generalPointer } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import { headlineOf, headlineOfFields, type References } from './headline.ts';

/** An earlier run and the present state of its deviations. */
export interface Baseline extends Circumstances {
  readonly deviations: readonly (KnownDeviation & { readonly state: DeviationState })[];
}

/** What the deviations of a report are read from. */
type Results = References & { readonly results: readonly ComparedResult[] };

/** The earlier report as the baseline of a later run. */
export function baselineOf(earlier: Circumstances & Results, later: Later): Baseline {
  return sinceBaseline({ ...circumstancesOf(earlier), deviations: deviationsIn(earlier) }, later);
}

type Later = Tried & Pick<Results, 'results'>;

/** The baseline with the state of its deviations according to a later run. */
export function sinceBaseline(
  earlier: Circumstances & { readonly deviations: readonly KnownDeviation[] },
  later: Later,
): Baseline {
  const stateOf = statesIn(earlier.deviations, later.results, (drawn) => triesTheSame(earlier, later, drawn));
  return { ...earlier, deviations: earlier.deviations.map((one) => ({ ...one, state: stateOf(one) })) };
}

/** The number of baseline deviations that are not shown to be fixed. */
export function unfixedIn({ deviations }: Baseline): number {
  return deviations.filter(({ state }) => state !== 'fixed').length;
}

/** The circumstances of a run that two runs should have in common. */
export interface Circumstances {
  /** RFC 3339. */
  readonly startedAt: string;
  readonly target: string;
  readonly suite: { readonly version: string; readonly description: string };
  readonly seed: number;
  /** Random values of each kind. */
  readonly runs: number;
  readonly only?: string | undefined;
  readonly shard?: string | undefined;
}

/** Picks the circumstances. */
export function circumstancesOf({
  startedAt,
  target,
  suite,
  seed,
  runs,
  only,
  shard,
}: Circumstances): Circumstances {
  return {
    ...{ startedAt, target, seed, runs },
    suite: { version: suite.version, description: suite.description },
    ...(only === undefined ? {} : { only }),
    ...(shard === undefined ? {} : { shard }),
  };
}

type Circumstance = readonly [what: string, of: (run: Circumstances) => string | undefined];

/** Circumstances that the shards of one run have in common, and that are compared between two runs. */
export const mainCircumstances: readonly Circumstance[] = [
  ['the target', ({ target }) => target],
  ['the version of case-conformance', ({ suite }) => suite.version],
  ['the digest of the interface description', ({ suite }) => suite.description.slice(0, 12)],
  ['--only', ({ only }) => only],
];

const compared: readonly Circumstance[] = [...mainCircumstances, ['--shard', ({ shard }) => shard]];

/** The settings that determine a run's random values, and what takes turns. */
export type Tried = Pick<Circumstances, 'seed' | 'runs'>;

/** How the seed chose what showed a deviation. */
type Drawn = 'at random' | 'in turn';

/** Whether a later run tries all that an earlier one drew so. */
export function triesTheSame(before: Tried, after: Tried, drawn: Drawn): boolean {
  return drawn === 'in turn'
    ? turnOf(after) === turnOf(before)
    : after.seed === before.seed && after.runs >= before.runs;
}

/**
 * The circumstances in which two runs differ. These, and not the target, may explain differences between their reports.
 */
export function differencesBetween(before: Circumstances, after: Circumstances): string[] {
  return compared.flatMap(([what, of]) => {
    const [one, other] = [of(before), of(after)];
    return one === other ? [] : [`${what} (${one ?? 'none'}, then ${other ?? 'none'})`];
  });
}

/** The parts of a result that show the state of a deviation. */
export type ComparedResult = Pick<CheckResult, 'id' | 'operation' | 'remedies' | 'findings'>;

/** A deviation, listed once even if several checks and exchanges show it. */
export interface KnownDeviation {
  readonly fingerprint: string;
  readonly requirement: string;
  readonly operation: OperationId;
  /** A JSON pointer with `*` for each position in a list. */
  readonly pointer: string;
  /** What happened, in one sentence without its full stop. */
  readonly headline: string;
  /** The ids of the checks that show it. */
  readonly checks: readonly string[];
  /** Set if a run with another seed may not try what shows it. */
  readonly drawn?: Drawn;
  /** Why it is accepted, if all of its findings are waived. */
  readonly waived?: Waived;
}

/** Deviations of one problem, which may be of several operations. */
export interface KnownProblem extends KnownDeviation {
  readonly operations: readonly OperationId[];
}

export function problemsIn(deviations: readonly KnownDeviation[]): KnownProblem[] {
  return grouped(deviations, patternIn).map((all) => ({
    ...all[0],
    headline:
      patternIn(all[0]).startsWith('…') && all.some(({ pointer }) => pointer !== all[0].pointer)
        ? headlineOfFields(patternIn(all[0]), new Set(all.map(({ pointer }) => pointer)).size)
        : all[0].headline,
    operations: [...new Set(all.map(({ operation }) => operation))],
    checks: [...new Set(all.flatMap(({ checks }) => checks))],
  }));
}

/** Equal for fields that are wrong in the same way, also if their requirements differ: they are one problem. */
function patternIn({ requirement, headline, pointer }: KnownDeviation): string {
  return pointer !== '' && headline.startsWith(`${pointer} `)
    ? headline.replace(pointer, '…')
    : `${requirement} ${headline}`;
}

/** The present state of a deviation. It is only fixed if its checks reached it and tried what showed it. */
export type DeviationState = 'still-failing' | 'fixed' | 'not-tested';

/** The deviations of a report, in order. */
export function deviationsIn(report: Results): KnownDeviation[] {
  const found = report.results.flatMap(({ id, operation, findings }) =>
    findings.map((finding) => ({ ...finding, operation, check: id })),
  );
  return grouped(found, ({ fingerprint }) => fingerprint).map((all) => {
    const [first] = all;
    const { fingerprint, requirement, operation, pointer, waived } = first;
    const isWaived = all.every((one) => one.waived !== undefined);
    return {
      ...{ fingerprint, requirement, operation, pointer: generalPointer(pointer) },
      headline: headlineOf(report, first).headline,
      checks: [...new Set(all.map(({ check }) => check))],
      ...drawnIn(all.map((one) => drawnBy(report, one))),
      ...(isWaived && waived !== undefined ? { waived } : {}),
    };
  });
}

/** The checks whose texts, fields and wrong payloads take turns with the seed. */
const checksInTurn =
  /^(updateClient\.(texts|sequences|changes-.+)|createOrganisation\.(full|left-out|texts)|\w+\.credentials-proxies)$/;

function drawnIn(all: readonly (Drawn | undefined)[]): { readonly drawn?: Drawn } {
  const drawn = all.includes('at random') ? 'at random' : all[0];
  return all.includes(undefined) || drawn === undefined ? {} : { drawn };
}

/** How the seed chose what shows a finding; undefined if every run tries it. */
function drawnBy(
  { exchanges }: References,
  { path, exchange, way, check }: ReportedDeviation & { readonly check: string },
): Drawn | undefined {
  if (path !== undefined) return 'at random';
  const { credentials = '' } = exchanges[exchange]?.request ?? {};
  const isInTurn = forgeriesInTurn.has(credentials) || checksInTurn.test(check) || way !== undefined;
  return isInTurn ? 'in turn' : undefined;
}

/**
 * Returns the state of each known deviation.
 * @param known - all deviations of an earlier run
 * @param results - of a later run
 * @param isSameTried - whether the later run tries all that the earlier one drew so
 */
export function statesIn(
  known: readonly KnownDeviation[],
  results: readonly ComparedResult[],
  isSameTried: (drawn: Drawn) => boolean,
): (deviation: KnownDeviation) => DeviationState {
  const later = new Set(results.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint)));
  const earlier = new Set(known.map(({ fingerprint }) => fingerprint));
  const byId = new Map(results.map((result) => [result.id, result]));
  return ({ fingerprint, pointer, checks, drawn }) => {
    if (later.has(fingerprint)) return 'still-failing';
    if (drawn !== undefined && !isSameTried(drawn)) return 'not-tested';
    const isFixed = checks.every((id) => {
      const result = byId.get(id);
      return result !== undefined && result.remedies.length === 0 && !hides(result, pointer, earlier);
    });
    return isFixed ? 'fixed' : 'not-tested';
  };
}

/** Whether a new finding above the place may have kept the check from reaching it. */
function hides({ findings }: ComparedResult, pointer: string, earlier: ReadonlySet<string>): boolean {
  return findings.some((finding) => {
    return !earlier.has(finding.fingerprint) && pointer.startsWith(`${generalPointer(finding.pointer)}/`);
  });
}
