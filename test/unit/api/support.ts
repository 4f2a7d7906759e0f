import { onTestFinished } from 'vitest';
import { type CaseClient, type ClientOptions, openClient } from '../../../src/api/client.ts';

export function clientOf(baseUrl: string, options: Omit<ClientOptions, 'baseUrl'> = {}): CaseClient {
  const client = openClient({ baseUrl, ...options });
  onTestFinished(() => client.close());
  return client;
}
