import { type JsonBody, readJson } from '../http/json.ts';

/** One record of an input: the line it stands on, or undefined where it is the whole input. */
export interface InputRecord {
  readonly line: number | undefined;
  readonly json: JsonBody;
}

/** A line or document longer than this is not read into memory. */
const maxBytes = 64 * 2 ** 20;

const newline = 0x0a;
const tooLong: JsonBody = {
  kind: 'not-json',
  message: `It is longer than ${maxBytes / 2 ** 20} MiB, and was not read.`,
};

/**
 * The records of an input: one for each line, or the input as a whole where it is one JSON document over several
 * lines. Which of the two it is shows in the first line, which is a document of its own only in the former. A
 * document that is broken is one, unless some line of it is a record after all.
 */
export async function* recordsOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<InputRecord> {
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let isDocument: boolean | undefined;
  let line = 0;
  for await (const bytes of linesOf(input)) {
    line += 1;
    const json = bytes === undefined ? tooLong : readJson(bytes);
    isDocument ??= json.kind === 'not-json' && bytes !== undefined && opensDocument(bytes);
    if (!isDocument) {
      yield { line, json };
      continue;
    }
    held.push(bytes ?? new Uint8Array());
    heldBytes += bytes?.byteLength ?? maxBytes;
    if (heldBytes < maxBytes) continue;
    isDocument = false;
    yield* asLines(held.splice(0));
  }
  if (held.length === 0) return;
  const whole = readJson(joined(held));
  const isOneDocument = held.length > 1 && (whole.kind === 'json' || !held.some(isObject));
  if (isOneDocument) yield { line: undefined, json: whole };
  else yield* asLines(held);
}

/** Whether a line is how a document of several lines begins: with a bracket that it leaves open, or blank. */
function opensDocument(bytes: Uint8Array): boolean {
  return /(^|[[{,])\s*$/.test(new TextDecoder().decode(bytes.subarray(-100)));
}

function isObject(bytes: Uint8Array): boolean {
  const json = readJson(bytes);
  return json.kind === 'json' && typeof json.value === 'object' && json.value !== null;
}

function* asLines(lines: readonly Uint8Array[]): Generator<InputRecord> {
  for (const [index, bytes] of lines.entries()) yield { line: index + 1, json: readJson(bytes) };
}

function joined(lines: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(lines.flatMap((bytes) => [bytes, Buffer.of(newline)]));
}

/** The lines of an input without their ends; undefined for one that is too long. What is empty has no lines. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | undefined> {
  let pieces: Uint8Array[] = [];
  let pending = 0;
  const take = (): Uint8Array | undefined => {
    const bytes = pending > maxBytes ? undefined : Buffer.concat(pieces);
    pieces = [];
    pending = 0;
    return bytes;
  };
  const keep = (piece: Uint8Array): void => {
    pending += piece.byteLength;
    if (pending <= maxBytes) pieces.push(piece);
    else pieces = [];
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      keep(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.byteLength) keep(chunk.subarray(start));
  }
  if (pending > 0) yield take();
}
