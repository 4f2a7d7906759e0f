import type { SeenObservation } from '../conformance/result.ts';
import type { PresentSuite, SuiteRecord } from './added-checks.ts';

/** The content of a lock file: observations of a target that are accepted until they change. */
export interface Lock {
  readonly formatVersion: '1.0';
  readonly suite: SuiteRecord;
  /** The target's name in reports, usually its base URL. */
  readonly target: string;
  readonly observations: Readonly<Record<string, readonly string[]>>;
}

export type ObservationChange =
  | { readonly kind: 'new'; readonly id: string; readonly after: readonly string[] }
  | {
      readonly kind: 'changed';
      readonly id: string;
      readonly before: readonly string[];
      readonly after: readonly string[];
    }
  | { readonly kind: 'gone'; readonly id: string; readonly before: readonly string[] };

interface LockCircumstances {
  readonly suite: PresentSuite;
  readonly target: string;
  /** The earlier lock, if the run was partial. The new lock keeps its observations that the run did not make. */
  readonly kept?: Lock | undefined;
  readonly ran: readonly string[];
}

/** Makes the new lock. Equal observations give an equal file. */
export function lockOf(
  observations: readonly SeenObservation[],
  { suite, target, kept, ran }: LockCircumstances,
): Lock {
  const accepted = new Map(Object.entries(kept?.observations ?? {}));
  for (const { id, values } of observations) {
    if (!includesAll(accepted.get(id), values)) accepted.set(id, values);
  }
  return {
    formatVersion: '1.0',
    suite: acceptedSuite(kept, ran, suite),
    target,
    observations: Object.fromEntries([...accepted].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/**
 * The suite to record in a lock. If new checks have not run yet, the earlier suite stays, with the checks
 * that have run added.
 */
function acceptedSuite(kept: Lock | undefined, ran: readonly string[], present: PresentSuite): SuiteRecord {
  if (kept?.suite.checks === undefined) return present;
  const known = new Set([...kept.suite.checks, ...ran]);
  const checks = present.checks.filter((id) => known.has(id));
  return checks.length === present.checks.length ? present : { ...kept.suite, checks };
}

/**
 * The observations that differ from the lock, sorted by id.
 * @param isPartial - whether the run may have missed some observations; a missing observation then does not count as
 * changed
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
  const isSame = includesAll(before, after) && (isPartial || includesAll(after, before));
  return isSame ? undefined : { kind: 'changed', id, before, after };
}

function includesAll(accepted: readonly string[] | undefined, values: readonly string[]): boolean {
  return accepted !== undefined && values.every((value) => accepted.includes(value));
}
