import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A service in a process of its own, so that it does not share a thread with the load generator. */
export interface Service {
  readonly url: string;
  memory(): number;
  end(): Promise<void>;
  kill(): Promise<void>;
}

export function startReference(database: string): Promise<Service> {
  return started(['src/cli/main.ts', 'serve', '--port', '0', '--database', database]);
}

export function startBare(file: string, answers: string): Promise<Service> {
  return started(['scripts/bench-serve/bare-service.ts', file, answers]);
}

async function started(words: readonly string[]): Promise<Service> {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  return {
    url: await urlOf(child),
    memory: () => memoryOf(child),
    end: () => ended(child, 'SIGTERM'),
    kill: () => ended(child, 'SIGKILL'),
  };
}

async function urlOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The service prints nothing.');
  for await (const line of createInterface(stdout)) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (url === undefined) continue;
    stdout.resume();
    return url;
  }
  throw new Error('The service did not start.');
}

function memoryOf({ pid }: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}
