/** Reads all bytes. Undefined if there are more than `maxBytes`. */
export async function readLimited(
  chunks: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    length += bytes.byteLength;
    if (length > maxBytes) return undefined;
    read.push(bytes);
  }
  return Buffer.concat(read);
}
