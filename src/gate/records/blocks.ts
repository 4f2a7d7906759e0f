import { maxBytes, newline, type Part } from './part.ts';

/** So much is read at once: enough that doing so costs little, and little to hold. */
export const blockBytes = 128 * 2 ** 10;

/** An input in blocks of whole lines, in order. What is empty has no lines. */
export async function* blocksOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  let begun = nothing();
  for await (const chunk of input) {
    for (const piece of piecesOf(chunk)) {
      const end = piece.lastIndexOf(newline);
      if (end !== -1) {
        yield* ended(begun, piece.subarray(0, end));
        begun = nothing();
      }
      grow(begun, piece.subarray(end + 1));
    }
  }
  if (begun.bytes > 0) yield* ended(begun, new Uint8Array());
}

/** The beginning of a line whose end is to come. Of one that is too long, only the length is kept. */
interface Begun {
  pieces: Uint8Array[];
  bytes: number;
}

function nothing(): Begun {
  return { pieces: [], bytes: 0 };
}

function grow(begun: Begun, piece: Uint8Array): void {
  begun.bytes += piece.byteLength;
  if (begun.bytes <= maxBytes) begun.pieces.push(piece);
  else begun.pieces = [];
}

/** What was begun, with the lines of which the first ends it. */
function* ended({ pieces, bytes }: Begun, lines: Uint8Array): Generator<Part> {
  const end = lines.indexOf(newline);
  if (bytes + (end === -1 ? lines.byteLength : end) <= maxBytes) {
    yield { kind: 'lines', bytes: Buffer.concat([...pieces, lines]) };
    return;
  }
  yield { kind: 'line-too-long' };
  if (end !== -1) yield { kind: 'lines', bytes: lines.subarray(end + 1) };
}

function* piecesOf(chunk: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < chunk.byteLength; start += blockBytes)
    yield chunk.subarray(start, start + blockBytes);
}
