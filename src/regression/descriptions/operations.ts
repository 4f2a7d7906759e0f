import {
  breaking,
  compatible,
  type DescriptionDifference,
  type Effect,
  effectsOf,
  partDifference,
  partOf,
  presenceDiffers,
  uncomparedDiffers,
  undecided,
} from './difference.ts';
import { type Credentials, type Operation, withoutNames } from './document.ts';
import { requestDiffers, responsesDiffer } from './messages.ts';
import type { Compared } from './parts.ts';
import { listed } from './words.ts';

type Operations = ReadonlyMap<string, Operation>;

/** The provider calls a webhook, so consumer and provider exchange roles. */
export function operationsDiffer(
  kind: 'operation' | 'webhook',
  before: Operations,
  after: Operations,
  compared: Compared,
): DescriptionDifference[] {
  return paired(before, after).flatMap(([old, now]) => {
    if (old !== undefined && now !== undefined) {
      const differences = operationDiffers(old, now, compared);
      if (kind === 'operation') return differences;
      return differences.map(({ consumers, providers, ...difference }) => ({
        ...difference,
        ...{ consumers: withRolesSwapped(providers), providers: withRolesSwapped(consumers) },
      }));
    }
    const isNew = old === undefined;
    const effects =
      kind === 'webhook'
        ? effectsOfWebhook[isNew ? 'added' : 'removed']
        : effectsOf('consumer', 'call it', { before: !isNew, after: isNew });
    return [presenceDiffers(partOf(kind, old, now), kind, `The ${kind}`, isNew, effects)];
  });
}

const effectsOfWebhook = {
  added: {
    consumers: compatible('Nobody has asked for it yet.'),
    providers: undecided('The description does not say whether every provider must call it.'),
  },
  removed: {
    consumers: breaking('A consumer could wait for it until now.', 'before'),
    providers: breaking('A provider could send it until now.', 'before'),
  },
};

/**
 * Pairs the operations of both descriptions: by method and path, or else by paths that differ only in the names of
 * parameters.
 */
function paired(before: Operations, after: Operations) {
  const old = [...before.values()];
  const names = new Set(old.map(({ name }) => name));
  const kept = new Map([...after.values()].map((one) => [one.name, one]));
  const others = Map.groupBy(
    [...after.values()].filter(({ name }) => !names.has(name)),
    ({ name }) => withoutNames(name),
  );
  const pairs = old.map(
    (one) => [one, kept.get(one.name) ?? others.get(withoutNames(one.name))?.shift()] as const,
  );
  const added = [...others.values()].flat();
  return [...pairs, ...added.map((one) => [undefined, one] as const)];
}

function operationDiffers(old: Operation, now: Operation, compared: Compared): DescriptionDifference[] {
  return [
    ...securityDiffers(old, now),
    ...requestDiffers(old, now, compared),
    ...responsesDiffer(old, now, compared),
    ...uncomparedDiffers((name) => partOf(name, old, now), old.uncompared, now.uncompared),
  ];
}

function securityDiffers(old: Operation, now: Operation): DescriptionDifference[] {
  const lost = old.security.filter((one) => !now.security.some((other) => suffices(one, other)));
  const gained = now.security.filter((one) => !old.security.some((other) => suffices(one, other)));
  if (lost.length + gained.length === 0) return [];
  const names = new Set(lost.map(inWordsOf(false)));
  const inWords = inWordsOf(gained.map(inWordsOf(false)).some((name) => names.has(name)));
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

/** @param hasKinds - whether to say of what kind each scheme is, since two schemes have the same name */
function inWordsOf(hasKinds: boolean): (credentials: Credentials) => string {
  return (credentials) => {
    const words = [...credentials.values()].map(({ name, kind, scopes }) => {
      const details = hasKinds ? [kind, ...scopes] : scopes;
      return details.length === 0 ? name : `${name} (${details.join(', ')})`;
    });
    return words.length === 0 ? 'no credentials' : words.join(' and ');
  };
}

function withRolesSwapped(effect: Effect): Effect {
  const reason = effect.reason.replaceAll(/consumer|provider/g, (role) =>
    role === 'consumer' ? 'provider' : 'consumer',
  );
  return { ...effect, reason };
}
