import { atEndOfFile } from './end-of-file.ts';
import type { TestServer } from './hostile.ts';

/** Waits for a server to start, and closes it after the tests of the file. */
export async function during(starting: Promise<TestServer>): Promise<TestServer> {
  const server = await starting;
  atEndOfFile(server.close);
  return server;
}
