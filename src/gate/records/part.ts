/** A part of an input, which can be judged without the others. */
export type Part =
  /** Lines that follow each other, without the end of the last. */
  | { readonly kind: 'lines'; readonly bytes: Uint8Array }
  | { readonly kind: 'line-too-long' }
  /** All of an input that is one JSON document over several lines. */
  | { readonly kind: 'document'; readonly bytes: Uint8Array };

/** A line or document longer than this is not read into memory. */
export const maxBytes = 64 * 2 ** 20;

export const newline = 0x0a;

/** How many bytes a part holds. */
export function bytesOf(part: Part): number {
  return part.kind === 'line-too-long' ? 0 : part.bytes.byteLength;
}

/** The lines of a block, without their ends. */
export function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  // A buffer finds a byte many times as fast.
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 0;
  for (let end = buffer.indexOf(newline); end !== -1; end = buffer.indexOf(newline, start)) {
    yield buffer.subarray(start, end);
    start = end + 1;
  }
  yield buffer.subarray(start);
}
