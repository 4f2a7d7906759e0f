import { createReadStream } from 'node:fs';
import { readLimited } from '../files/read-limited.ts';
import { readJson } from '../http/json.ts';
import { named } from '../report/quoted.ts';
import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import { Failure, notReadable } from './failure.ts';

const maxBytes = 256 * 2 ** 20;

/** @throws {Failure} if the file cannot be read, or is not a HAR. The message does not quote the file. */
export async function readHar(
  har: string | AsyncIterable<Uint8Array>,
): Promise<{ readonly log: unknown; readonly entries: readonly object[] }> {
  const name = typeof har === 'string' ? named(har) : 'The recording';
  const wrong = (why: string): Failure => new Failure('FILE_WRONG', `${name} is not a HAR. ${why}`);
  const chunks = typeof har === 'string' ? createReadStream(har, { highWaterMark: 2 ** 20 }) : har;
  const bytes = await readLimited(chunks, maxBytes).catch((cause: unknown) => {
    throw notReadable(name, cause, 'Name a HAR, or - for the standard input.');
  });
  if (bytes === undefined) throw wrong(`It has more than ${maxBytes / 2 ** 20} MB. Record a shorter time.`);
  const json = readJson(bytes);
  if (json.kind === 'not-json') throw wrong(json.message);
  const log = memberOf(json.value, 'log');
  const entries = memberOf(log, 'entries');
  if (!Array.isArray(entries)) throw wrong('It has no array log.entries.');
  if (!entries.every(isObject)) throw wrong('log.entries must hold objects alone.');
  return { log, entries };
}
