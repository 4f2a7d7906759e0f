import { isUtf8 } from 'node:buffer';

export type JsonBody = { readonly kind: 'json'; readonly value: unknown } | NotJson;

export interface NotJson {
  readonly kind: 'not-json';
  readonly problem:
    | 'empty'
    | 'undecodable'
    | 'not UTF-8'
    | 'cut off'
    | 'malformed'
    | 'other text'
    | 'not read';
  /** One sentence about "It", which quotes nothing of the body. */
  readonly message: string;
  /** The index of the error in the text, if it is known. */
  readonly at?: number;
}

/** The message as a predicate, such as "is empty", to follow another subject. */
export function predicateOf({ message }: NotJson): string {
  return message.slice('It '.length, -1);
}

const utf8 = new TextDecoder();

interface ReadText {
  /** The text without a byte order mark. Invalid UTF-8 is replaced by U+FFFD. */
  readonly text: string;
  readonly isUtf8: boolean;
  readonly hasByteOrderMark: boolean;
}

export function readText(bytes: Uint8Array): ReadText {
  const hasByteOrderMark = [0xef, 0xbb, 0xbf].every((byte, place) => bytes[place] === byte);
  return { text: utf8.decode(bytes), isUtf8: isUtf8(bytes), hasByteOrderMark };
}

/**
 * Parses a body as JSON: strict UTF-8, then the grammar of RFC 8259. Ignores a leading byte order mark, as
 * section 8.1 allows. Never throws.
 */
export function readJson(bytes: Uint8Array): JsonBody {
  return readJsonText(readText(bytes));
}

export function readJsonText({ text, isUtf8 }: Omit<ReadText, 'hasByteOrderMark'>): JsonBody {
  if (!isUtf8) {
    const start = text.indexOf('\ufffd');
    const where = start < 2 ? '' : ` after its first ${start} characters`;
    const message = `It is not UTF-8${where}${likelyEncoding(text)}.`;
    return { kind: 'not-json', problem: 'not UTF-8', message, at: start };
  }
  if (text === '') return { kind: 'not-json', problem: 'empty', message: 'It is empty.' };
  try {
    // Without a reviver, V8 parses without recursion, and makes `__proto__` an ordinary member.
    return { kind: 'json', value: JSON.parse(text) };
  } catch (error) {
    const [problem, place, at] = syntaxErrorIn(error, text);
    return {
      kind: 'not-json',
      problem,
      message: `It is not JSON${place}.`,
      ...(at === undefined ? {} : { at }),
    };
  }
}

/** A further sentence about a file that is not JSON; empty unless it looks like HTML or XML. */
export function markupInWords(bytes: Uint8Array): string {
  const { text } = readText(bytes.subarray(0, 100));
  return /^\s*</.test(text) ? ' It begins with <, as HTML and XML do.' : '';
}

/** The likely encoding of a body that is not UTF-8, in words: one byte for each character, or two. */
function likelyEncoding(text: string): string {
  if (text.includes('\0')) return ', but perhaps UTF-16';
  // A UTF-8 body that was cut inside a character ends like this.
  if (text.indexOf('\ufffd') === text.length - 1) return '';
  return /[^\0-\x7f\ufffd]|\ufffd{2}/.test(text) ? '' : ', but perhaps ISO 8859-1 (Latin-1)';
}

/**
 * Limits for a body. Each value takes many more bytes in memory than in the body, and each level a stack
 * frame.
 */
export const jsonLimits = { values: 500_000, levels: 1_000 };

/**
 * Which limit a JSON body exceeds: the number of values, which could fill the memory, or the depth, which
 * could overflow the stack. Counts commas and brackets outside strings, without parsing.
 */
export function exceededLimit(
  { buffer, byteOffset, length }: Uint8Array,
  most: { readonly values: number; readonly levels: number } = jsonLimits,
): 'values' | 'levels' | undefined {
  if (length <= Math.min(most.values, most.levels)) return undefined;
  // A Buffer finds a byte ten times faster than a Uint8Array.
  const bytes = Buffer.from(buffer, byteOffset, length);
  // Each value except the first follows a comma or a bracket.
  let values = 0;
  let levels = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === 0x2c) values += 1;
    else if (byte === 0x5b || byte === 0x7b) {
      values += 1;
      levels += 1;
    } else if (byte === 0x5d || byte === 0x7d) levels -= 1;
    if (levels > most.levels) return 'levels';
  }
  return values > most.values ? 'values' : undefined;
}

const quote = 0x22;
const backslash = 0x5c;

/** The index of the quote that ends a string. `indexOf` skips quickly: most of a large body is strings. */
function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let before = end;
    while (bytes[before - 1] === backslash) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return bytes.length;
}

/** Bytes. No value that the interface describes is nearly as long. */
const maxStringBytes = 2 ** 20;
const keptStringBytes = 2 ** 18;

/**
 * Cuts each very long string of JSON to its beginning: decoded and parsed, it would take its size in memory twice.
 * Returns other bodies as they are.
 */
export function withStringsCut(body: Uint8Array): Uint8Array {
  if (body.length <= maxStringBytes || !opensJson.test(readText(body.subarray(0, 100)).text)) return body;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (let at = bytes.indexOf(quote); at !== -1; at = bytes.indexOf(quote, at + 1)) {
    const end = endOfString(bytes, at);
    if (end - at > maxStringBytes) {
      pieces.push(bytes.subarray(from, endOfCharacter(bytes, at + 1, keptStringBytes)));
      from = end;
    }
    at = end;
  }
  return pieces.length === 0 ? body : Buffer.concat([...pieces, bytes.subarray(from)]);
}

/** Matches the start of JSON. In another text, a quote need not begin a string. */
const opensJson = /^\s*[[{]/;

/**
 * Where to cut a string after at least `length` bytes without splitting a character or an escape.
 * @param start - the index after the opening quote
 */
function endOfCharacter(bytes: Buffer, start: number, length: number): number {
  let end = start;
  while (end < start + length)
    end += bytes[end] !== backslash ? 1 : bytes[end + 1] === 0x75 ? '\\u0000'.length : 2;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end += 1;
  return end;
}

/**
 * A syntax error, its position in words, and its index. V8 writes the position at the end of its message; the rest of
 * the message may quote the body.
 */
function syntaxErrorIn(error: unknown, text: string): [NotJson['problem'], place: string, at?: number] {
  const message = error instanceof Error ? error.message : '';
  const [, position, line, column] = /at position (\d+) \(line (\d+) column (\d+)\)$/.exec(message) ?? [];
  const isCutOff = message.startsWith('Unexpected end of ') || Number(position) === text.length;
  if (isCutOff && text.trim() !== '')
    return ['cut off', `: it is cut off after ${characters(text.length)}`, text.length];
  if (position !== undefined) return ['malformed', ` (line ${line}, column ${column})`, Number(position)];
  const isNearlyJson = opensJson.test(text);
  const found = isNearlyJson ? nonJsonValue.exec(text) : null;
  const at = (found?.index ?? 0) + 1;
  if (found !== null) return ['malformed', `: it has ${found[1]} after ${characters(at)}`, at];
  // Only a sign of JSON is quoted: other characters may be personal.
  const [, sign] = /^Unexpected token '([\]},:])'/.exec(message) ?? [];
  if (isNearlyJson && sign !== undefined)
    return [
      'malformed',
      `: it has ${sign} where a value must be`,
      withoutStrings(text).search(/[:,[]\s*[\]},:]/) + 1,
    ];
  return prefixedJson.test(text) ? ['malformed', ': other characters come before it'] : ['other text', ''];
}

/**
 * The text of the same length, with `_` for each character of a string. A string that does not end goes to the end of the
 * text, so none of its quotes is searched from again.
 */
function withoutStrings(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"?/gs, (string) => '_'.repeat(string.length));
}

export function characters(count: number): string {
  return `${count} character${count === 1 ? '' : 's'}`;
}

const nonJsonValue = /[:,[]\s*(NaN|-?Infinity|undefined|None|True|False)\s*[,\]}]/;

/** A prefix before an object or a list, such as `)]}',`, which some services add against JSON hijacking. */
const prefixedJson = /^[^\w\s<[{"-][^[{<]{0,20}[[{]/;

const maxSearchedLength = 2 ** 18;

/**
 * Whether a JSON object has the same name twice, so a reader would lose one value (RFC 8259, section 4).
 * @param text - valid JSON; the result is false if it has more than 256 Ki characters
 */
export function repeatsName(text: string): boolean {
  if (text.length > maxSearchedLength) return false;
  const open: Set<string>[] = [];
  for (const { 0: token, 1: name } of text.matchAll(
    /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}]/g,
  )) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    if (name === undefined) continue;
    const names = open.at(-1);
    const plain = name.includes('\\') ? String(JSON.parse(name)) : name.slice(1, -1);
    if (names?.has(plain) === true) return true;
    names?.add(plain);
  }
  return false;
}
