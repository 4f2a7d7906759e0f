import type { Room } from './last-kept.ts';

/** What was made of bytes when they were read last; else what is made of them. */
export type LastRead<Value> = (bytes: Buffer, make: () => Value) => Value;

/**
 * Opens what keeps what was made of the bytes that were read last, which are compared as they are: to make a text of
 * them, to look for it, takes ten times as long.
 * @param own - what is kept of bytes to compare others with
 * @param release - told of bytes that are not kept, or no more
 */
export function openLastRead<Value>(
  room: Room,
  own: (bytes: Buffer) => Buffer,
  release: (bytes: Buffer) => void,
): LastRead<Value> {
  let kept: readonly { readonly bytes: Buffer; readonly value: Value }[] = [];
  return (bytes, make) => {
    const known = kept.find((one) => one.bytes.equals(bytes));
    if (known !== undefined) release(bytes);
    const first = known ?? { bytes: own(bytes), value: make() };
    let count = 0;
    let weight = 0;
    kept = [first, ...kept.filter((one) => one !== known)].filter((one) => {
      count += 1;
      weight += one.bytes.length;
      const isKept = count === 1 || (count <= room.count && weight <= room.weight);
      if (!isKept) release(one.bytes);
      return isKept;
    });
    return first.value;
  };
}
