import type { Observation } from '../harness/session.ts';
import type { SeenObservation } from './result.ts';

export function groupedObservations(observations: readonly Observation[]): SeenObservation[] {
  return mergedObservations(
    observations.map(({ requirement, subject, value }) => ({
      id: `${requirement}:${subject.replaceAll(/\s+/g, '-')}`,
      values: [value],
    })),
  );
}

export function mergedObservations(observations: readonly SeenObservation[]): SeenObservation[] {
  return [...Map.groupBy(observations, ({ id }) => id)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...others]]) => {
      if (first === undefined) return [];
      const values = new Set([first, ...others].flatMap((one) => one.values));
      return [{ ...first, values: [...values].sort() }];
    });
}
