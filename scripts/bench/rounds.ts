import { execFile, spawnSync } from 'node:child_process';
import type { Costs } from './figure.ts';

export function millisecondsOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

/** Measures two things alternately, so that other load on the machine affects both. */
export function costsOf(rounds: number, one: () => number, other: () => number): Costs {
  return Array.from({ length: rounds }, () => [one(), other()] as const);
}

/** Like `costsOf`, for work in this process: a first round for warm-up is not counted. */
export function warmCostsOf(rounds: number, one: () => number, other: () => number): Costs {
  return costsOf(rounds + 1, one, other).slice(1);
}

/** Runs Node and returns its output and duration. Throws if the exit code is not one of `statuses`. */
export function node(words: readonly string[], statuses: readonly number[] = [0]): Ran {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const milliseconds = performance.now() - startedAt;
  if (!statuses.includes(status ?? -1)) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
  return { milliseconds, stdout, stderr };
}

interface Ran {
  readonly milliseconds: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Usage {
  readonly processorMilliseconds: number;
  readonly kilobytes: number;
}

export const reportingUsage = ['--import', './scripts/bench/report-usage.mjs'];

export function usageIn(stderr: string): Usage {
  return JSON.parse(stderr.slice(stderr.lastIndexOf('{')));
}

/**
 * Runs Node with these arguments, and returns its usage even if it fails. Asynchronous, so that this process can answer
 * requests meanwhile.
 */
export function usageOf(words: readonly string[]): Promise<Usage> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...reportingUsage, ...words], (_, __, stderr) => {
      try {
        resolve(usageIn(stderr));
      } catch {
        reject(new Error(`${words.join(' ')} reported no usage: ${stderr}`));
      }
    });
  });
}
