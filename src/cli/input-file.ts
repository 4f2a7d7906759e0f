import { createReadStream } from 'node:fs';
import { Failure, whyNotRead } from '../gate/failure.ts';
import { named } from '../report/quoted.ts';
import { bytesIn, type Terminal } from './terminal.ts';

/**
 * Reads a file of records; `-` is the standard input.
 * @param highWaterMark - bytes per read
 * @throws {Failure} `FILE_NOT_READABLE`
 */
export async function* bytesOf(
  file: string,
  highWaterMark: number,
  terminal: Terminal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* file === '-' ? bytesIn(terminal) : createReadStream(file, { highWaterMark });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
    throw new Failure(
      'FILE_NOT_READABLE',
      `The file ${named(file)} cannot be read. ${whyNotRead(cause)} Name a file of records, or - for the standard input.`,
      { cause },
    );
  }
}
