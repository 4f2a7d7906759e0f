/**
 * Collects a body into one array. The chunks are copied as they come: a body in chunks of one byte would else
 * hold a hundred times its size. The source bounds the whole.
 */
export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let buffer = new Uint8Array(16_384);
  let length = 0;
  for await (const chunk of chunks) {
    if (length + chunk.length > buffer.length) {
      const grown = new Uint8Array(Math.max(buffer.length * 2, length + chunk.length));
      grown.set(buffer.subarray(0, length));
      buffer = grown;
    }
    buffer.set(chunk, length);
    length += chunk.length;
  }
  return buffer.slice(0, length);
}
