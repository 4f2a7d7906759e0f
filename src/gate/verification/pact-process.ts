import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { providerName } from '../../verification/pact.ts';
import type { PactVerifier } from '../../verification/pact-verifier.ts';
import type { Environment } from '../environment.ts';
import { Failure } from '../failure.ts';

export interface PactOrder {
  readonly pact: object;
  readonly provider: string;
  readonly baseUrl: string;
  readonly stateUrl: string;
  readonly timeoutMs: number;
}

export interface PactReady {
  /**
   * The temporary folder of the process. The process removes it at its end, or the parent after killing the process.
   */
  readonly folder: string;
}

/** The environment variables that the process inherits. Proxy settings and secrets are not among them. */
const passedOn: readonly string[] = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'SystemRoot'];

export async function startPactVerifier(
  environment: Environment,
  timeoutMs: number,
): Promise<PactVerifier & { close(): Promise<void> }> {
  // After this time, the process is assumed to hang, and is killed. Longer than all waits for the provider: several
  // answers, and the longest Retry-After.
  const deadlineMs = 20 * timeoutMs + 300_000;
  const { child, folder } = await startedProcess(environment);
  let waiting: PromiseWithResolvers<string> | undefined;
  let ended: Error | undefined;
  const fail = (error: Error): void => {
    ended ??= error;
    waiting?.reject(ended);
  };
  child.on('message', (result: string) => waiting?.resolve(result));
  child.on('error', fail);
  child.on('exit', (code, signal) => fail(new Error(`Pact's verifier ended with ${signal ?? code}.`)));
  return {
    verify: async (pact, baseUrl, stateUrl) => {
      if (ended !== undefined) throw ended;
      waiting = Promise.withResolvers();
      const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
      const order: PactOrder = { pact, provider: providerName, baseUrl, stateUrl, timeoutMs: deadlineMs };
      child.send(order);
      return waiting.promise.finally(() => clearTimeout(timer));
    },
    close: async () => {
      child.removeAllListeners();
      const exit = once(child, 'exit');
      // SIGKILL, since a process that hangs ignores other signals. `kill` returns false if the process has already
      // ended.
      if (child.kill('SIGKILL')) await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startedProcess(environment: Environment) {
  // This file and the child have the same extension: .ts in the sources, .js in the package.
  const entry = new URL(`./pact-child${extname(import.meta.url)}`, import.meta.url);
  const own = Object.fromEntries(
    passedOn.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
  const child = fork(entry, [], {
    // The options of this process are not inherited, since some are not allowed in a child process.
    execArgv: [],
    env: { ...own, PACT_DO_NOT_TRACK: 'true', NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const loading = Promise.withResolvers<PactReady>();
  child.once('message', (ready: PactReady) => loading.resolve(ready));
  const notInstalled = new Failure(
    'PACKAGE_MISSING',
    "Pact's verifier is not installed for this machine. Run npm install --save-dev @pact-foundation/pact-core@20, with its optional dependencies.",
  );
  for (const event of ['error', 'exit']) child.once(event, () => loading.reject(notInstalled));
  return { child, ...(await loading.promise) };
}
