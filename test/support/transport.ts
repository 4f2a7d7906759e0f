import { openTransport, type Transport, type TransportOptions } from '../../src/http/transport.ts';
import { atEndOfFile } from './end-of-file.ts';

export function transportTo(baseUrl: string, options: Partial<TransportOptions> = {}): Transport {
  const transport = openTransport({
    baseUrl,
    timeoutMs: 5_000,
    requestsPerSecond: Infinity,
    concurrency: 8,
    ...options,
  });
  atEndOfFile(transport.close);
  return transport;
}
