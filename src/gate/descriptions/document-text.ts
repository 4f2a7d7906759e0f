import {
  type Document,
  isAlias,
  isCollection,
  isNode,
  LineCounter,
  parseDocument,
  type YAMLError,
} from 'yaml';
import { printable } from '../../report/printable.ts';
import { looksSecret } from '../../report/quoted.ts';
import { isObject } from '../../schema/json.ts';
import { pointerTokens } from '../../schema/pointer.ts';
import { Failure } from '../failure.ts';
import type { SourceText } from './source-text.ts';

/** Real descriptions are neither deeper nor larger; YAML aliases can expand a short text enormously. */
const limits = { levels: 200, values: 2_000_000 };

/**
 * Parses a JSON or YAML document. YAML aliases are expanded.
 * @throws {Failure} `DESCRIPTION_NOT_PARSED`, with the line and the column
 */
export function documentIn(source: SourceText): unknown {
  return plainJson(source, parsedJson(source) ?? parsedYaml(source));
}

/** The line, from 1, of the value at a pointer, or of its last existing ancestor. */
export function lineOf({ text }: SourceText, pointer: string): number {
  const lines = new LineCounter();
  const document = parsed(text, lines);
  let node: unknown = document.contents;
  let offset = 0;
  for (const token of [undefined, ...pointerTokens(pointer)]) {
    if (token !== undefined) node = isCollection(node) ? node.get(token, true) : undefined;
    if (isAlias(node)) node = node.resolve(document);
    if (!isNode(node)) break;
    offset = node.range?.[0] ?? offset;
  }
  return lines.linePos(offset).line;
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

function parsedYaml(source: SourceText): unknown {
  const lines = new LineCounter();
  try {
    const document = parsed(source.text, lines);
    const [error] = document.errors;
    if (error === undefined) return document.toJS({ maxAliasCount: -1 });
    throw notParsed(source, placeOf(error, lines), wordsOf(error));
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const why = cause instanceof RangeError ? 'It is nested too deeply' : 'An alias in it leads nowhere';
    throw notParsed(source, '', why, cause);
  }
}

function parsed(text: string, lineCounter: LineCounter): Document {
  return parseDocument(text, { lineCounter, merge: true, prettyErrors: false, logLevel: 'silent' });
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
