import { openTransport } from '../../http/transport.ts';
import { openProviderStates } from '../../verification/provider-states.ts';
import { startRelay } from '../../verification/relay.ts';
import { openStateEndpoint } from '../../verification/state-endpoint.ts';
import type { Bench } from '../../verification/verified-interaction.ts';
import type { Environment } from '../configuration.ts';
import { Failure } from '../failure.ts';
import { startPactVerifier } from './pact-verifier.ts';

/** A bench, and what it takes away again. */
export interface OpenBench extends Bench {
  close(): Promise<void>;
}

/**
 * Opens what interactions are verified with.
 * @param stateUrl - the provider's endpoint for states; undefined where it has none
 * @param timeoutMs - for each answer of that endpoint
 * @throws {Failure} when the URL is none, or Pact's verifier is not installed
 */
export async function openBench(
  stateUrl: string | undefined,
  timeoutMs: number,
  environment: Environment,
): Promise<OpenBench> {
  const address = stateUrl === undefined ? undefined : addressOf(stateUrl);
  const verifier = await startPactVerifier(environment);
  const relay = await startRelay();
  const pace = { timeoutMs, requestsPerSecond: Number.POSITIVE_INFINITY, concurrency: 1 };
  const transport = address === undefined ? undefined : openTransport({ baseUrl: address.origin, ...pace });
  const endpoint =
    transport === undefined || address === undefined ? undefined : openStateEndpoint(transport, address.path);
  return {
    ...{ verifier, relay, states: openProviderStates(endpoint) },
    close: async () => {
      await verifier.close();
      await relay.close();
      await transport?.close();
    },
  };
}

function addressOf(url: string): { readonly origin: string; readonly path: string } {
  const { protocol, origin, pathname, search, username, hash } = URL.canParse(url)
    ? new URL(url)
    : new URL('none:');
  if (!/^https?:$/.test(protocol) || username !== '' || hash !== '') {
    throw new Failure(
      'CALL_NOT_UNDERSTOOD',
      '--state-url must be a URL such as http://127.0.0.1:8081/provider-states, without a user and a fragment.',
    );
  }
  return { origin, path: `${pathname}${search}` };
}
