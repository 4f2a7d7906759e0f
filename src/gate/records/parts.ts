import { readJson } from '../../http/json.ts';
import { blocksOf } from './blocks.ts';
import { bytesOf, linesOf, maxBytes, newline, type Part } from './part.ts';

/**
 * The parts of an input, in order: blocks of lines that are a record each, or one JSON document over several lines.
 * Which of the two it is shows in the first line, which is a document of its own only in the former. A document that
 * is broken is one, unless some line of it is a record after all.
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

/** Whether the first line is how a document of several lines begins: with a bracket that it leaves open, or blank. */
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

/** The lines of blocks, each with an end. */
function whole(blocks: readonly Part[]): Uint8Array {
  return Buffer.concat(
    blocks.flatMap((block) => (block.kind === 'line-too-long' ? [] : [block.bytes, Uint8Array.of(newline)])),
  );
}
