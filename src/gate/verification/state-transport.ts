import { openTransport, type Transport, type TransportOptions } from '../../http/transport.ts';
import { given } from '../given.ts';

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
