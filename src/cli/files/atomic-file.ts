import { randomUUID } from 'node:crypto';
import { access, constants, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '../../gate/failure.ts';

/** A file that a call keeps from run to run: what errors call it, and the option that names it. */
export interface KeptFile {
  readonly name: string;
  readonly option: string;
}

/** Whether there is such a file, be it readable or not. */
export async function isThere(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/**
 * That a file can be written there shows before the run rather than after it.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function assertWritable(file: string, kept: KeptFile): Promise<void> {
  await access(dirname(file), constants.W_OK).catch((cause: unknown) => notWritable(file, kept, cause));
}

/**
 * Writes a text as a whole or not at all, over the file that is there.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function writeAtomically(file: string, text: string, kept: KeptFile): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await writeFile(unfinished, text);
    await rename(unfinished, file);
  } catch (cause) {
    await rm(unfinished, { force: true });
    notWritable(file, kept, cause);
  }
}

function notWritable(file: string, { name, option }: KeptFile, cause: unknown): never {
  throw new Failure('FILE_NOT_WRITABLE', `${name} ${file} cannot be written. Name another with ${option}.`, {
    cause,
  });
}
