import { hash } from 'node:crypto';
import { type JsonBody, readJsonText, readText } from '../http/json.ts';

/** What was read of the body of an answer. */
export interface ReadBody {
  /** Without what must not be told again. */
  readonly text: string;
  readonly body: JsonBody;
  readonly hasByteOrderMark: boolean;
}

/** What is kept: so many bodies, of so many bytes in all. Of a large one, the value may take several times as much. */
interface Room {
  readonly bodies: number;
  readonly bytes: number;
}

const roomForSmall: Room = { bodies: 1_000, bytes: 2 ** 20 };
const roomForLarge: Room = { bodies: 4, bytes: 2 ** 24 };

/** A body of more bytes is large. */
const longestSmall = 2 ** 15;

/**
 * Opens what reads the bodies of one run. A target answers the same again and again: of the same body, the same value is
 * read, which is known again by whoever looks at it.
 * @param mask - takes out of a text what must not be told again
 */
export function openBodyReader(mask: (text: string) => string): (bytes: Uint8Array) => ReadBody {
  const small = openKept(roomForSmall);
  const large = openKept(roomForLarge);
  return (bytes) => {
    const kept = bytes.length > longestSmall ? large : small;
    return kept(bytes, () => {
      const { text: sent, isUtf8, hasByteOrderMark } = readText(bytes);
      const text = mask(sent);
      return { text, body: readJsonText({ text, isUtf8 }), hasByteOrderMark };
    });
  };
}

/** Opens what keeps the bodies that came last. */
function openKept(room: Room): (bytes: Uint8Array, read: () => ReadBody) => ReadBody {
  const kept = new Map<string, { readonly bytes: number; readonly read: ReadBody }>();
  let sum = 0;
  return (bytes, read) => {
    const digest = hash('sha256', bytes);
    const known = kept.get(digest);
    // The last to be forgotten.
    if (known !== undefined) sum -= kept.delete(digest) ? known.bytes : 0;
    const entry = known ?? { bytes: bytes.length, read: read() };
    kept.set(digest, entry);
    sum += entry.bytes;
    for (const [oldest, { bytes: freed }] of kept) {
      if (kept.size <= room.bodies && sum <= room.bytes) break;
      kept.delete(oldest);
      sum -= freed;
    }
    return entry.read;
  };
}
