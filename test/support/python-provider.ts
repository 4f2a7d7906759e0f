import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface PythonProvider {
  readonly baseUrl: string;
  readonly stateUrl: string;
  readonly tokens: { readonly member: string; readonly restricted: string; readonly outsider: string };
  close(): Promise<void>;
}

const program = fileURLToPath(new URL('./python-provider.py', import.meta.url));
const tokens = { member: 'python-member', restricted: 'python-restricted', outsider: 'python-outsider' };

/** Starts the provider on a free port of 127.0.0.1. It has no cases and no clients before states set them up. */
export async function startPythonProvider(): Promise<PythonProvider> {
  const child = spawn('python3', [program], {
    env: {
      PATH: process.env.PATH,
      MEMBER_TOKEN: tokens.member,
      RESTRICTED_TOKEN: tokens.restricted,
      OUTSIDER_TOKEN: tokens.outsider,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line).port));
    child.once('error', () => reject(new Error('This test needs python3, which is not there.')));
    child.once('exit', () => reject(new Error('The provider in Python did not start.')));
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    stateUrl: `${baseUrl}/provider-states`,
    tokens,
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
