import type { SeenObservation } from '../conformance/result.ts';
import type { PresentSuite, SuiteRecord } from './added-checks.ts';

/** What was observed of a target and is accepted, until it changes. */
export interface Lock {
  readonly formatVersion: '1.0';
  /** The suite whose checks it knows. */
  readonly suite: SuiteRecord;
  /** What the target's report is called by: its base URL. */
  readonly target: string;
  /** The values of each observation, by its id. */
  readonly observations: Readonly<Record<string, readonly string[]>>;
}

/** How an observation differs from what a lock has of it. */
export type ObservationChange =
  | { readonly kind: 'new'; readonly id: string; readonly after: readonly string[] }
  | {
      readonly kind: 'changed';
      readonly id: string;
      readonly before: readonly string[];
      readonly after: readonly string[];
    }
  | { readonly kind: 'gone'; readonly id: string; readonly before: readonly string[] };

/** Whose observations a lock is of. */
interface LockCircumstances {
  readonly suite: PresentSuite;
  readonly target: string;
  /** The lock of earlier, where the run looked at a part only: what it did not observe is kept. */
  readonly kept?: Lock | undefined;
  /** The ids of the checks that the run came to. */
  readonly ran: readonly string[];
}

/** The lock that accepts the observations; the same for the same observations, to the byte. */
export function lockOf(
  observations: readonly SeenObservation[],
  { suite, target, kept, ran }: LockCircumstances,
): Lock {
  const accepted = new Map(Object.entries(kept?.observations ?? {}));
  for (const { id, values } of observations) {
    if (!holds(accepted.get(id), values)) accepted.set(id, values);
  }
  return {
    formatVersion: '1.0',
    suite: acceptedSuite(kept, ran, suite),
    target,
    observations: Object.fromEntries([...accepted].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** The suite whose checks are known from then on: as long as some of the new ones were not run, it is the earlier one. */
function acceptedSuite(kept: Lock | undefined, ran: readonly string[], present: PresentSuite): SuiteRecord {
  if (kept?.suite.checks === undefined) return present;
  const known = new Set([...kept.suite.checks, ...ran]);
  const checks = present.checks.filter((id) => known.has(id));
  return checks.length === present.checks.length ? present : { ...kept.suite, checks };
}

/**
 * What of the observations is not as the lock has it, by their ids.
 * @param isPartial - whether the run may have missed some: then what was not seen has not changed
 */
export function changesSince(
  lock: Pick<Lock, 'observations'>,
  observations: readonly SeenObservation[],
  isPartial: boolean,
): ObservationChange[] {
  const seen = new Map(observations.map(({ id, values }) => [id, values]));
  const locked = new Map(Object.entries(lock.observations));
  const ids = [...new Set([...locked.keys(), ...seen.keys()])].sort();
  return ids.flatMap((id) => changeOf(id, locked.get(id), seen.get(id), isPartial) ?? []);
}

function changeOf(
  id: string,
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
  isPartial: boolean,
): ObservationChange | undefined {
  if (before === undefined) return after === undefined ? undefined : { kind: 'new', id, after };
  if (after === undefined) return isPartial ? undefined : { kind: 'gone', id, before };
  const isSame = holds(before, after) && (isPartial || holds(after, before));
  return isSame ? undefined : { kind: 'changed', id, before, after };
}

/** Whether all of the values are among those accepted. */
function holds(accepted: readonly string[] | undefined, values: readonly string[]): boolean {
  return accepted !== undefined && values.every((value) => accepted.includes(value));
}
