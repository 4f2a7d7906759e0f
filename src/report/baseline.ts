import { type Circumstances, circumstancesOf, type Tried, triesTheSame } from './circumstances.ts';
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
