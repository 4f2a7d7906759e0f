import { parentPort, workerData } from 'node:worker_threads';
import { driftOf } from './drift-of.ts';
import type { DriftWork } from './work.ts';

parentPort?.postMessage(driftOf(workerData as DriftWork));
