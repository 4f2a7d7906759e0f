import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { PactVerifier } from '../../verification/pact-verifier.ts';
import type { Environment } from '../configuration.ts';
import { Failure } from '../failure.ts';

/** One interaction to verify, as it is handed to the verifier's process. */
export interface PactOrder {
  readonly number: number;
  readonly pact: object;
  /** Where the pact is written for the verifier, which reads files alone. */
  readonly file: string;
  readonly provider: string;
  readonly baseUrl: string;
  readonly stateUrl: string;
  readonly timeoutMs: number;
}

/** What the process answers. */
export interface PactResult {
  readonly number: number;
  readonly json: string;
}

/** A verifier in a process of its own. */
export interface RunningVerifier extends PactVerifier {
  close(): Promise<void>;
}

/**
 * Longer than anything that is waited for on the way to the provider, each part of which has a deadline of its own. A
 * process that takes longer is broken, and is ended.
 */
const deadlineMs = 300_000;

/** What of the environment the process may see: no proxy, and nothing that is secret. */
const passedOn: readonly string[] = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'SystemRoot'];

/**
 * Starts Pact's verifier.
 * @throws {Failure} `PACKAGE_MISSING` when it is not installed
 */
export async function startPactVerifier(environment: Environment): Promise<RunningVerifier> {
  assertInstalled();
  const folder = await mkdtemp(join(tmpdir(), 'case-conformance-pacts-'));
  const waiting = new Map<number, PromiseWithResolvers<string>>();
  const child = startProcess(environment);
  let orders = 0;
  let ended: Error | undefined;
  const fail = (error: Error): void => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  child.on('message', ({ number, json }: PactResult) => {
    waiting.get(number)?.resolve(json);
    waiting.delete(number);
  });
  child.on('error', fail);
  child.on('exit', (code, signal) => fail(new Error(`Pact's verifier ended with ${signal ?? code}.`)));
  return {
    verify: async (pact, baseUrl, stateUrl) => {
      if (ended !== undefined) throw ended;
      orders += 1;
      const answer = Promise.withResolvers<string>();
      waiting.set(orders, answer);
      const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
      const order: PactOrder = {
        number: orders,
        pact,
        file: join(folder, `${orders}.json`),
        provider: providerName,
        baseUrl,
        stateUrl,
        timeoutMs: deadlineMs,
      };
      child.send(order);
      return answer.promise.finally(() => clearTimeout(timer));
    },
    close: async () => {
      child.removeAllListeners();
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What pacts call the service. */
export const providerName = 'case-management-service';

function startProcess(environment: Environment): ChildProcess {
  // It ends as this file does: .ts in the sources, .js in the package.
  const entry = new URL(`./pact-child${extname(import.meta.url)}`, import.meta.url);
  const own = Object.fromEntries(
    passedOn.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
  return fork(entry, [], {
    // What this process was called with is of its own start, and not all of it is allowed here.
    execArgv: [],
    env: { ...own, PACT_DO_NOT_TRACK: 'true', NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function assertInstalled(): void {
  try {
    import.meta.resolve('@pact-foundation/pact-core');
  } catch (cause) {
    throw new Failure(
      'PACKAGE_MISSING',
      "Pact's verifier is not installed. Run npm install --save-dev @pact-foundation/pact-core@20.",
      { cause },
    );
  }
}
