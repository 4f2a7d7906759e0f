import { deviatesAsFound, held } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import { normalisedLetters } from '../http/made-up.ts';
import { isObject } from '../schema/json.ts';
import { memoised } from '../schema/memoised.ts';
import { places, requirementAt } from '../schema/places.ts';
import { childPointer } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { Finding } from '../validation/finding.ts';
import { maskedFindings } from './known-names.ts';

export interface StatementReading {
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  readonly shown: ReadonlySet<string>;
}

export interface Statement {
  readonly row: string;
  readonly example: string;
  readonly title: string;
}

export function statementsAmong(
  { requirementNamed, requirementOfOperation }: Specification,
  rows: ReadonlyMap<string, string>,
  operation: OperationId,
  subject: string,
): Statement[] {
  const unnamed = requirementOfOperation(operation);
  return [...rows]
    .map(([row, example]) => ({ row, example, ...requirementNamed(row) }))
    .filter(({ standing }) => standing === 'specified')
    .map(({ row, example, text }) => {
      const words = row === unnamed ? `${example}, and what else no statement names, is as described.` : text;
      return { row, example, title: `${subject}: ${words}` };
    });
}

export function judgeStatement(
  reply: Exchange,
  row: string,
  { findings, shown }: StatementReading,
): Judgement[] {
  const own = findings.get(row) ?? [];
  if (own.length === 0) return shown.has(row) ? [held] : [];
  return own.map((found) => deviatesAsFound(reply, row, found));
}

type Reader = (value: unknown) => StatementReading;

/** Results are cached, since a run looks at the same value many times. */
export function readerOf(
  schemaName: string,
): (specification: Specification, value: unknown) => StatementReading {
  const readerIn = (specification: Specification): Reader => {
    const schema = specification.schemaNamed(schemaName);
    const read: Reader = (value) => ({
      findings: Map.groupBy(
        [...maskedFindings(specification, schemaName, value), ...respelledNames(schema, value)],
        ({ pointer }) => requirementAt(schema, value, pointer) ?? '',
      ),
      shown: new Set([...places(schema, value)].map(({ requirement }) => requirement ?? '')),
    });
    const readOnce = memoised(read);
    return (value) => (typeof value === 'object' && value !== null ? readOnce(value) : read(value));
  };
  return (specification, value) => specification.derive(readerIn)(value);
}

/**
 * The optional fields of an object that writes at least two names in another way, such as `first_name` for `firstName`,
 * and no name of several words as described. A required field is reported as missing. One such name alone may be a
 * member that the service adds.
 */
function* respelledNames(schema: Schema, record: unknown): Iterable<Finding> {
  for (const { pointer, value, schema: own } of places(schema, record)) {
    if (!isObject(value) || own.properties === undefined) continue;
    const { properties, required = [] } = own;
    const names = Object.keys(properties);
    const shown = names.filter((name) => Object.hasOwn(value, name));
    // A whole record without any of its fields is reported as such.
    if ((pointer === '' && shown.length === 0) || shown.some(isOfSeveralWords)) continue;
    const absent = names.filter((name) => !Object.hasOwn(value, name) && !required.includes(name));
    const byLetters = new Map(absent.map((name) => [normalisedLetters(name), name]));
    const respelled = new Map(
      Object.keys(value).flatMap((found) => {
        const name = Object.hasOwn(properties, found) ? undefined : byLetters.get(normalisedLetters(found));
        return name === undefined ? [] : [[childPointer(pointer, name), found] as const];
      }),
    );
    if (respelled.size < 2) continue;
    const alike = 'is shown with another spelling of its name';
    for (const [at, found] of respelled)
      yield { pointer: at, keyword: 'renamed', message: `${at} ${alike}: ${found}`, alike };
  }
}

function isOfSeveralWords(name: string): boolean {
  return /[a-z][A-Z]|_/.test(name);
}
