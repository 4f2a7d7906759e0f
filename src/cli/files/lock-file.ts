import type { Lock } from '../../acceptance/lock.ts';
import { assertWritable, isThere, writeAtomically } from './atomic-file.ts';
import { fileForm, readJsonFile } from './json-file.ts';
import schema from './lock.schema.json' with { type: 'json' };

const form = fileForm<Lock>('a lock', schema);
const kept = { name: 'The lock', option: '--lock' };

/**
 * Reads a lock.
 * @returns undefined where there is no such file
 * @throws {Failure} when it cannot be read, or is no lock
 */
export async function readLock(file: string): Promise<Lock | undefined> {
  return (await isThere(file)) ? readJsonFile(file, form) : undefined;
}

/** @throws {Failure} `FILE_NOT_WRITABLE` */
export function assertLockWritable(file: string): Promise<void> {
  return assertWritable(file, kept);
}

/** @throws {Failure} `FILE_NOT_WRITABLE` */
export function writeLock(file: string, text: string): Promise<void> {
  return writeAtomically(file, text, kept);
}
