import type { CheckResult, ReportedDeviation, Waived } from '../conformance/result.ts';
import { forgeriesInTurn } from '../harness/forgeries.ts';
import { turnOf } from '../harness/turns.ts';
import { grouped } from '../schema/grouped.ts';
import { generalPointer } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import { headlineOf, headlineOfFields, type References } from './headline.ts';

/** An earlier run that later runs are compared with, and what has become of its deviations. */
export interface Baseline extends Circumstances {
  readonly deviations: readonly (KnownDeviation & { readonly state: DeviationState })[];
}

/** The parts of a report from which its deviations are read. */
type Results = References & { readonly results: readonly ComparedResult[] };

/** The earlier report as the baseline of a later run. */
export function baselineOf(earlier: Circumstances & Results, later: Later): Baseline {
  return sinceBaseline({ ...circumstancesOf(earlier), deviations: deviationsIn(earlier) }, later);
}

type Later = Tried & Pick<Results, 'results'>;

/** The baseline, with the state of each deviation updated by a later run. */
export function sinceBaseline(
  earlier: Circumstances & { readonly deviations: readonly KnownDeviation[] },
  later: Later,
): Baseline {
  const stateOf = statesIn(earlier.deviations, later.results, (drawn) => triesTheSame(earlier, later, drawn));
  return { ...earlier, deviations: earlier.deviations.map((one) => ({ ...one, state: stateOf(one) })) };
}

/** The number of deviations in the baseline that are not fixed. */
export function unfixedIn({ deviations }: Baseline): number {
  return deviations.filter(({ state }) => state !== 'fixed').length;
}

/** Settings of a run. A comparison of two runs is only exact if these are equal. */
export interface Circumstances {
  /** RFC 3339. */
  readonly startedAt: string;
  readonly target: string;
  readonly suite: { readonly version: string; readonly description: string };
  readonly seed: number;
  /** The number of random values of each kind (`--runs`). */
  readonly runs: number;
  readonly only?: string | undefined;
  readonly shard?: string | undefined;
}

/** The circumstances of a report, without its other members. */
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

/** Circumstances that must be equal in all shards of a run. In `compare`, differences of these are reported. */
export const mainCircumstances: readonly Circumstance[] = [
  ['the target', ({ target }) => target],
  ['the version of case-conformance', ({ suite }) => suite.version],
  ['the digest of the interface description', ({ suite }) => suite.description.slice(0, 12)],
  ['--only', ({ only }) => only],
];

const compared: readonly Circumstance[] = [...mainCircumstances, ['--shard', ({ shard }) => shard]];

/** The settings that decide which random values a run tries. */
export type Tried = Pick<Circumstances, 'seed' | 'runs'>;

/** How the seed selected the value that showed a deviation: randomly, or in turn from a fixed list. */
type Drawn = 'at random' | 'in turn';

/** Whether a later run tries every value that an earlier run selected in this way. */
export function triesTheSame(before: Tried, after: Tried, drawn: Drawn): boolean {
  return drawn === 'in turn'
    ? turnOf(after) === turnOf(before)
    : after.seed === before.seed && after.runs >= before.runs;
}

/**
 * Names the circumstances in which two runs differ. These may explain a changed report, even if the target is
 * unchanged.
 */
export function differencesBetween(before: Circumstances, after: Circumstances): string[] {
  return compared.flatMap(([what, of]) => {
    const [one, other] = [of(before), of(after)];
    return one === other ? [] : [`${what} (${one ?? 'none'}, then ${other ?? 'none'})`];
  });
}

/** The parts of a result that show whether a deviation is still there. */
export type ComparedResult = Pick<CheckResult, 'id' | 'operation' | 'isSeeded' | 'remedies' | 'findings'>;

/** A deviation, listed once even if several checks or exchanges show it. */
export interface KnownDeviation {
  readonly fingerprint: string;
  readonly requirement: string;
  readonly operation: OperationId;
  /** A JSON pointer with `*` for each array index. */
  readonly pointer: string;
  /** What happened, as a sentence without a full stop. */
  readonly headline: string;
  /** The ids of the checks that found it. */
  readonly checks: readonly string[];
  /** Set if the seed selected the value that showed the deviation. A run with another seed may not find it. */
  readonly drawn?: Drawn;
  /** The reason and last day of a waiver, if waivers accept all of its findings. */
  readonly waived?: Waived;
}

/** Deviations that are reported as one problem, perhaps of several operations. */
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

/**
 * Equal for fields that are wrong in the same way, even by different requirements: `/a is not a date`, `/b is not a
 * date`.
 */
function patternIn({ requirement, headline, pointer }: KnownDeviation): string {
  return pointer !== '' && headline.startsWith(`${pointer} `)
    ? headline.replace(pointer, '…')
    : `${requirement} ${headline}`;
}

/** The state of an earlier deviation. It is only `fixed` if a later run repeated the requests that showed it. */
export type DeviationState = 'still-failing' | 'fixed' | 'not-tested';

/** The deviations of a report in the order of its results. */
export function deviationsIn(report: Results): KnownDeviation[] {
  const found = report.results.flatMap(({ id, operation, isSeeded, findings }) =>
    findings.map((finding) => ({ ...finding, operation, isSeeded, check: id })),
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

function drawnIn(all: readonly (Drawn | undefined)[]): { readonly drawn?: Drawn } {
  const drawn = all.includes('at random') ? 'at random' : all[0];
  return all.includes(undefined) || drawn === undefined ? {} : { drawn };
}

/** How the seed selected what shows a finding; undefined if every run tries it. */
function drawnBy(
  { exchanges }: References,
  { path, exchange, way, isSeeded }: ReportedDeviation & { readonly isSeeded: true | undefined },
): Drawn | undefined {
  if (path !== undefined) return 'at random';
  const { credentials = '' } = exchanges[exchange]?.request ?? {};
  const isInTurn = isSeeded === true || forgeriesInTurn.has(credentials) || way !== undefined;
  return isInTurn ? 'in turn' : undefined;
}

/**
 * Returns a function that gives the state of a deviation in a later run.
 * @param known - all deviations of the earlier run
 * @param results - of the later run
 * @param isSameTried - whether the later run tries every value that the earlier run selected in this way
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

/** Whether a new finding at a parent of the place may have kept the check from looking at the place. */
function hides({ findings }: ComparedResult, pointer: string, earlier: ReadonlySet<string>): boolean {
  return findings.some((finding) => {
    return !earlier.has(finding.fingerprint) && pointer.startsWith(`${generalPointer(finding.pointer)}/`);
  });
}
