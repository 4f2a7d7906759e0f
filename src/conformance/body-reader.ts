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

/** A large body that was read. */
interface LargeBody {
  readonly bytes: Buffer;
  readonly read: ReadBody;
}

/**
 * Opens what reads the bodies of one run. A target answers the same again and again: of the same body, the same value is
 * read, which is known again by whoever looks at it.
 * @param mask - takes out of a text what must not be told again
 */
export function openBodyReader(mask: (text: string) => string): (bytes: Uint8Array) => ReadBody {
  const small = openLastKept<ReadBody>(roomForSmall);
  let large: readonly LargeBody[] = [];

  function readOf(bytes: Uint8Array): ReadBody {
    const { text: sent, isUtf8, hasByteOrderMark } = readText(bytes);
    const text = mask(sent);
    return { text, body: readJsonText({ text, isUtf8 }), hasByteOrderMark };
  }

  return (bytes) => {
    // One character for each byte, so that different bodies are different texts.
    if (bytes.length <= longestSmall)
      return small(
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'),
        bytes.length,
        () => readOf(bytes),
      );
    // By its bytes: to make a text of each that comes again takes ten times as long.
    const known = large.find((one) => one.bytes.equals(bytes)) ?? {
      bytes: Buffer.from(bytes),
      read: readOf(bytes),
    };
    large = withinRoom([known, ...large.filter((one) => one !== known)]);
    return known.read;
  };
}

/** The first ones, as far as there is room. */
function withinRoom(bodies: readonly LargeBody[]): LargeBody[] {
  let weight = 0;
  return bodies.slice(0, roomForLarge.count).filter(({ bytes }) => {
    weight += bytes.length;
    return weight <= roomForLarge.weight;
  });
}
