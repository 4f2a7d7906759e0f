import { spawnSync } from 'node:child_process';
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
