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
const longestSmall = 2 ** 15;

/** Reads the bodies of one run. Equal small bodies give the same object, which is a cache key for what is derived of it. */
export function openBodyReader(): (bytes: Uint8Array) => ReadBody {
  const kept = openLastKept<ReadBody>(room);
  return (bytes) => {
    if (bytes.length > longestSmall) return readBody(bytes);
    // One character per byte, so different bodies are different texts.
    const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    return kept(key, bytes.length, () => readBody(bytes));
  };
}

function readBody(bytes: Uint8Array): ReadBody {
  const { text, isUtf8, hasByteOrderMark } = readText(bytes);
  return { text, body: readJsonText({ text, isUtf8 }), hasByteOrderMark };
}
