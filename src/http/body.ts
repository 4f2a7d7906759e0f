import type { SpareMemory } from './spare-memory.ts';

/** A body that comes in chunks. */
export interface ComingBody {
  /** How many bytes have come. */
  readonly length: number;
  add(chunk: Uint8Array): void;
  /** All of it, once the last chunk has come. */
  whole(): Uint8Array;
}

/** A body of more bytes stands in spare memory: more than comes before it waits for its room. */
const mostOfItsOwn = 2 ** 19;

/**
 * Collects a body into one array. The chunks are copied as they come: a body in chunks of one byte would else
 * hold a hundred times its size. The source bounds the whole.
 * @param expected - how many bytes are announced, if any; no more is made of it than room
 */
export function comingBody(expected: number, spare: SpareMemory): ComingBody {
  let memory = new ArrayBuffer(0);
  let length = 0;
  const makeRoom = (needed: number): void => {
    const least = length === 0 ? Math.max(expected, needed) : Math.max(memory.byteLength * 2, needed, 16_384);
    const before = memory;
    memory = least > mostOfItsOwn ? spare.take(least) : new ArrayBuffer(least);
    new Uint8Array(memory).set(new Uint8Array(before, 0, length));
    // What it stood in is free at once, not when garbage is looked for.
    before.transfer(0);
  };
  return {
    get length() {
      return length;
    },
    add: (chunk) => {
      const needed = length + chunk.length;
      if (needed > memory.byteLength) makeRoom(needed);
      new Uint8Array(memory, length).set(chunk);
      length = needed;
    },
    whole: () => {
      // Small ones are many, and may be kept.
      if (memory.byteLength <= mostOfItsOwn && length < memory.byteLength) memory = memory.transfer(length);
      return new Uint8Array(memory, 0, length);
    },
  };
}
