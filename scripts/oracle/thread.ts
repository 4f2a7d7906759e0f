import { parentPort } from 'node:worker_threads';
import { subjects } from './subjects.ts';

// Runs the subjects that it is sent, by their names, until it is sent none.
parentPort?.on('message', async (name: string | undefined) => {
  const lines = subjects.get(name ?? '');
  if (lines === undefined) process.exit();
  parentPort?.postMessage(await lines());
});
parentPort?.postMessage([]);
