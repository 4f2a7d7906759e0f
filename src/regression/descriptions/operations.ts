import {
  breaking,
  compatible,
  type DescriptionDifference,
  type Effect,
  partDifference,
  partOf,
  uncomparedDiffers,
  undecided,
} from './difference.ts';
import { type Operation, withoutNames } from './document.ts';
import type { Compared } from './parts.ts';
import { requestDiffers } from './requests.ts';
import { responsesDiffer } from './responses.ts';
import { securityDiffers } from './security.ts';

type Operations = ReadonlyMap<string, Operation>;

export function operationsDiffer(
  before: Operations,
  after: Operations,
  compared: Compared,
): DescriptionDifference[] {
  return paired(before, after).flatMap(([old, now]) => {
    if (old === undefined) return now === undefined ? [] : [operationAdded(now)];
    return now === undefined ? [operationGone(old)] : operationDiffers(old, now, compared);
  });
}

/**
 * The differences between webhooks. The provider makes these calls, so the effects on consumers and providers are
 * exchanged.
 */
export function webhooksDiffer(
  before: Operations,
  after: Operations,
  compared: Compared,
): DescriptionDifference[] {
  return paired(before, after).flatMap(([old, now]) => {
    if (old === undefined) return now === undefined ? [] : [webhookAdded(now)];
    if (now === undefined) return [webhookGone(old)];
    return operationDiffers(old, now, compared).map(withRolesExchanged);
  });
}

/**
 * Pairs the operations of both descriptions: by name, else by a path that differs only in the names of its parameters.
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

function operationAdded(now: Operation): DescriptionDifference {
  const part = partOf('operation', undefined, now);
  return partDifference(part, 'operation-added', 'The operation is described now', {
    consumers: compatible('No consumer calls it yet.'),
    providers: breaking('A consumer may newly call it.', 'after'),
  });
}

function operationGone(old: Operation): DescriptionDifference {
  const part = partOf('operation', old, undefined);
  return partDifference(part, 'operation-removed', 'The operation is not described any more', {
    consumers: breaking('A consumer could call it until now.', 'before'),
    providers: compatible('Nobody has to answer it any more.'),
  });
}

function webhookAdded(now: Operation): DescriptionDifference {
  const part = partOf('webhook', undefined, now);
  return partDifference(part, 'webhook-added', 'The webhook is described now', {
    consumers: compatible('Nobody has asked for it yet.'),
    providers: undecided('Whether every provider must call it is not said.'),
  });
}

function webhookGone(old: Operation): DescriptionDifference {
  const part = partOf('webhook', old, undefined);
  return partDifference(part, 'webhook-removed', 'The webhook is not described any more', {
    consumers: breaking('A consumer could wait for it until now.', 'before'),
    providers: breaking('A provider could send it until now.', 'before'),
  });
}

function withRolesExchanged(difference: DescriptionDifference): DescriptionDifference {
  const { consumers, providers } = difference;
  return { ...difference, consumers: ofTheOther(providers), providers: ofTheOther(consumers) };
}

function ofTheOther(effect: Effect): Effect {
  const reason = effect.reason.replaceAll(/consumer|provider/g, (role) =>
    role === 'consumer' ? 'provider' : 'consumer',
  );
  return { ...effect, reason };
}
