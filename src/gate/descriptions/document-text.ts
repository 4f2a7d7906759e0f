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

/** No description that somebody wrote is deeper, or larger; aliases of YAML can make a short text huge. */
const limits = { levels: 200, values: 2_000_000 };

/**
 * The value of a document in JSON or YAML. What aliases of YAML name several times stands there several times.
 * @throws {Failure} `DESCRIPTION_NOT_PARSED`, with the line and the column
 */
export function documentIn(source: SourceText): unknown {
  return plainJson(source, parsedJson(source) ?? parsedYaml(source));
}

/** The line, from 1, of the value at a pointer, or of the last thing on the way there. */
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

/** JSON is YAML, but reads a hundred times as fast. */
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

/** They may quote what stands there. */
function wordsOf({ message }: YAMLError): string {
  return looksSecret(message)
    ? 'It cannot be read there'
    : printable(message.slice(0, 200).replace(/\.$/, ''));
}

/** A copy that is a tree of what JSON knows. */
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
