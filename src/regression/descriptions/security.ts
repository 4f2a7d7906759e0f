import type { DescriptionDifference } from './difference.ts';
import type { Credentials, Operation } from './document.ts';
import { breaking, compatible } from './effects.ts';
import { wholeDifference } from './whole.ts';
import { listed } from './words.ts';

/** Which credentials suffice no longer, or newly. */
export function securityDiffers(old: Operation, now: Operation): DescriptionDifference[] {
  const lost = old.security.filter((one) => !now.security.some((other) => suffices(one, other)));
  const gained = now.security.filter((one) => !old.security.some((other) => suffices(one, other)));
  if (lost.length + gained.length === 0) return [];
  const { name: operation } = old;
  const clauses = [
    ...(lost.length === 0 ? [] : [`no longer takes a call with ${listed(lost.map(inWords))}`]),
    ...(gained.length === 0 ? [] : [`takes a call with ${listed(gained.map(inWords))} now`]),
  ];
  return [
    wholeDifference(operation, 'security', 'security', `The operation ${clauses.join(', and ')}`, {
      consumers:
        lost.length > 0
          ? breaking('A consumer could call it so until now.', { operation, acceptedBy: 'before' })
          : compatible('What sufficed until now still does.'),
      providers:
        gained.length > 0
          ? breaking('A consumer may newly call it so.', { operation, acceptedBy: 'after' })
          : compatible('All that suffices now did so before.'),
    }),
  ];
}

/** Whether who has the one credentials also has the other. */
function suffices(one: Credentials, other: Credentials): boolean {
  return [...other].every(([scheme, { scopes }]) => {
    const own = one.get(scheme);
    return own !== undefined && scopes.every((scope) => own.scopes.includes(scope));
  });
}

function inWords(credentials: Credentials): string {
  if (credentials.size === 0) return 'no credentials';
  return [...credentials.values()]
    .map(({ name, scopes }) => (scopes.length === 0 ? name : `${name} (${scopes.join(', ')})`))
    .join(' and ');
}
