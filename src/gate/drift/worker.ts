import { parentPort, workerData } from 'node:worker_threads';
import type { DriftWork } from './drift-of.ts';
import { driftOf } from './drift-of.ts';

parentPort?.postMessage(driftOf(workerData as DriftWork));
