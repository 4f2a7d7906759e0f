import type { Compared } from './bodies.ts';
import type { Holders } from './change.ts';
import type { DescriptionDifference, Witness } from './difference.ts';
import { type Operation, withoutNames } from './document.ts';
import { breaking, compatible, undecided } from './effects.ts';
import { parametersDiffer } from './parameters.ts';
import { requestDiffers } from './requests.ts';
import { responsesDiffer } from './responses.ts';
import { securityDiffers } from './security.ts';
import { wholeDifference } from './whole.ts';

type Operations = ReadonlyMap<string, Operation>;

export function operationsDiffer(
  before: Operations,
  after: Operations,
  compared: Compared,
): DescriptionDifference[] {
  return pairedOperations(before, after).flatMap(({ before: old, after: now }) => {
    if (old === undefined) return now === undefined ? [] : [operationAdded(now)];
    return now === undefined ? [operationGone(old)] : operationDiffers(old, now, compared);
  });
}

/**
 * Pairs the operations of both descriptions: by name, else by a path that differs only in the names of its parameters.
 */
export function pairedOperations(before: Operations, after: Operations): Holders<Operation>[] {
  const old = [...before.values()];
  const names = new Set(old.map(({ name }) => name));
  const kept = new Map([...after.values()].map((one) => [one.name, one]));
  const others = Map.groupBy(
    [...after.values()].filter(({ name }) => !names.has(name)),
    ({ name }) => withoutNames(name),
  );
  const pairs = old.map((one) => ({
    before: one,
    after: kept.get(one.name) ?? others.get(withoutNames(one.name))?.shift(),
  }));
  const added = [...others.values()].flat();
  return [...pairs, ...added.map((one) => ({ before: undefined, after: one }))];
}

/** The differences of an operation that both describe. */
export function operationDiffers(
  old: Operation,
  now: Operation,
  compared: Compared,
): DescriptionDifference[] {
  return [
    ...securityDiffers(old, now),
    ...parametersDiffer(old, now, compared),
    ...requestDiffers(old, now, compared),
    ...responsesDiffer(old, now, compared),
    ...unreadDiffers(old, now),
  ];
}

/** Parts that changed and are not compared. */
function unreadDiffers(old: Operation, now: Operation): DescriptionDifference[] {
  return Object.keys(old.unread)
    .filter((what) => old.unread[what] !== now.unread[what])
    .map((what) => {
      const effect = undecided('It is not compared.');
      const message = `What is written of ${what} is not as it was`;
      return wholeDifference(old.name, what, what, message, { consumers: effect, providers: effect });
    });
}

function operationAdded({ name }: Operation): DescriptionDifference {
  const witness: Witness = { operation: name, acceptedBy: 'after' };
  return wholeDifference(name, 'operation', 'paths', 'The operation is described now', {
    consumers: compatible('No consumer calls it yet.'),
    providers: breaking('A consumer may newly call it.', witness),
  });
}

function operationGone({ name }: Operation): DescriptionDifference {
  const witness: Witness = { operation: name, acceptedBy: 'before' };
  return wholeDifference(name, 'operation', 'paths', 'The operation is not described any more', {
    consumers: breaking('A consumer could call it until now.', witness),
    providers: compatible('Nobody has to answer it any more.'),
  });
}
