import type { Observation } from '../harness/session.ts';
import { grouped } from '../schema/grouped.ts';
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
  return grouped(observations, ({ id }) => id)
    .map((same) => ({ ...same[0], values: [...new Set(same.flatMap(({ values }) => values))].sort() }))
    .sort(({ id: one }, { id: other }) => (one < other ? -1 : 1));
}
