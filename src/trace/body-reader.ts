import { type JsonBody, readJsonText, readText, withStringsCut } from '../http/json.ts';

interface ReadBody {
  readonly text: string;
  readonly body: JsonBody;
  readonly hasByteOrderMark: boolean;
}

const maxCachedBody = 2 ** 17;

const maxCachedBytes = 2 ** 22;

const cache = new Map<string, ReadBody>();
let cachedBytes = 0;

/**
 * Parses a body. Equal small bodies give the same object, in later runs too, so results can be cached by that
 * object.
 */
export function readBody(bytes: Uint8Array): ReadBody {
  if (bytes.length > maxCachedBody) return readAnew(bytes);
  // latin1 has one character per byte, so different bodies give different keys.
  const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cachedBytes + bytes.length > maxCachedBytes) {
    cache.clear();
    cachedBytes = 0;
  }
  const read = readAnew(bytes);
  cache.set(key, read);
  cachedBytes += bytes.length;
  return read;
}

function readAnew(bytes: Uint8Array): ReadBody {
  const { text, isUtf8, hasByteOrderMark } = readText(withStringsCut(bytes));
  return { text, body: readJsonText({ text, isUtf8 }), hasByteOrderMark };
}
