import { execFile, spawnSync } from 'node:child_process';
import type { Costs } from './figure.ts';

/** How long something takes, in milliseconds. */
export function millisecondsOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

/**
 * The costs of two things in each round. They alternate, so other load on the machine affects both alike.
 */
export function costsOf(rounds: number, one: () => number, other: () => number): Costs {
  return Array.from({ length: rounds }, () => [one(), other()] as const);
}

/** The same of what runs in this process: the first round warms both up, and does not count. */
export function warmCostsOf(rounds: number, one: () => number, other: () => number): Costs {
  return costsOf(rounds + 1, one, other).slice(1);
}

/** Runs Node to its end, and gives what it wrote. Its status may be one of those given. */
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

/** What a process used of the processors and of memory. */
interface Usage {
  readonly processorMilliseconds: number;
  readonly kilobytes: number;
}

/** The options of Node by which a process ends its standard error with its usage. */
export const reportingUsage = ['--import', './scripts/bench/report-usage.mjs'];

export function usageIn(stderr: string): Usage {
  return JSON.parse(stderr.slice(stderr.lastIndexOf('{')));
}

/** Runs Node with these words and returns its usage, even if it fails. Asynchronous, so this process can serve it. */
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
