import { readJson } from '../http/json.ts';
import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';

/** An entry of a HAR. An entry that is too large to be read has no value. */
export interface HarEntry {
  readonly value: object | undefined;
}

/** Thrown if a file is not a HAR. The message is a sentence that does not quote the file. */
export class NoHar extends Error {}

/** Bytes. No message of the interface is this large, and it bounds the memory in use. */
const largestEntry = 64 * 2 ** 20;
const largestFrame = 64 * 2 ** 20;

/**
 * Yields the entries of a HAR 1.2 one at a time. Keeps only one entry and the text around the entries in memory.
 * @throws {NoHar} if the file is not a HAR; entries may have been yielded before that
 */
export async function* entriesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<HarEntry> {
  let entries = 0;
  const cut = createCutter();
  for await (const chunk of chunks) {
    for (const piece of cut.next(chunk)) {
      entries += 1;
      yield { value: piece.bytes === undefined ? undefined : objectIn(piece.bytes, piece.line) };
    }
  }
  assertFrame(parsed(cut.frame(), 1), entries);
}

/** The text of an entry and the line where it begins; without bytes if it is too large. */
interface Piece {
  readonly bytes: Buffer | undefined;
  readonly line: number;
}

const quote = 0x22;
const backslash = 0x5c;
const newline = 0x0a;

/**
 * Cuts the entries in `log.entries` out of the text of a HAR. It looks only at quotes and brackets. Everything else
 * is validated when an entry, or the remaining frame, is parsed as JSON.
 */
function createCutter(): {
  next(chunk: Uint8Array): Generator<Piece>;
  /** The file with `{}` instead of each entry. Line breaks are kept. */
  frame(): Buffer;
} {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isInEntries = false;
  let line = 1;
  /** The text around the entries, as latin1: one character per byte. */
  let frame = '';
  let entry: Uint8Array[] | undefined;
  let entryLine = 1;
  let entryBytes = 0;
  /** The last string that was read near the top level, and the names of the enclosing members by depth. */
  let text = '';
  const names: string[] = [];

  function keep(part: Uint8Array): void {
    if (entry === undefined) {
      frame += Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1');
      if (frame.length > largestFrame)
        throw new NoHar(`It holds more than ${largestFrame} bytes beside log.entries.`);
      return;
    }
    entryBytes += part.length;
    if (entryBytes > largestEntry) entry = [];
    else entry.push(part);
  }

  function* next(chunk: Uint8Array): Generator<Piece> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === newline) line += 1;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
        if (isInString && depth <= 2 && text.length < 20) text += String.fromCharCode(byte);
        continue;
      }
      switch (String.fromCharCode(byte)) {
        case '"':
          isInString = true;
          text = '';
          break;
        case ':':
          if (depth <= 2) names[depth] = text;
          break;
        case '[':
        case '{':
          if (isInEntries && depth === 3) {
            keep(chunk.subarray(from, at));
            from = at;
            entry = [];
            entryLine = line;
            entryBytes = 0;
          }
          depth += 1;
          isInEntries ||= depth === 3 && byte === 0x5b && names[1] === 'log' && names[2] === 'entries';
          break;
        case ']':
        case '}':
          depth -= 1;
          if (entry !== undefined && depth === 3) {
            keep(chunk.subarray(from, at + 1));
            from = at + 1;
            const bytes = entryBytes > largestEntry ? undefined : Buffer.concat(entry);
            entry = undefined;
            frame += `{}${'\n'.repeat(line - entryLine)}`;
            yield { bytes, line: entryLine };
          } else if (depth <= 2) isInEntries = false;
          break;
      }
    }
    keep(chunk.subarray(from));
  }

  return {
    next,
    frame: () => {
      // An entry that does not end is not valid JSON; the error is reported where it breaks off.
      const rest = entry === undefined ? '' : `{${'\n'.repeat(line - entryLine)}`;
      return Buffer.from(frame + rest, 'latin1');
    },
  };
}

function objectIn(bytes: Uint8Array, line: number): object {
  const value = parsed(bytes, line);
  if (!isObject(value)) throw new NoHar(`log.entries must hold objects alone (line ${line}).`);
  return value;
}

/** @param line - the line where the text begins */
function parsed(bytes: Uint8Array, line: number): unknown {
  const json = readJson(bytes);
  if (json.kind === 'json') return json.value;
  const [, within] = /\(line (\d+)/.exec(json.message) ?? [];
  const [problem = ''] = json.message.split(/ \(|\.$/);
  if (within !== undefined) throw new NoHar(`${problem} (line ${line + Number(within) - 1}).`);
  // Some parse errors give no position, as for a short or truncated text.
  const last = line + bytes.reduce((sum, byte) => sum + Number(byte === newline), 0);
  throw new NoHar(`${problem} (${last === line ? '' : 'up to '}line ${last}).`);
}

/** @param entries - the number of entries that were cut out */
function assertFrame(frame: unknown, entries: number): void {
  const found = memberOf(memberOf(frame, 'log'), 'entries');
  if (!Array.isArray(found)) throw new NoHar('It has no array log.entries.');
  if (!found.every(isObject)) throw new NoHar('log.entries must hold objects alone.');
  if (found.length !== entries) throw new NoHar('It must have log.entries once, and write the name plainly.');
}
