/** What large bodies stand in, one after the other: memory that is made anew for each takes longer than to read it. */
export interface SpareMemory {
  /** So much memory or more, whatever stands in it. */
  take(bytes: number): ArrayBuffer;
  /** Gives back what was taken, for the next: nobody finds anything in it any more. */
  give(memory: ArrayBufferLike): void;
}

/** Opens a store of so many pieces of memory at most. */
export function openSpareMemory(most: number): SpareMemory {
  const spare: ArrayBuffer[] = [];
  const taken = new WeakSet<ArrayBufferLike>();
  return {
    take: (bytes) => {
      const at = spare.findIndex(({ byteLength }) => byteLength >= bytes);
      const memory = spare.splice(at, at === -1 ? 0 : 1)[0] ?? new ArrayBuffer(bytes);
      taken.add(memory);
      return memory;
    },
    give: (memory) => {
      if (!(memory instanceof ArrayBuffer) || !taken.delete(memory)) return;
      spare.push(memory.transfer());
      spare.sort((one, other) => other.byteLength - one.byteLength);
      // What is left over is free at once, not when garbage is looked for.
      for (const tooMuch of spare.splice(most)) tooMuch.transfer(0);
    },
  };
}
