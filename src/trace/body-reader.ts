import { type JsonBody, readJsonText, readText } from '../http/json.ts';
import { openLastKept, type Room } from '../http/last-kept.ts';

/** What was read of the body of an answer. */
export interface ReadBody {
  readonly text: string;
  readonly body: JsonBody;
  readonly hasByteOrderMark: boolean;
}

/** Weighed in bytes. */
const room: Room = { count: 1_000, weight: 2 ** 20 };

/** A body of more bytes is large. */
const longestSmall = 2 ** 15;

/**
 * Opens what reads the bodies of one run. A target answers the same again and again: of the same small body, the same value
 * is read, which is known again by whoever looks at it.
 */
export function openBodyReader(): (bytes: Uint8Array) => ReadBody {
  const kept = openLastKept<ReadBody>(room);
  return (bytes) => {
    if (bytes.length > longestSmall) return readBody(bytes);
    // A character for each byte, so that different bodies are different texts.
    const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    return kept(key, bytes.length, () => readBody(bytes));
  };
}

function readBody(bytes: Uint8Array): ReadBody {
  const { text, isUtf8, hasByteOrderMark } = readText(bytes);
  return { text, body: readJsonText({ text, isUtf8 }), hasByteOrderMark };
}
