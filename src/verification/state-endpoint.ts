import { readJson } from '../http/json.ts';
import { is2xx, is4xx } from '../http/status.ts';
import type { Transport } from '../http/transport.ts';
import { isObject } from '../schema/json.ts';
import type { ProviderState, StateValues } from './pact.ts';

type StateAnswer =
  | { readonly kind: 'done'; readonly values: StateValues }
  /** A 4xx status: the provider does not know the state, or cannot set it up. */
  | { readonly kind: 'refused'; readonly status: number }
  /** No answer, or any other status. `message` is one or two sentences. */
  | { readonly kind: 'failed'; readonly message: string };

export type StateEndpoint = (action: 'setup' | 'teardown', state: ProviderState) => Promise<StateAnswer>;

/** The maximum number of consecutive failures. Then nothing more is sent to the endpoint. */
const maxFailures = 3;

/**
 * Opens the endpoint. Sends no credentials, follows no redirects, and repeats a request only if the endpoint
 * asks to retry later.
 * @param transport - the transport to the endpoint's origin
 * @param path - the endpoint's path and query
 */
export function openStateEndpoint(transport: Transport, path: string): StateEndpoint {
  let failures = 0;
  let last = '';

  return async (action, { name, params }) => {
    if (failures >= maxFailures) return { kind: 'failed', message: last };
    const failed = (message: string): StateAnswer => {
      // A failed teardown does not count, since it keeps no interaction from being verified.
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
  };
}

/**
 * The strings, numbers and booleans in an answer that is a JSON object, except long ones. Empty for any other answer.
 */
function valuesIn(body: Uint8Array): StateValues {
  const json = readJson(body);
  if (json.kind === 'not-json' || !isObject(json.value)) return {};
  return Object.fromEntries(
    Object.entries(json.value).filter(
      ([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && String(value).length <= 1_000,
    ),
  );
}
