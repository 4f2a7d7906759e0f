import type { Observation } from '../harness/session.ts';
import type { SeenObservation } from './result.ts';

/** Gathers the observations of a run: one for each subject, with every value that was seen of it. */
export function createObservations(): {
  add(observation: Observation): void;
  seen(): SeenObservation[];
} {
  const values = new Map<string, Set<string>>();
  return {
    add({ requirement, subject, value }) {
      const id = `${requirement}:${subject.replaceAll(/\s+/g, '-')}`;
      values.set(id, (values.get(id) ?? new Set()).add(value));
    },
    seen: () => united([...values].map(([id, seen]) => ({ id, values: [...seen] }))),
  };
}

/** The observations by their id, one for each, with the values of all that have it. */
export function united(observations: readonly SeenObservation[]): SeenObservation[] {
  return [...Map.groupBy(observations, ({ id }) => id)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...others]]) => {
      if (first === undefined) return [];
      const values = new Set([first, ...others].flatMap((one) => one.values));
      return [{ ...first, values: [...values].sort() }];
    });
}
