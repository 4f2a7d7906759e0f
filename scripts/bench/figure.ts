import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Benchmark = (folder: string) => Figure[] | Promise<Figure[]>;

/** Prints the figures of all benchmarks as a table. The exit code is 1 if a figure exceeds its bound. */
export async function printFigures(benchmarks: readonly Benchmark[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'case-conformance-bench-'));
  process.stdout.write(`${heading}\n`);
  try {
    for (const benchmark of benchmarks) {
      for (const figure of await benchmark(folder)) {
        process.stdout.write(`${rowOf(figure)}\n`);
        if (isMissed(figure)) process.exitCode = 1;
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

export type Costs = readonly (readonly [one: number, other: number])[];

export interface Figure {
  readonly what: string;
  readonly to: string;
  readonly costs: Costs;
  readonly bound?: number;
  readonly note?: string;
}

const heading = `| what | in proportion to | | half of the rounds | at most | |
|---|---|---|---|---|---|`;

function rowOf(figure: Figure): string {
  const { what, to, costs, bound, note = '' } = figure;
  const ratios = costs.map(([one, other]) => one / other);
  const range = `${shown(quantile(ratios, 0.25))} to ${shown(quantile(ratios, 0.75))} of ${costs.length}`;
  const atMost =
    bound === undefined ? '' : `${Number(bound.toFixed(2))}${isMissed(figure) ? ', missed' : ''}`;
  return `| ${what} | ${to} | ${shown(ratioOf(figure))} | ${range} | ${atMost} | ${note} |`;
}

function isMissed(figure: Figure): boolean {
  return !(ratioOf(figure) <= (figure.bound ?? Number.POSITIVE_INFINITY));
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

function ratioOf({ costs }: Figure): number {
  return median(costs.map(([one]) => one)) / median(costs.map(([, other]) => other));
}

function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(part * sorted.length)] ?? Number.NaN;
}

function shown(ratio: number): string {
  return ratio < 0.1 ? ratio.toFixed(3) : ratio.toFixed(2);
}
