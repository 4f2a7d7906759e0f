import type { CheckResult, ReportedDeviation, Waived } from '../conformance/result.ts';
import { forgeriesTakingTurns } from '../harness/forgeries.ts';
import { turnOf } from '../harness/turns.ts';
import { grouped } from '../schema/grouped.ts';
import { generalPointer } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import { headlineOf, headlineOfFields, type References } from './headline.ts';

export interface Baseline extends RunSettings {
  readonly deviations: readonly (KnownDeviation & { readonly state: DeviationState })[];
}

type Results = References & { readonly results: readonly ComparedResult[] };

export function baselineOf(earlier: RunSettings & Results, later: Later): Baseline {
  return sinceBaseline({ ...settingsOf(earlier), deviations: deviationsIn(earlier) }, later);
}

type Earlier = RandomSettings & { readonly deviations: readonly KnownDeviation[] };
type Later = RandomSettings & Pick<Results, 'results'>;

export function sinceBaseline(earlier: RunSettings & Earlier, later: Later): Baseline {
  const stateOf = statesIn(earlier, later);
  return { ...earlier, deviations: earlier.deviations.map((one) => ({ ...one, state: stateOf(one) })) };
}

export function unfixedIn({ deviations }: Baseline): number {
  return deviations.filter(({ state }) => state !== 'fixed').length;
}

/** Settings of a run. If two runs differ in one of these settings, a comparison of their deviations is not exact. */
export interface RunSettings {
  readonly startedAt: string;
  readonly target: string;
  readonly suite: { readonly version: string; readonly description: string };
  readonly seed: number;
  /** The number of random values of each kind (`--runs`). */
  readonly runs: number;
  readonly only?: string | undefined;
  readonly shard?: string | undefined;
}

export function settingsOf({ startedAt, target, suite, seed, runs, only, shard }: RunSettings): RunSettings {
  return {
    ...{ startedAt, target, seed, runs },
    suite: { version: suite.version, description: suite.description },
    ...(only === undefined ? {} : { only }),
    ...(shard === undefined ? {} : { shard }),
  };
}

type Setting = readonly [what: string, of: (run: RunSettings) => string | undefined];

export const commonSettings: readonly Setting[] = [
  ['the target', ({ target }) => target],
  ['the version of case-conformance', ({ suite }) => suite.version],
  ['the digest of the interface description', ({ suite }) => suite.description.slice(0, 12)],
  ['--only', ({ only }) => only],
];

const compared: readonly Setting[] = [...commonSettings, ['--shard', ({ shard }) => shard]];

type RandomSettings = Pick<RunSettings, 'seed' | 'runs'>;

type Drawn = 'at random' | 'in turn';

function triesSameValues(before: RandomSettings, after: RandomSettings, drawn: Drawn): boolean {
  return drawn === 'in turn'
    ? turnOf(after) === turnOf(before)
    : after.seed === before.seed && after.runs >= before.runs;
}

export function differencesBetween(before: RunSettings, after: RunSettings): string[] {
  return compared.flatMap(([what, of]) => {
    const [one, other] = [of(before), of(after)];
    return one === other ? [] : [`${what} (${one ?? 'none'}, then ${other ?? 'none'})`];
  });
}

type ComparedResult = Pick<CheckResult, 'id' | 'operation' | 'isSeeded' | 'remedies' | 'findings'>;

export interface KnownDeviation {
  readonly fingerprint: string;
  readonly requirement: string;
  readonly operation: OperationId;
  /** A JSON pointer with `*` for each array index. */
  readonly pointer: string;
  readonly headline: string;
  readonly checks: readonly string[];
  /** Set if the seed chose the value that showed the deviation. A run with another seed may not find the deviation. */
  readonly drawn?: Drawn;
  readonly waived?: Waived;
}

export interface KnownProblem extends KnownDeviation {
  readonly operations: readonly OperationId[];
}

export function problemsIn(deviations: readonly KnownDeviation[]): KnownProblem[] {
  return grouped(deviations, patternOf).map((all) => ({
    ...all[0],
    headline:
      patternOf(all[0]).startsWith('…') && all.some(({ pointer }) => pointer !== all[0].pointer)
        ? headlineOfFields(patternOf(all[0]), new Set(all.map(({ pointer }) => pointer)).size)
        : all[0].headline,
    operations: [...new Set(all.map(({ operation }) => operation))],
    checks: [...new Set(all.flatMap(({ checks }) => checks))],
  }));
}

/** Equal for fields that are wrong in the same way: `/a is not a date` and `/b is not a date`. */
function patternOf({ requirement, headline, pointer }: KnownDeviation): string {
  return pointer !== '' && headline.startsWith(`${pointer} `)
    ? headline.replace(pointer, '…')
    : `${requirement} ${headline}`;
}

/** Whether a later run still shows a deviation. `fixed` only if the later run repeated the requests that showed it. */
export type DeviationState = 'still-failing' | 'fixed' | 'not-tested';

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

function drawnBy(
  { exchanges }: References,
  { path, exchange, way, isSeeded }: ReportedDeviation & { readonly isSeeded: true | undefined },
): Drawn | undefined {
  if (path !== undefined) return 'at random';
  const { credentials = '' } = exchanges[exchange]?.request ?? {};
  const isInTurn = isSeeded === true || forgeriesTakingTurns.has(credentials) || way !== undefined;
  return isInTurn ? 'in turn' : undefined;
}

export function statesIn(before: Earlier, after: Later): (deviation: KnownDeviation) => DeviationState {
  const { results } = after;
  const later = new Set(results.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint)));
  const earlier = new Set(before.deviations.map(({ fingerprint }) => fingerprint));
  const byId = new Map(results.map((result) => [result.id, result]));
  return ({ fingerprint, pointer, checks, drawn }) => {
    if (later.has(fingerprint)) return 'still-failing';
    if (drawn !== undefined && !triesSameValues(before, after, drawn)) return 'not-tested';
    const isFixed = checks.every((id) => {
      const result = byId.get(id);
      return result !== undefined && result.remedies.length === 0 && !mayHide(result, pointer, earlier);
    });
    return isFixed ? 'fixed' : 'not-tested';
  };
}

/**
 * A new finding at a parent of `pointer`, such as an array that is now a string, may keep the check from reading
 * `pointer`.
 */
function mayHide({ findings }: ComparedResult, pointer: string, earlier: ReadonlySet<string>): boolean {
  return findings.some((finding) => {
    return !earlier.has(finding.fingerprint) && pointer.startsWith(`${generalPointer(finding.pointer)}/`);
  });
}
