import { isAlias, isCollection, isNode, isPair, LineCounter, parseDocument, type YAMLError } from 'yaml';
import type { Position } from '../../report/diff/report.ts';
import { printable } from '../../report/printable.ts';
import { looksSecret } from '../../report/quoted.ts';
import { isObject } from '../../schema/json.ts';
import { childPointer, pointerTokens } from '../../schema/pointer.ts';
import { remembered } from '../../schema/remembered.ts';
import { Failure } from '../failure.ts';
import type { SourceText } from './source-text.ts';

/** Real descriptions are neither deeper nor larger; YAML aliases can expand a short text enormously. */
const limits = { levels: 200, values: 2_000_000 };

/**
 * Parses a JSON or YAML document. YAML aliases are expanded.
 * @throws {Failure} `DESCRIPTION_NOT_PARSED`, with the line and the column
 */
export function documentIn(source: SourceText): unknown {
  return plainJson(source, parsedJson(source) ?? parsedYaml(source).value);
}

/** The line, from 1, of the value at a pointer, or of its last existing ancestor. */
export function lineOf(source: SourceText, pointer: string): number {
  return positionsIn(source, [pointer]).get(pointer)?.line ?? 1;
}

/** The positions of the values at pointers, or of their last existing ancestors; of a member, that of its name. */
export function positionsIn(
  source: SourceText,
  pointers: readonly string[],
): ReadonlyMap<string, Omit<Position, 'file'>> {
  const found = parsedJson(source) === undefined ? inYaml(source) : inJson(source.text, pointers);
  return new Map(
    pointers.map((pointer) => {
      const { line, col } = found.lines.linePos(found.offsetOf(pointer));
      return [pointer, { line, column: col }];
    }),
  );
}

interface Offsets {
  readonly lines: LineCounter;
  readonly offsetOf: (pointer: string) => number;
}

function inYaml(source: SourceText): Offsets {
  const { lines, root } = parsedYaml(source);
  const offsetOf = (pointer: string): number => {
    let here = root;
    for (const token of pointerTokens(pointer)) {
      const next = here.below.get(token);
      if (next === undefined) break;
      here = next;
    }
    return here.offset;
  };
  return { lines, offsetOf };
}

/** In JSON that is known to be valid. A parser of YAML takes a hundred times as long. */
function inJson(text: string, pointers: readonly string[]): Offsets {
  const lines = new LineCounter();
  const wanted = new Set(pointers.flatMap(withAncestors));
  const offsets = new Map<string, number>();
  const levels: { readonly pointer: string; index: number | undefined }[] = [];
  let here = '';
  let isName = false;
  const found = (offset: number): void => {
    if (wanted.has(here) && !offsets.has(here)) offsets.set(here, offset);
  };
  lines.addNewLine(0);
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) lines.addNewLine(end + 1);
  for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]|[^\s[\]{},:"]+/g)) {
    const level = levels.at(-1);
    if (token === ']' || token === '}') levels.pop();
    else if (token === ',') {
      isName = level?.index === undefined;
      if (level?.index !== undefined) here = childPointer(level.pointer, ++level.index);
    } else if (isName) {
      here = childPointer(level?.pointer ?? '', JSON.parse(token) as string);
      found(index);
      isName = false;
    } else {
      found(index);
      if (token === '{' || token === '[')
        levels.push({ pointer: here, index: token === '[' ? 0 : undefined });
      isName = token === '{';
      if (token === '[') here = childPointer(here, 0);
    }
  }
  const offsetOf = (pointer: string): number =>
    withAncestors(pointer).reduce((last, one) => offsets.get(one) ?? last, 0);
  return { lines, offsetOf };
}

/** The pointer and those of all values around it, outermost first. */
function withAncestors(pointer: string): string[] {
  const tokens = pointer.split('/');
  return tokens.map((_token, index) => tokens.slice(0, index + 1).join('/'));
}

/** JSON is also YAML, but JSON.parse is a hundred times as fast. */
function parsedJson({ text }: SourceText): unknown {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface ParsedYaml {
  readonly value: unknown;
  readonly lines: LineCounter;
  readonly root: Written;
}

/** Where a value begins, or the name of a member, and what is in it, by name or index. */
interface Written {
  readonly offset: number;
  readonly below: ReadonlyMap<string, Written>;
}

/** A cache: lines are asked for after the value. The tree of the parser is not kept; it takes a hundred times its text. */
const parsedYaml = remembered(newParsedYaml, (source) => source);

function newParsedYaml(source: SourceText): ParsedYaml {
  const lines = new LineCounter();
  const options = { lineCounter: lines, merge: true, prettyErrors: false, logLevel: 'silent' } as const;
  try {
    const document = parseDocument(source.text, options);
    const [error] = document.errors;
    if (error !== undefined) throw notParsed(source, placeOf(error, lines), wordsOf(error));
    return { value: document.toJS({ maxAliasCount: -1 }), lines, root: writtenIn(document.contents) };
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const why = cause instanceof RangeError ? 'It is nested too deeply' : 'An alias in it leads nowhere';
    throw notParsed(source, '', why, cause);
  }
}

function writtenIn(root: unknown): Written {
  const anchored = new Map<string, Written['below']>();
  const below = (node: unknown): Written['below'] => {
    if (isAlias(node)) return anchored.get(node.source) ?? nothing;
    if (!isCollection(node)) return nothing;
    const found = new Map<string, Written>();
    if (node.anchor !== undefined) anchored.set(node.anchor, found);
    for (const [index, item] of node.items.entries()) {
      const [start, value, name] = isPair(item) ? [item.key, item.value, item.key] : [item, item, index];
      if (isNode(start)) found.set(String(name), { offset: offsetOf(start), below: below(value) });
    }
    return found;
  };
  return { offset: offsetOf(root), below: below(root) };
}

const nothing: Written['below'] = new Map();

function offsetOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function placeOf({ pos: [offset] }: YAMLError, lines: LineCounter): string {
  const { line, col } = lines.linePos(offset);
  return ` in line ${line}, column ${col}`;
}

/** The parser's message may quote the document. */
function wordsOf({ message }: YAMLError): string {
  return looksSecret(message)
    ? 'It cannot be read there'
    : printable(message.slice(0, 200).replace(/\.$/, ''));
}

/** Copies a value as plain JSON, without shared parts. */
function plainJson(source: SourceText, value: unknown): unknown {
  let values = 0;
  const copy = (one: unknown, levels: number): unknown => {
    values += 1;
    if (levels > limits.levels)
      throw notParsed(source, '', `It is nested more than ${limits.levels} levels deep`);
    if (values > limits.values)
      throw notParsed(source, '', `It holds more than ${limits.values.toLocaleString('en')} values`);
    if (Array.isArray(one)) return one.map((element) => copy(element, levels + 1));
    if (!isObject(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, copy(member, levels + 1)]));
  };
  return copy(value, 0);
}

function notParsed({ name }: SourceText, place: string, why: string, cause?: unknown): Failure {
  const message = `${printable(name)} is no JSON and no YAML${place}: ${why}.`;
  return new Failure('DESCRIPTION_NOT_PARSED', message, { cause });
}
