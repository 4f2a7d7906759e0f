import { type JsonBody, readJsonText, readText } from '../http/json.ts';

/** What was read of the body of an answer. */
export interface ReadBody {
  /** Without what must not be told again. */
  readonly text: string;
  readonly body: JsonBody;
  readonly hasByteOrderMark: boolean;
}

/** Of a longer body, nothing is kept. */
const longestKept = 2 ** 15;

/** So many characters are kept in all. */
const mostKept = 2 ** 20;

/**
 * Opens what reads the bodies of one run. A target answers the same again and again: of the same body, the same value is
 * read, which is known again by whoever looks at it.
 * @param mask - takes out of a text what must not be told again
 */
export function openBodyReader(mask: (text: string) => string): (bytes: Uint8Array) => ReadBody {
  const kept = new Map<string, ReadBody>();
  let length = 0;
  return (bytes) => {
    const { text: sent, isUtf8, hasByteOrderMark } = readText(bytes);
    const isKept = isUtf8 && !hasByteOrderMark && sent.length <= longestKept;
    const known = isKept ? kept.get(sent) : undefined;
    if (known !== undefined) return known;
    const text = mask(sent);
    const read = { text, body: readJsonText({ text, isUtf8 }), hasByteOrderMark };
    if (!isKept) return read;
    length += sent.length;
    if (length > mostKept) {
      kept.clear();
      length = sent.length;
    }
    kept.set(sent, read);
    return read;
  };
}
