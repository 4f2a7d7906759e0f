import {
  type ComparedResult,
  type DeviationState,
  deviationsIn,
  type KnownDeviation,
  statesIn,
} from './known-deviations.ts';

/** An earlier run and the present state of its deviations. */
export interface Baseline extends Circumstances {
  readonly deviations: readonly (KnownDeviation & { readonly state: DeviationState })[];
}

interface Results {
  readonly results: readonly ComparedResult[];
}

/** The earlier report as the baseline of a later run. */
export function baselineOf(earlier: Circumstances & Results, later: Tried & Results): Baseline {
  return sinceBaseline({ ...circumstancesOf(earlier), deviations: deviationsIn(earlier.results) }, later);
}

/** The baseline with the state of its deviations according to a later run. */
export function sinceBaseline(
  earlier: Circumstances & { readonly deviations: readonly KnownDeviation[] },
  later: Tried & Results,
): Baseline {
  const stateOf = statesIn(earlier.deviations, later.results, triesTheSame(earlier, later));
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

const compared: readonly (readonly [what: string, of: (run: Circumstances) => string | undefined])[] = [
  ['the target', ({ target }) => target],
  ['the version of case-conformance', ({ suite }) => suite.version],
  ['the digest of the interface description', ({ suite }) => suite.description.slice(0, 12)],
  ['--only', ({ only }) => only],
  ['--shard', ({ shard }) => shard],
];

/** The settings that determine a run's random values. */
export type Tried = Pick<Circumstances, 'seed' | 'runs'>;

/** Whether a later run tries all random values of an earlier one. */
export function triesTheSame(before: Tried, after: Tried): boolean {
  return after.seed === before.seed && after.runs >= before.runs;
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
