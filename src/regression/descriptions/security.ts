import { type DescriptionDifference, effectsOf, partDifference, partOf } from './difference.ts';
import type { Credential, Credentials, Operation } from './document.ts';
import { listed } from './words.ts';

export function securityDiffers(old: Operation, now: Operation): DescriptionDifference[] {
  const lost = old.security.filter((one) => !now.security.some((other) => suffices(one, other)));
  const gained = now.security.filter((one) => !old.security.some((other) => suffices(one, other)));
  if (lost.length + gained.length === 0) return [];
  const names = new Set(lost.map(nameInWords));
  const inWords = gained.some((one) => names.has(nameInWords(one))) ? kindInWords : nameInWords;
  const clauses = [
    ...(lost.length === 0 ? [] : [`no longer takes a call with ${listed(lost.map(inWords))}`]),
    ...(gained.length === 0 ? [] : [`takes a call with ${listed(gained.map(inWords))} now`]),
  ];
  return [
    partDifference(
      partOf('security', old, now),
      `security-${lost.length === 0 ? 'widened' : gained.length === 0 ? 'narrowed' : 'changed'}`,
      `The operation ${clauses.join(', and ')}`,
      effectsOf('consumer', 'call it so', { before: lost.length > 0, after: gained.length > 0 }),
    ),
  ];
}

function suffices(one: Credentials, other: Credentials): boolean {
  return [...other].every(([scheme, { scopes }]) => {
    const own = one.get(scheme);
    return own !== undefined && scopes.every((scope) => own.scopes.includes(scope));
  });
}

function nameInWords(credentials: Credentials): string {
  return joined(credentials, ({ name, scopes }) =>
    scopes.length === 0 ? name : `${name} (${scopes.join(', ')})`,
  );
}

function kindInWords(credentials: Credentials): string {
  return joined(credentials, ({ name, kind, scopes }) => `${name} (${[kind, ...scopes].join(', ')})`);
}

function joined(credentials: Credentials, inWords: (one: Credential) => string): string {
  return credentials.size === 0 ? 'no credentials' : [...credentials.values()].map(inWords).join(' and ');
}
