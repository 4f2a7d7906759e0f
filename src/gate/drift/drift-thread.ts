import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Drift } from '../../regression/drift/drift.ts';
import type { DriftWork } from './compare-with-agreed.ts';

/** The time and memory limits of a comparison. Two large descriptions take about a second. */
const limits = { timeMs: 15_000, memoryMb: 512 };

/**
 * Compares a served description with the agreed one in a worker thread with a time limit: a regular expression from
 * the target may take forever.
 * @throws {Error} for a fault of the suite
 */
export async function driftInThread(work: DriftWork, timeMs: number = limits.timeMs): Promise<Drift> {
  // The worker has the same extension as this file: .ts in the sources, .js in the package.
  const entry = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(entry, {
    workerData: work,
    // Do not inherit this process's options: some are not allowed in workers.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  });
  const ended = Promise.withResolvers<Drift>();
  const giveUp = (): void => ended.resolve({ state: 'not-compared', reason: 'too-costly' });
  const timer = setTimeout(giveUp, timeMs);
  worker.on('message', ended.resolve);
  worker.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? giveUp() : ended.reject(error),
  );
  worker.on('exit', giveUp);
  try {
    return await ended.promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
