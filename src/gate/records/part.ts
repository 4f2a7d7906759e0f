/** A part of an input that can be judged independently. */
export type Part =
  /** Consecutive lines, without the end of the last. */
  | { readonly kind: 'lines'; readonly bytes: Uint8Array }
  | { readonly kind: 'line-too-long' }
  /** A whole input that is a single JSON document over several lines. */
  | { readonly kind: 'document'; readonly bytes: Uint8Array };

/** Bytes; a longer line or document is not read into memory. */
export const maxBytes = 64 * 2 ** 20;

export const newline = 0x0a;

export function bytesOf(part: Part): number {
  return part.kind === 'line-too-long' ? 0 : part.bytes.byteLength;
}

/** The lines of a block, without line ends. */
export function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  // Buffer.indexOf is many times faster than the one of Uint8Array.
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 0;
  for (let end = buffer.indexOf(newline); end !== -1; end = buffer.indexOf(newline, start)) {
    yield buffer.subarray(start, end);
    start = end + 1;
  }
  yield buffer.subarray(start);
}
