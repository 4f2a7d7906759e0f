import { openTransport, type Transport, type TransportOptions } from '../../http/transport.ts';
import { given } from '../given.ts';

/**
 * Opens the transport to the endpoint for states. What leads to the provider, and tells it who is asking, is for no other host;
 * what is trusted holds for both.
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
