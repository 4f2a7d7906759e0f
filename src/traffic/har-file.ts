import { readLimited } from '../files/read-limited.ts';
import { readJson } from '../http/json.ts';
import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';

/** Thrown if a file is not a HAR. The message is a sentence that does not quote the file. */
export class NoHar extends Error {}

const maxBytes = 256 * 2 ** 20;

export async function readHar(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ readonly log: unknown; readonly entries: readonly object[] }> {
  const bytes = await readLimited(chunks, maxBytes);
  if (bytes === undefined)
    throw new NoHar(`It has more than ${maxBytes / 2 ** 20} MB. Record a shorter time.`);
  const json = readJson(bytes);
  if (json.kind === 'not-json') throw new NoHar(json.message);
  const log = memberOf(json.value, 'log');
  const entries = memberOf(log, 'entries');
  if (!Array.isArray(entries)) throw new NoHar('It has no array log.entries.');
  if (!entries.every(isObject)) throw new NoHar('log.entries must hold objects alone.');
  return { log, entries };
}
