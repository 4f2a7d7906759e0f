import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Drift } from '../../regression/drift/drift.ts';
import type { DriftWork } from './work.ts';

/** What a comparison may take. That of two large descriptions takes about a second. */
const limits = { timeMs: 15_000, memoryMb: 512 };

/**
 * Compares a served description with the agreed one in a thread of its own, which is ended when it takes too long: a
 * regular expression of a target's choice may take for ever.
 * @throws {Error} for a fault of this suite
 */
export async function driftInThread(work: DriftWork, timeMs: number = limits.timeMs): Promise<Drift> {
  // It ends as this file does: .ts in the sources, .js in the package.
  const entry = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(entry, {
    workerData: work,
    // What this process was called with is of its own start, and not all of it is allowed here.
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
