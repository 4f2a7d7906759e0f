import { randomUUID } from 'node:crypto';
import { access, constants, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Lock } from '../regression/lock.ts';
import { Failure } from './failure.ts';
import { fileForm, readJsonFile } from './json-file.ts';
import schema from './lock.schema.json' with { type: 'json' };

const form = fileForm<Lock>('a lock', schema);

/**
 * Reads a lock.
 * @returns undefined where there is no such file
 * @throws {Failure} when it cannot be read, or is no lock
 */
export async function readLock(file: string): Promise<Lock | undefined> {
  try {
    await access(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  }
  return readJsonFile(file, form);
}

/**
 * That a lock can be written there shows before the run rather than after it.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function assertLockWritable(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch((cause: unknown) => notWritable(file, cause));
}

/**
 * Writes the text of a lock as a whole or not at all, over the one that is there.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function writeLock(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await writeFile(unfinished, text);
    await rename(unfinished, file);
  } catch (cause) {
    await rm(unfinished, { force: true });
    notWritable(file, cause);
  }
}

function notWritable(file: string, cause: unknown): never {
  throw new Failure('FILE_NOT_WRITABLE', `The lock ${file} cannot be written. Name another with --lock.`, {
    cause,
  });
}
