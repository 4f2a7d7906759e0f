import { YAMLException } from 'js-yaml';
import type { Position } from '../../report/diff/report.ts';
import { printable } from '../../report/printable.ts';
import { looksSecret, named } from '../../report/quoted.ts';
import { parsedJson } from '../../schema/json.ts';
import { memoised } from '../../schema/memoised.ts';
import { pointerTokens } from '../../schema/pointer.ts';
import { plainJson, valueOfYaml, writtenIn, type Yaml, yamlIn } from '../../schema/yaml.ts';
import { Failure, type FailureCode } from '../failure.ts';
import type { SourceText } from './source-text.ts';

export function documentIn(source: SourceText): unknown {
  try {
    const json = /^\s*\{/.test(source.text) ? parsedJson(source.text) : undefined;
    return json === undefined ? valueOfYaml(yamlOf(source)) : plainJson(json);
  } catch (cause) {
    throw cause instanceof YAMLException ? notParsed(source, cause) : cause;
  }
}

/**
 * Throws an error that refuses a document because of the value at a pointer. An empty pointer is the whole document.
 */
export type Refuse = (pointer: string, why: string) => never;

export function refuseOf(code: FailureCode, source: SourceText, problem: string): Refuse {
  return (pointer, why) => {
    const line = positionIn(source, pointer).line;
    const place = pointer === '' ? '' : ` at ${named(pointer)}`;
    throw new Failure(code, `${source.name} ${problem}: in line ${line}${place}, ${why}.`);
  };
}

/**
 * The position of a value. For a member, the position of its name. For a pointer without a value, the position of the
 * nearest existing ancestor.
 */
export function positionIn(source: SourceText, pointer: string): Omit<Position, 'file'> {
  const { root, positionAt } = writtenOf(source);
  let here = root;
  for (const token of pointerTokens(pointer)) {
    const next = here.below.get(token);
    if (next === undefined) break;
    here = next;
  }
  return positionAt(here.offset);
}

const writtenOf = memoised((source: SourceText) => {
  return { root: writtenIn(yamlOf(source)), positionAt: positionsOfOffsets(source.text) };
});

/** Parsed as YAML only for positions, since JSON.parse reads a JSON document ten times as fast. */
const yamlOf: (source: SourceText) => Yaml = memoised(({ text }: SourceText) => yamlIn(text));

function positionsOfOffsets(text: string): (offset: number) => Omit<Position, 'file'> {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (offset) => {
    let [line, end] = [0, starts.length];
    while (end - line > 1) {
      const middle = (line + end) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else end = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

function notParsed({ name }: SourceText, { reason, mark }: YAMLException): Failure {
  const place = mark === undefined ? '' : ` in line ${mark.line + 1}, column ${mark.column + 1}`;
  // The parser's reason may quote a secret from the document.
  const why = looksSecret(reason) ? 'it cannot be read there' : printable(reason.slice(0, 200));
  const message = `${printable(name)} is no JSON and no YAML${place}: ${why}.`;
  return new Failure('DESCRIPTION_NOT_PARSED', message);
}
