import {
  openTransport,
  type Transport,
  type TransportOptions,
  type WireRequest,
} from '../../../src/http/transport.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';

export const request: WireRequest = {
  method: 'GET',
  path: '/api/v2/cases?secret=in-query',
  headers: { authorization: 'Bearer secret-token' },
};

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

export function times<T>(count: number, call: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, call));
}

export async function elapsed(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}
