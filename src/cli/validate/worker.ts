import { parentPort } from 'node:worker_threads';
import { judge } from './judge.ts';
import type { Part } from './part.ts';

// Judges what it is handed, and answers in the same order.
parentPort?.on('message', (part: Part) => parentPort?.postMessage(judge(part)));
