import { onTestFinished } from 'vitest';
import { type CaseClient, type ClientOptions, openClient } from '../../../src/api/client.ts';
import type { TestServer } from '../../support/hostile.ts';

/** A client of that service; the running test closes it. */
export function clientOf(baseUrl: string, options: Omit<ClientOptions, 'baseUrl'> = {}): CaseClient {
  const client = openClient({ baseUrl, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** Waits for a server to start; the running test closes it. */
export async function during(starting: Promise<TestServer>): Promise<TestServer> {
  const server = await starting;
  onTestFinished(() => server.close());
  return server;
}
