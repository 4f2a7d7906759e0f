import { parentPort } from 'node:worker_threads';
import type { Part } from './part.ts';
import { validatePart } from './validate-part.ts';

// Judges what it is handed, and answers in the same order.
parentPort?.on('message', (part: Part) => parentPort?.postMessage(validatePart(part)));
