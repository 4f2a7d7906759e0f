import type { Compared } from './bodies.ts';
import type { DescriptionDifference, Effect } from './difference.ts';
import type { Operation } from './document.ts';
import { compatible, undecided } from './effects.ts';
import { operationDiffers, pairedOperations } from './operations.ts';
import { wholeDifference } from './whole.ts';

type Webhooks = ReadonlyMap<string, Operation>;

/**
 * The differences between webhooks. The provider makes these calls, so the effects on consumers and providers are
 * exchanged.
 */
export function webhooksDiffer(
  before: Webhooks,
  after: Webhooks,
  compared: Compared,
): DescriptionDifference[] {
  return pairedOperations(before, after).flatMap(({ before: old, after: now }) => {
    if (old === undefined) return now === undefined ? [] : [webhookAdded(now)];
    if (now === undefined) return [webhookGone(old)];
    return operationDiffers(old, now, compared).map(withRolesExchanged);
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

function webhookAdded({ name }: Operation): DescriptionDifference {
  return wholeDifference(name, 'webhook', 'webhooks', 'The webhook is described now', {
    consumers: compatible('Nobody has asked for it yet.'),
    providers: undecided('Whether every provider must call it is not said.'),
  });
}

function webhookGone({ name }: Operation): DescriptionDifference {
  const effect = undecided('Whether a provider still sends it is not said.');
  return wholeDifference(name, 'webhook', 'webhooks', 'The webhook is not described any more', {
    consumers: effect,
    providers: effect,
  });
}
