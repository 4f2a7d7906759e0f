import { type JsonBody, readJson } from '../../http/json.ts';

export interface InputRecord {
  /** The line number of the record, from 1. Undefined if the record is the whole input. */
  readonly line: number | undefined;
  readonly bytes: number;
  readonly json: JsonBody;
}

export const blockBytes = 128 * 2 ** 10;

const maxBytes = 64 * 2 ** 20;

const newline = 0x0a;
const nothing = new Uint8Array();

/**
 * Yields the records of an input in order, grouped by the block in which they were read. An input has one record per
 * line. If its first line is not complete JSON, the input is one JSON document over several lines. If that document is
 * broken, it counts as one record, unless one of its lines is a JSON object.
 */
export async function* recordsIn(input: AsyncIterable<Uint8Array>): AsyncGenerator<Iterable<InputRecord>> {
  const held: Block[] = [];
  let heldBytes = 0;
  let mayBeDocument: boolean | undefined;
  let first = 1;
  for await (const lines of linesIn(input)) {
    mayBeDocument ??= opensDocument(lines[0]);
    held.push({ first, lines });
    first += lines.length;
    heldBytes += lines.reduce((sum, line) => sum + (line?.byteLength ?? 0) + 1, 0);
    if (mayBeDocument && heldBytes < maxBytes && !lines.includes(undefined)) continue;
    mayBeDocument = false;
    yield* held.splice(0).map(recordsOf);
  }
  const rest = held.flatMap(({ lines }) => lines);
  const whole = rest.length > 1 ? documentOf(rest) : undefined;
  if (whole !== undefined) yield [whole];
  else yield* held.map(recordsOf);
}

type Line = Uint8Array | undefined;

interface Block {
  readonly first: number;
  readonly lines: readonly Line[];
}

function* recordsOf({ first, lines }: Block): Generator<InputRecord> {
  const message = `It is longer than ${maxBytes / 2 ** 20} MiB, and was not read.`;
  for (const [index, line] of lines.entries()) {
    const json: JsonBody =
      line === undefined ? { kind: 'not-json', problem: 'not read', message } : readJson(line);
    yield { line: first + index, bytes: line?.byteLength ?? 0, json };
  }
}

/**
 * Whether a line begins a document over several lines: it is not JSON, and is blank or ends with an open bracket or a
 * comma.
 */
function opensDocument(line: Line): boolean {
  if (line === undefined || readJson(line).kind === 'json') return false;
  return /(^|[[{,])\s*$/.test(new TextDecoder().decode(line.subarray(-100)));
}

function documentOf(lines: readonly Line[]): InputRecord | undefined {
  const bytes = Buffer.concat(lines.flatMap((line = nothing) => [line, Uint8Array.of(newline)]));
  const json = readJson(bytes);
  const isRecords = json.kind === 'not-json' && lines.some((line) => line !== undefined && isObject(line));
  return isRecords ? undefined : { line: undefined, bytes: bytes.byteLength, json };
}

function isObject(line: Uint8Array): boolean {
  const json = readJson(line);
  return json.kind === 'json' && typeof json.value === 'object' && json.value !== null;
}

async function* linesIn(input: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  let begun: Uint8Array[] = [];
  let begunBytes = 0;
  const grow = (piece: Uint8Array): void => {
    begunBytes += piece.byteLength;
    begun = begunBytes > maxBytes ? [] : [...begun, piece];
  };
  const ended = (): Line => {
    const [only] = begun;
    const whole = begun.length === 1 ? only : Buffer.concat(begun);
    const line = begunBytes > maxBytes ? undefined : whole;
    [begun, begunBytes] = [[], 0];
    return line;
  };
  for await (const chunk of input) {
    // `indexOf` of a Buffer is many times faster than that of a Uint8Array.
    const block = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: Line[] = [];
    let start = 0;
    for (let end = block.indexOf(newline); end !== -1; end = block.indexOf(newline, start)) {
      grow(block.subarray(start, end));
      lines.push(ended());
      start = end + 1;
    }
    if (start < block.length) grow(block.subarray(start));
    if (lines.length > 0) yield lines;
  }
  if (begunBytes > 0) yield [ended()];
}
