import { type JsonBody, readJsonText, readText } from '../http/json.ts';
import { openLastKept, type Room } from '../http/last-kept.ts';

export interface ReadBody {
  readonly text: string;
  readonly body: JsonBody;
  readonly hasByteOrderMark: boolean;
}

/** Weighed in bytes. */
const room: Room = { count: 1_000, weight: 2 ** 20 };

/** A body of more bytes is large. */
const longestSmall = 2 ** 17;

const kept = openLastKept<ReadBody>(room);

/** Equal small bodies give the same object, which is a cache key for what is derived of it, also in the next run. */
export function readBody(bytes: Uint8Array): ReadBody {
  if (bytes.length > longestSmall) return readAnew(bytes);
  // One character per byte, so different bodies are different texts.
  const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return kept(key, bytes.length, () => readAnew(bytes));
}

function readAnew(bytes: Uint8Array): ReadBody {
  const { text, isUtf8, hasByteOrderMark } = readText(bytes);
  return { text, body: readJsonText({ text, isUtf8 }), hasByteOrderMark };
}
