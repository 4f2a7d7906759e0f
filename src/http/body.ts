/** So many bytes are read of any number of bodies at once. */
const smallBody = 2 ** 18;

/**
 * Collects a body into one array. The chunks are copied as they come: a body in chunks of one byte would else
 * hold a hundred times its size. The source bounds the whole.
 * @param expected - how many bytes are announced, if any; no more is made of it than room
 * @param onLarge - awaited before more than a little is read
 */
export async function collect(
  chunks: AsyncIterable<Uint8Array>,
  expected: number,
  onLarge: () => Promise<void>,
): Promise<Uint8Array> {
  let isLarge = expected > smallBody;
  if (isLarge) await onLarge();
  let buffer = new Uint8Array(expected);
  let length = 0;
  for await (const chunk of chunks) {
    const needed = length + chunk.length;
    if (needed > buffer.length) {
      if (needed > smallBody && !isLarge) {
        isLarge = true;
        await onLarge();
      }
      const grown = new Uint8Array(Math.max(buffer.length * 2, needed, 16_384));
      grown.set(buffer.subarray(0, length));
      buffer = grown;
    }
    buffer.set(chunk, length);
    length = needed;
  }
  return length === buffer.length ? buffer : buffer.slice(0, length);
}
