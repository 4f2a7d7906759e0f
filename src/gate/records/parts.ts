import { type JsonBody, readJson } from '../../http/json.ts';

/**
 * The parts of an input, in order: blocks of lines with one record each, or one JSON document over several lines. The
 * first line decides which: only in the first form is it a complete document. A broken document counts as one
 * document, unless one of its lines is a record after all.
 */
export async function* partsOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  const held: Part[] = [];
  let heldBytes = 0;
  let mayBeDocument: boolean | undefined;
  for await (const part of blocksOf(input)) {
    mayBeDocument ??= opensDocument(part);
    held.push(part);
    heldBytes += bytesOf(part);
    if (mayBeDocument && heldBytes < maxBytes && part.kind !== 'line-too-long') continue;
    mayBeDocument = false;
    yield* held.splice(0);
  }
  const bytes = whole(held);
  if (isOneDocument(bytes)) yield { kind: 'document', bytes };
  else yield* held;
}

/**
 * Whether the first line is the beginning of a document over several lines: it ends with an open bracket or a comma,
 * or is blank.
 */
function opensDocument(part: Part): boolean {
  if (part.kind === 'line-too-long') return false;
  const [first = part.bytes] = linesOf(part.bytes);
  return readJson(first).kind === 'not-json' && openEnd.test(new TextDecoder().decode(first.subarray(-100)));
}

const openEnd = /(^|[[{,])\s*$/;

function isOneDocument(bytes: Uint8Array): boolean {
  const isOneLine = bytes.indexOf(newline) + 1 === bytes.byteLength;
  if (isOneLine) return false;
  return readJson(bytes).kind === 'json' || ![...linesOf(bytes)].some(isObject);
}

function isObject(line: Uint8Array): boolean {
  const json = readJson(line);
  return json.kind === 'json' && typeof json.value === 'object' && json.value !== null;
}

function whole(blocks: readonly Part[]): Uint8Array {
  return Buffer.concat(
    blocks.flatMap((block) => (block.kind === 'line-too-long' ? [] : [block.bytes, Uint8Array.of(newline)])),
  );
}

/** A part of an input that can be judged independently. */
export type Part =
  /** Consecutive lines, without the end of the last. */
  | { readonly kind: 'lines'; readonly bytes: Uint8Array }
  | { readonly kind: 'line-too-long' }
  /** A whole input that is a single JSON document over several lines. */
  | { readonly kind: 'document'; readonly bytes: Uint8Array };

/** Bytes; a longer line or document is not read into memory. */
const maxBytes = 64 * 2 ** 20;

const newline = 0x0a;

function bytesOf(part: Part): number {
  return part.kind === 'line-too-long' ? 0 : part.bytes.byteLength;
}

interface PartRecord {
  /** The line within the part, from 0; undefined if the record is the whole input. */
  readonly line: number | undefined;
  readonly bytes: number;
  readonly json: JsonBody;
}

export function* recordsIn(part: Part): Generator<PartRecord> {
  if (part.kind === 'line-too-long') {
    const message = `It is longer than ${maxBytes / 2 ** 20} MiB, and was not read.`;
    yield { line: 0, bytes: 0, json: { kind: 'not-json', message } };
    return;
  }
  if (part.kind === 'document') {
    yield { line: undefined, bytes: part.bytes.byteLength, json: readJson(part.bytes) };
    return;
  }
  let line = 0;
  for (const bytes of linesOf(part.bytes)) {
    yield { line, bytes: bytes.byteLength, json: readJson(bytes) };
    line += 1;
  }
}

/** The lines of a block, without line ends. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  // Buffer.indexOf is many times faster than the one of Uint8Array.
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 0;
  for (let end = buffer.indexOf(newline); end !== -1; end = buffer.indexOf(newline, start)) {
    yield buffer.subarray(start, end);
    start = end + 1;
  }
  yield buffer.subarray(start);
}

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
