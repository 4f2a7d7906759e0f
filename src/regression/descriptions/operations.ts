import {
  breaking,
  compatible,
  type DescriptionDifference,
  type Effect,
  effectsOf,
  partOf,
  presenceDiffers,
  uncomparedDiffers,
  undecided,
} from './difference.ts';
import { type Operation, withoutNames } from './document.ts';
import { requestDiffers, responsesDiffer } from './messages.ts';
import type { Compared } from './parts.ts';
import { securityDiffers } from './security.ts';

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
      return kind === 'webhook' ? differences.map(withRolesExchanged) : differences;
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
function paired(
  before: Operations,
  after: Operations,
): (readonly [Operation | undefined, Operation | undefined])[] {
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

function withRolesExchanged(difference: DescriptionDifference): DescriptionDifference {
  const { consumers, providers } = difference;
  return { ...difference, consumers: withRolesSwapped(providers), providers: withRolesSwapped(consumers) };
}

function withRolesSwapped(effect: Effect): Effect {
  const reason = effect.reason.replaceAll(/consumer|provider/g, (role) =>
    role === 'consumer' ? 'provider' : 'consumer',
  );
  return { ...effect, reason };
}
