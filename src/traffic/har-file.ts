import { readJson } from '../http/json.ts';
import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';

/** Thrown if a file is not a HAR. The message is a sentence that does not quote the file. */
export class NoHar extends Error {}

const maxBytes = 256 * 2 ** 20;

interface Har {
  readonly log: unknown;
  readonly entries: readonly object[];
}

export async function readHar(chunks: AsyncIterable<Uint8Array>): Promise<Har> {
  const json = readJson(await bytesOf(chunks));
  if (json.kind === 'not-json') throw new NoHar(json.message);
  const entries = memberOf(memberOf(json.value, 'log'), 'entries');
  if (!Array.isArray(entries)) throw new NoHar('It has no array log.entries.');
  if (!entries.every(isObject)) throw new NoHar('log.entries must hold objects alone.');
  return { log: memberOf(json.value, 'log'), entries };
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes)
      throw new NoHar(`It has more than ${maxBytes / 2 ** 20} MB. Record a shorter time.`);
    read.push(chunk);
  }
  return Buffer.concat(read);
}
