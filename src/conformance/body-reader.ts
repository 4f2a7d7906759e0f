import { openPartsReader, readJsonParts, textOf } from '../http/body-in-parts.ts';
import { type JsonBody, readJsonText, readText } from '../http/json.ts';
import { openLastKept, type Room } from '../http/last-kept.ts';
import { openLastRead } from '../http/last-read.ts';

/** What was read of the body of an answer. */
export interface ReadBody {
  readonly text: string;
  readonly body: JsonBody;
  readonly hasByteOrderMark: boolean;
}

/** Weighed in bytes. Of a large body, the value may take several times as much. */
const roomForSmall: Room = { count: 1_000, weight: 2 ** 20 };
const roomForLarge: Room = { count: 4, weight: 2 ** 24 };

/** A body of more bytes is large. */
const longestSmall = 2 ** 15;

/**
 * Opens what reads the bodies of one run. A target answers the same again and again: of the same body, the same value is
 * read, which is known again by whoever looks at it.
 * @param release - told of a body that is looked at no more
 */
export function openBodyReader(
  release: (body: Uint8Array) => void = () => undefined,
): (bytes: Uint8Array) => ReadBody {
  const small = openLastKept<ReadBody>(roomForSmall);
  const large = openLastRead<ReadBody>(roomForLarge, (bytes) => bytes, release);
  const partsOf = openPartsReader();

  function readWhole(bytes: Uint8Array): ReadBody {
    const { text, isUtf8, hasByteOrderMark } = readText(bytes);
    return { text, body: readJsonText({ text, isUtf8 }), hasByteOrderMark };
  }

  function readLarge(bytes: Buffer): ReadBody {
    const parts = partsOf(bytes);
    const text = parts === undefined ? undefined : textOf(parts);
    // What begins with a byte order mark is read otherwise.
    if (parts === undefined || text === undefined || text.startsWith('\ufeff')) return readWhole(bytes);
    const body = readJsonParts(parts);
    return { text, body: body ?? readJsonText({ text, isUtf8: true }), hasByteOrderMark: false };
  }

  return ({ buffer, byteOffset, length }) => {
    const bytes = Buffer.from(buffer, byteOffset, length);
    if (length > longestSmall) return large(bytes, () => readLarge(bytes));
    // A character for each byte, so that different bodies are different texts.
    const read = small(bytes.toString('latin1'), length, () => readWhole(bytes));
    release(bytes);
    return read;
  };
}
