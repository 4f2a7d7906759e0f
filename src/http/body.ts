/** A body that comes in chunks. */
export interface ComingBody {
  /** How many bytes have come. */
  readonly length: number;
  add(chunk: Uint8Array): void;
  /** All of it, once the last chunk has come. */
  whole(): Uint8Array;
}

/**
 * Collects a body into one array. The chunks are copied as they come: a body in chunks of one byte would else
 * hold a hundred times its size. The source bounds the whole.
 * @param expected - how many bytes are announced, if any; no more is made of it than room
 */
export function comingBody(expected: number): ComingBody {
  let buffer: Uint8Array<ArrayBuffer> | undefined;
  let length = 0;
  return {
    get length() {
      return length;
    },
    add: (chunk) => {
      const needed = length + chunk.length;
      buffer ??= new Uint8Array(expected);
      if (needed > buffer.length) buffer = resized(buffer, Math.max(buffer.length * 2, needed, 16_384));
      buffer.set(chunk, length);
      length = needed;
    },
    whole: () => {
      if (buffer === undefined) return new Uint8Array();
      return length === buffer.length ? buffer : resized(buffer, length);
    },
  };
}

/** The same bytes with more or less room. What they stood in is free at once, not when garbage is looked for. */
function resized({ buffer }: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer.transfer(length));
}
