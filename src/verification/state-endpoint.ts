import { readJson } from '../http/json.ts';
import { is2xx, is4xx } from '../http/status.ts';
import type { Transport } from '../http/transport.ts';
import { typeInWords } from '../validation/words.ts';
import type { ProviderState } from './pact.ts';

/** How a provider answers when it is told of a state. */
export type StateAnswer =
  | { readonly kind: 'done'; readonly values: Readonly<Record<string, unknown>> }
  /** With a status of 4xx: it does not know the state, or cannot meet it. */
  | { readonly kind: 'refused'; readonly status: number }
  /** Not at all, or with any other status; `message` is one or two plain sentences. */
  | { readonly kind: 'failed'; readonly message: string };

/** The provider's endpoint for states, by the protocol that Pact's verifiers share. */
export interface StateEndpoint {
  change(action: 'setup' | 'teardown', state: ProviderState): Promise<StateAnswer>;
}

/** After so many failures in a row, nothing more is asked of it. */
const patience = 3;

/**
 * Opens the endpoint. It is sent no credentials, no redirect of it is followed, and nothing is sent to it twice but
 * what it asks to be sent later.
 * @param transport - to its origin
 * @param path - its path and query
 */
export function openStateEndpoint(transport: Transport, path: string): StateEndpoint {
  let failures = 0;
  let last = '';

  async function change(action: 'setup' | 'teardown', { name, params }: ProviderState): Promise<StateAnswer> {
    if (failures >= patience) return { kind: 'failed', message: last };
    const failed = (message: string): StateAnswer => {
      // How a teardown is answered is the provider's own business.
      if (action === 'setup') {
        failures += 1;
        last = message;
      }
      return { kind: 'failed', message };
    };
    const delivery = await transport.send({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ action, state: name, params }),
    });
    if (delivery.kind !== 'answered')
      return failed(`The state endpoint gives no answer: ${delivery.message}`);
    const { status, body } = delivery;
    const isDone = is2xx(status);
    if (!isDone && !is4xx(status))
      return failed(
        `The state endpoint answers ${status} to the state '${name}'. It must answer 2xx, or 4xx where it cannot meet a state.`,
      );
    if (action === 'setup') failures = 0;
    return isDone ? { kind: 'done', values: valuesIn(body) } : { kind: 'refused', status };
  }

  return { change };
}

/** The texts, numbers and truths of an answer that is a JSON object, where they are short; none of any other. */
function valuesIn(body: Uint8Array): Readonly<Record<string, unknown>> {
  const json = readJson(body);
  if (json.kind === 'not-json' || typeInWords(json.value) !== 'an object') return {};
  return Object.fromEntries(
    Object.entries(json.value as object).filter(
      ([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && String(value).length <= 1_000,
    ),
  );
}
