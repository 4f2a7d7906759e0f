import { type JsonBody, readJsonText, readText } from '../http/json.ts';
import { openLastKept, type Room } from '../http/last-kept.ts';

/** What was read of the body of an answer. */
export interface ReadBody {
  /** Without what must not be told again. */
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
 * @param mask - takes out of a text what must not be told again
 */
export function openBodyReader(mask: (text: string) => string): (bytes: Uint8Array) => ReadBody {
  const small = openLastKept<ReadBody>(roomForSmall);
  const large = openLastKept<ReadBody>(roomForLarge);
  return (bytes) => {
    const { text: sent, isUtf8, hasByteOrderMark } = readText(bytes);
    // No text that was read begins with either of these. It is not copied where there is neither.
    const key = `${isUtf8 ? '' : '\ud800'}${hasByteOrderMark ? '\ufeff' : ''}${sent}`;
    const kept = bytes.length > longestSmall ? large : small;
    return kept(key, bytes.length, () => {
      const text = mask(sent);
      return { text, body: readJsonText({ text, isUtf8 }), hasByteOrderMark };
    });
  };
}
