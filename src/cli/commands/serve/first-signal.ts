import { once } from 'node:events';

/** Waits for a signal to end. A second one ends the process at once. */
export async function firstSignal(): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const signals = (['SIGINT', 'SIGTERM'] as const).map((name) => once(process, name, { signal }));
  await Promise.race(signals);
  waiting.abort();
  await Promise.allSettled(signals);
}
