import { openTransport, type Transport, type TransportOptions } from '../../http/transport.ts';
import { openProviderStates, type ProviderStates } from '../../verification/provider-states.ts';
import { startRelay } from '../../verification/relay.ts';
import { openStateEndpoint } from '../../verification/state-endpoint.ts';
import type { VerificationTools } from '../../verification/verified-interaction.ts';
import type { Environment } from '../environment.ts';
import { given } from '../given.ts';
import { startPactVerifier } from './pact-process.ts';

/** What interactions are verified with, until it is closed. */
interface OpenTools extends VerificationTools {
  close(): Promise<void>;
}

/**
 * Opens what interactions are verified with.
 * @param stateUrl - the provider's endpoint for states; undefined where it has none
 * @param options - for each answer of the provider, and of that endpoint
 * @throws {Failure} when Pact's verifier is not installed
 */
export async function openTools(
  stateUrl: URL | undefined,
  { timeoutMs, insecureTls }: Pick<TransportOptions, 'timeoutMs' | 'insecureTls'>,
  environment: Environment,
): Promise<OpenTools> {
  // What can fail comes first: nothing is open then.
  const verifier = await startPactVerifier(environment, timeoutMs);
  const relay = await startRelay();
  const pace = {
    timeoutMs,
    ...given({ insecureTls }),
    requestsPerSecond: Number.POSITIVE_INFINITY,
    concurrency: 1,
  };
  const transport = stateUrl === undefined ? undefined : openTransport({ baseUrl: stateUrl.origin, ...pace });
  return {
    verifier,
    relay,
    states: statesOf(stateUrl, transport),
    close: async () => {
      await Promise.allSettled([verifier.close(), relay.close(), transport?.close()]);
    },
  };
}

function statesOf(stateUrl: URL | undefined, transport: Transport | undefined): ProviderStates {
  if (stateUrl === undefined || transport === undefined) return openProviderStates(undefined);
  return openProviderStates(openStateEndpoint(transport, `${stateUrl.pathname}${stateUrl.search}`));
}
