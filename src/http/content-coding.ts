import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { memberOf } from '../schema/pointer.ts';

type Decoder = (bytes: Uint8Array, limit: { readonly maxOutputLength: number }) => Promise<Uint8Array>;

const unzip = promisify(gunzip);
const inflateWrapped = promisify(inflate);
const inflateBare = promisify(inflateRaw);

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  // Some servers send `deflate` without the zlib header that RFC 9110, section 8.4.1.2, requires. Accept
  // both.
  [
    'deflate',
    (bytes, limit) => (((bytes[0] ?? 0) & 0x0f) === 8 ? inflateWrapped : inflateBare)(bytes, limit),
  ],
  ['br', promisify(brotliDecompress)],
  ['identity', async (bytes) => bytes],
]);

/**
 * Real answers have at most two codings. Each may cost a full decompression, so more than five are not
 * decoded.
 */
const maxCodings = 5;

/** The error codes of zlib for bytes that do not match the header. Brotli has a few dozen. */
const undecodableCodes = /^(Z_(BUF|DATA)_ERROR|Z_NEED_DICT|ERR_.*ERROR_FORMAT_.*)$/;

/**
 * Removes the content codings of a body, the last one first. Returns an empty body, and one with an unknown coding or
 * too many codings, unchanged; undefined if the bytes do not match the header. Rejects with `ERR_BUFFER_TOO_LARGE` as
 * soon as a step exceeds `maxBytes`.
 */
export async function decodeBody(
  bytes: Uint8Array,
  header: string,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const names = header.toLowerCase().split(',');
  const codings = names.map((name) => decoders.get(name.trim() || 'identity')).toReversed();
  if (bytes.length === 0 || codings.length > maxCodings || codings.includes(undefined)) return bytes;
  let decoded = bytes;
  try {
    for (const decode of codings)
      decoded = (await decode?.(decoded, { maxOutputLength: maxBytes })) ?? decoded;
  } catch (error) {
    if (undecodableCodes.test(String(memberOf(error, 'code')))) return undefined;
    throw error;
  }
  return new Uint8Array(decoded.buffer, decoded.byteOffset, decoded.byteLength);
}
