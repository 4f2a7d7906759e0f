import { setTimeout as sleep } from 'node:timers/promises';
import { unchanged } from '../../faults/behaviours.ts';
import type { WriteMode } from '../../src/harness/target.ts';
import { countedRun } from '../../test/support/counted-run.ts';
import type { Figure } from './figure.ts';

const maxRequests = { none: 119, restore: 249, all: 349 } as const;

const usualPace = { requestsPerSecond: 25 } as const;

export async function runBudget(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const writes of ['none', 'restore', 'all'] as const) {
    const { requests, byOperation } = await countedRun({ writes, behaviour: unchanged });
    figures.push({
      what: `the requests of a run with \`writes: ${writes}\``,
      to: 'one request',
      costs: [[requests, 1]],
      bound: maxRequests[writes],
      note: Object.entries(byOperation)
        .map((one) => one.join(' '))
        .join(', '),
    });
  }
  for (const { writes, casesOfType, cases, seconds } of timed) {
    const { requests, milliseconds } = await countedRun({
      ...usualPace,
      writes,
      behaviour: late,
      ...(casesOfType === undefined ? {} : { casesOfType }),
    });
    const what = `a run with \`writes: ${writes}\` and ${cases}, 100 ms an answer`;
    const note = `${requests} requests`;
    figures.push({
      ...{ what, note, to: 'a second', costs: [[milliseconds, 1_000]] },
      ...(seconds === undefined ? {} : { bound: seconds }),
    });
    const atItsRate = (requests / usualPace.requestsPerSecond) * 1_000;
    figures.push({
      ...{ what, note, to: 'the time for its requests at its rate', costs: [[milliseconds, atItsRate]] },
      bound: maxRateRatio,
    });
  }
  return figures;
}

/**
 * The maximum duration of a run, relative to requests divided by rate. The excess is for the start, the end, and
 * requests that a target counts only when it answers them.
 */
const maxRateRatio = 1.35;

interface TimedRun {
  readonly writes: WriteMode;
  readonly casesOfType?: number;
  readonly cases: string;
  readonly seconds?: number;
}

const oneOfEach = 'a case of each type';
const timed: readonly TimedRun[] = [
  { writes: 'none', cases: oneOfEach },
  { writes: 'restore', cases: oneOfEach, seconds: 15 },
  { writes: 'all', cases: oneOfEach },
  { writes: 'none', casesOfType: Number.POSITIVE_INFINITY, cases: '48 cases' },
  { writes: 'restore', casesOfType: Number.POSITIVE_INFINITY, cases: '48 cases' },
];

const late: typeof unchanged = async (request, reference) => {
  await sleep(100);
  return unchanged(request, reference);
};
