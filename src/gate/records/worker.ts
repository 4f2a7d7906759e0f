import { parentPort, workerData } from 'node:worker_threads';
import { bundled } from '../../specification/bundled.ts';
import type { Judge } from './judge.ts';
import type { Part } from './part.ts';
import { partWorks } from './part-works.ts';
import type { ThreadOrder } from './validator-thread.ts';

const { description, schemaName, work } = workerData as ThreadOrder;
const judge: Judge = {
  // Another one brings a compiler of schemas with it.
  specification:
    description === undefined
      ? bundled
      : (await import('../../specification/open.ts')).openSpecification(description),
  schemaName,
};

// Judges what it is handed, and answers in the same order.
parentPort?.on('message', (part: Part) => parentPort?.postMessage(partWorks[work](part, judge)));
