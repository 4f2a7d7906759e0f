import { readJson } from '../../http/json.ts';
import { blocksOf } from './blocks.ts';
import { bytesOf, linesOf, maxBytes, newline, type Part } from './part.ts';

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
