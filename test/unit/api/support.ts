import { onTestFinished } from 'vitest';
import { type CaseClient, type ClientOptions, openClient } from '../../../src/api/client.ts';

/** A client of that service; the running test closes it. */
export function clientOf(baseUrl: string, options: Omit<ClientOptions, 'baseUrl'> = {}): CaseClient {
  const client = openClient({ baseUrl, ...options });
  onTestFinished(() => client.close());
  return client;
}
