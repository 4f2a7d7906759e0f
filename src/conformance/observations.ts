import type { Observation } from '../checks/session.ts';
import type { SeenObservation } from './result.ts';

/** Gathers the observations of a run: one for each subject, with every value that was seen of it. */
export function createObservations(): {
  add(observation: Observation): void;
  seen(): SeenObservation[];
} {
  const bySubject = new Map<string, { requirement: string; subject: string; values: Set<string> }>();
  return {
    add({ requirement, subject, value }) {
      const key = `${requirement} ${subject}`;
      const known = bySubject.get(key);
      if (known === undefined) bySubject.set(key, { requirement, subject, values: new Set([value]) });
      else known.values.add(value);
    },
    seen() {
      return [...bySubject.entries()]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { values, ...observed }]) => ({ ...observed, values: [...values].sort() }));
    },
  };
}
