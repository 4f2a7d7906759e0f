import { parentPort, workerData } from 'node:worker_threads';
import { type DriftWork, driftOf } from './compare-with-agreed.ts';

parentPort?.postMessage(driftOf(workerData as DriftWork));
