import { setTimeout as sleep } from 'node:timers/promises';
import { unchanged } from '../../src/faults/behaviours.ts';
import { countedRun } from '../../test/support/counted-run.ts';
import type { Figure } from './figure.ts';

/** The most requests of a run, by what it may change. */
const mostRequests = { none: 119, restore: 249, all: 349 } as const;

/** What the configuration says where it says nothing. */
const usualPace = { requestsPerSecond: 25 } as const;

/** What a run sends, and how long it takes where each answer takes a tenth of a second. */
export async function runBudget(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const writes of ['none', 'restore', 'all'] as const) {
    const { requests, byOperation } = await countedRun({ writes, behaviour: unchanged });
    figures.push({
      what: `the requests of a run with \`writes: ${writes}\``,
      to: 'one request',
      costs: [[requests, 1]],
      bound: mostRequests[writes],
      note: Object.entries(byOperation)
        .map((one) => one.join(' '))
        .join(', '),
    });
  }
  for (const [casesOfType, cases, bound] of timed) {
    const { requests, milliseconds } = await countedRun({
      ...usualPace,
      writes: 'restore',
      behaviour: late,
      ...(casesOfType === undefined ? {} : { casesOfType }),
    });
    figures.push({
      what: `a run with \`writes: restore\` and ${cases}, 100 ms an answer`,
      to: 'a second',
      costs: [[milliseconds, 1_000]],
      ...(bound === undefined ? {} : { bound }),
      note: `${requests} requests`,
    });
  }
  return figures;
}

const timed: readonly (readonly [casesOfType: number | undefined, cases: string, bound?: number])[] = [
  [undefined, 'a case of each type', 15],
  [Number.POSITIVE_INFINITY, '48 cases'],
];

const late: typeof unchanged = async (request, reference) => {
  await sleep(100);
  return unchanged(request, reference);
};
