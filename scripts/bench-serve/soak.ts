import { join } from 'node:path';
import type { Figure } from '../bench/figure.ts';
import { changeClient, rateOf, readList, readRecord } from './load.ts';
import { startReference } from './services.ts';

export async function soak(folder: string): Promise<Figure[]> {
  const seconds = Number(process.env.SOAK ?? 600);
  const reference = await startReference(join(folder, 'soak.sqlite'));
  const costs: [number, number][] = [];
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1_000;
  try {
    // A process keeps the memory of its warm-up, so the last value in the first third of the time is the baseline for
    // the rest.
    let first = Number.NaN;
    while (elapsed() < seconds) {
      for (const load of [readRecord, readList, changeClient])
        await rateOf(reference.url, load, seconds / 60);
      if (elapsed() < seconds / 3) first = reference.memory();
      else costs.push([reference.memory(), first]);
    }
    const most = Math.max(...costs.map(([memory]) => memory));
    return [
      {
        what: `memory over ${seconds} seconds of load`,
        to: 'that after the first third',
        costs,
        bound: 1.25,
        note: `${Math.round(first)} MB at first, ${Math.round(most)} MB at most`,
      },
    ];
  } finally {
    await reference.end();
  }
}
