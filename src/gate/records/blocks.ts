import { maxBytes, newline, type Part } from './part.ts';

/** Bytes per read: large enough to be efficient, small enough for memory. */
export const blockBytes = 128 * 2 ** 10;

/** Splits an input into blocks of whole lines, in order. An empty input has no lines. */
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

/** The beginning of an incomplete line. If it is too long, only its length is kept. */
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

/** Completes the started line with the first of these lines. */
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
