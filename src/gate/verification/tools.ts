import type { Masking } from '../../http/masking.ts';
import { openTransport, type Transport, type TransportOptions } from '../../http/transport.ts';
import { openProviderStates, type ProviderStates } from '../../verification/provider-states.ts';
import { startRelay } from '../../verification/relay.ts';
import { openStateEndpoint } from '../../verification/state-endpoint.ts';
import type { VerificationTools } from '../../verification/verified-interaction.ts';
import type { Environment } from '../environment.ts';
import { given } from '../gate-target.ts';
import { startPactVerifier } from './pact-process.ts';

interface OpenTools extends VerificationTools {
  close(): Promise<void>;
}

/**
 * Opens the tools of a verification.
 * @param stateUrl - the provider's state endpoint; undefined if it has none
 * @param toProvider - how to reach the provider
 * @throws {Failure} if Pact's verifier is not installed
 */
export async function openTools(
  stateUrl: URL | undefined,
  toProvider: TransportOptions,
  environment: Environment,
  mask: Masking,
): Promise<OpenTools> {
  const { timeoutMs } = toProvider;
  // Started first: if this fails, nothing else has to be closed.
  const verifier = await startPactVerifier(environment, timeoutMs);
  const relay = await startRelay();
  const transport = stateUrl === undefined ? undefined : openStateTransport(stateUrl, toProvider);
  return {
    verifier,
    relay,
    states: statesOf(stateUrl, transport),
    mask,
    close: async () => {
      await Promise.allSettled([verifier.close(), relay.close(), transport?.close()]);
    },
  };
}

function statesOf(stateUrl: URL | undefined, transport: Transport | undefined): ProviderStates {
  if (stateUrl === undefined || transport === undefined) return openProviderStates(undefined);
  return openProviderStates(openStateEndpoint(transport, `${stateUrl.pathname}${stateUrl.search}`));
}

/**
 * Opens the transport to the state endpoint. Proxy, headers and client certificate are for the provider's own host
 * only; trusted authorities apply to both hosts.
 */
export function openStateTransport({ origin }: URL, toProvider: TransportOptions): Transport {
  const { timeoutMs, insecureTls, authorities } = toProvider;
  const isOfProvider = origin === new URL(toProvider.baseUrl).origin;
  return openTransport({
    ...(isOfProvider ? toProvider : { timeoutMs, authorities, ...given({ insecureTls }) }),
    baseUrl: origin,
    requestsPerSecond: Number.POSITIVE_INFINITY,
    concurrency: 1,
  });
}
