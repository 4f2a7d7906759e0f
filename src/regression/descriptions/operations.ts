import type { Compared } from './bodies.ts';
import type { DescriptionDifference, Witness } from './difference.ts';
import type { Operation } from './document.ts';
import { breaking, compatible, undecided } from './effects.ts';
import { parametersDiffer } from './parameters.ts';
import { requestDiffers } from './requests.ts';
import { responsesDiffer } from './responses.ts';
import { securityDiffers } from './security.ts';
import { wholeDifference } from './whole.ts';

/** How the operations of two descriptions differ. */
export function operationsDiffer(
  before: ReadonlyMap<string, Operation>,
  after: ReadonlyMap<string, Operation>,
  compared: Compared,
): DescriptionDifference[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].flatMap((key) => {
    const old = before.get(key);
    const now = after.get(key);
    if (old === undefined) return now === undefined ? [] : [operationAdded(now)];
    if (now === undefined) return [operationGone(old)];
    return [
      ...securityDiffers(old, now),
      ...parametersDiffer(old, now, compared),
      ...requestDiffers(old, now, compared),
      ...responsesDiffer(old, now, compared),
      ...unreadDiffers(old, now),
    ];
  });
}

/** What is written otherwise, and not compared. */
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
