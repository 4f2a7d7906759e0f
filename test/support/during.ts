import { atEndOfFile } from './end-of-file.ts';
import type { TestServer } from './hostile.ts';

export async function during(starting: Promise<TestServer>): Promise<TestServer> {
  const server = await starting;
  atEndOfFile(server.close);
  return server;
}
