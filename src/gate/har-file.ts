import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readLimited } from '../files/read-limited.ts';
import { markupInWords, readJson } from '../http/json.ts';
import { named } from '../report/quoted.ts';
import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import { maxBodyBytes } from '../traffic/recorded-body.ts';
import { Failure, notReadable } from './failure.ts';

const maxBytes = 256 * 2 ** 20;

/**
 * Reads a recording.
 * @throws {Failure} if the file cannot be read, or is not a HAR. The message does not quote the file.
 */
export async function readHar(har: string | AsyncIterable<Uint8Array>) {
  const name = typeof har === 'string' ? named(har) : 'The recording';
  const wrong = (why: string): Failure => new Failure('FILE_WRONG', `${name} is not a HAR. ${why}`);
  const chunks = typeof har === 'string' ? createReadStream(har, { highWaterMark: 2 ** 20 }) : har;
  const bytes = await readLimited(chunks, maxBytes).catch(
    notReadable(name, 'Name a HAR, or - for the standard input.'),
  );
  if (bytes === undefined) throw wrong(`It has more than ${maxBytes / 2 ** 20} MB. Record a shorter time.`);
  const json = readJson(bytes);
  if (json.kind === 'not-json') throw wrong(`${json.message}${markupInWords(bytes)}`);
  const log = memberOf(json.value, 'log');
  const entries = memberOf(log, 'entries');
  if (!Array.isArray(entries)) throw wrong('It has no array log.entries.');
  if (!entries.every(isObject)) throw wrong('log.entries must hold objects alone.');
  return { log, entries };
}

/**
 * Reads the bodies that Playwright keeps in files next to the HAR, named by `_file`. A name that leads out of the
 * folder is ignored.
 */
export async function withAttachedBodies(entry: object, folder: string): Promise<object> {
  const withBody = async (message: string, holder: 'content' | 'postData'): Promise<object> => {
    const value = memberOf(entry, message);
    const held = memberOf(value, holder);
    const body = await attachedBody(memberOf(held, '_file'), folder);
    if (body === undefined || !isObject(value) || !isObject(held)) return {};
    const written =
      holder === 'content'
        ? { text: body.toString('base64'), encoding: 'base64' }
        : { text: body.toString() };
    return { [message]: { ...value, [holder]: { ...held, ...written } } };
  };
  return {
    ...entry,
    ...(await withBody('request', 'postData')),
    ...(await withBody('response', 'content')),
  };
}

async function attachedBody(name: unknown, folder: string): Promise<Buffer | undefined> {
  if (typeof name !== 'string' || !/^[^./\\:][^/\\:]*$/.test(name)) return undefined;
  const file = join(folder, name);
  try {
    return (await stat(file)).size > maxBodyBytes ? undefined : await readFile(file);
  } catch {
    return undefined;
  }
}
