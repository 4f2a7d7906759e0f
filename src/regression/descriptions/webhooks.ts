import { type Compared, partDiffers } from './bodies.ts';
import type { DescriptionDifference } from './difference.ts';
import type { Operation } from './document.ts';
import { compatible, undecided } from './effects.ts';
import { pairedMedia } from './media.ts';
import { wholeDifference } from './whole.ts';

type Webhooks = ReadonlyMap<string, Operation>;

/** How the calls differ that a provider makes: what it sends is to its consumers as an answer is. */
export function webhooksDiffer(
  before: Webhooks,
  after: Webhooks,
  compared: Compared,
): DescriptionDifference[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const old = before.get(key);
    const now = after.get(key);
    if (old === undefined || now === undefined) return [webhookAlone(key, old === undefined)];
    const part = { operation: nameOf(key), name: 'webhook body', direction: 'response' } as const;
    return pairedMedia(old.request?.media ?? new Map(), now.request?.media ?? new Map()).flatMap(
      ({ type, before: one, after: other }) =>
        one !== undefined && other !== undefined
          ? partDiffers(compared, part, one, other)
          : [
              notCompared(
                nameOf(key),
                `A body of ${type} is ${one === undefined ? 'described now' : 'not described any more'}`,
              ),
            ],
    );
  });
}

function nameOf(key: string): string {
  return `webhook ${key}`;
}

function webhookAlone(key: string, isNew: boolean): DescriptionDifference {
  if (!isNew) return notCompared(nameOf(key), 'The webhook is not described any more');
  return wholeDifference(nameOf(key), 'webhook', 'webhooks', 'The webhook is described now', {
    consumers: compatible('Nobody has asked for it yet.'),
    providers: undecided('Whether every provider must call it is not said.'),
  });
}

function notCompared(name: string, message: string): DescriptionDifference {
  const effect = undecided('Whether a provider still sends it is not said.');
  return wholeDifference(name, 'webhook', 'webhooks', message, { consumers: effect, providers: effect });
}
