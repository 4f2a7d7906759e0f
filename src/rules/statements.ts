import { deviates, held } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import { places, requirementAt } from '../schema/places.ts';
import { remembered } from '../schema/remembered.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { Finding } from '../validation/finding.ts';
import { discreetFindings } from './known-names.ts';

/** What a value has to do with each statement about it. */
export interface StatementReading {
  /** Its deviations, by the statement that each is from. */
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  /** The statements of which it shows a field. */
  readonly shown: ReadonlySet<string>;
}

/** The title of a check of fields that no statement names, of which one is an example. */
export function unnamed(example: string): string {
  return `${example}, and what else no statement names, is as described.`;
}

/** What a record has to say of one statement: nothing, where it shows no field of it. */
export function judgeStatement(
  reply: Exchange,
  row: string,
  { findings, shown }: StatementReading,
): Judgement[] {
  const own = findings.get(row) ?? [];
  if (own.length === 0) return shown.has(row) ? [held] : [];
  return own.map(({ pointer, message, keyword }) => deviates(reply, row, message, pointer, keyword));
}

/**
 * Reads values of one schema; of a value that a run looks at many times, the reading is made once.
 * @param schemaName - a schema of the specification
 */
export function readerOf(
  specification: Specification,
  schemaName: string,
): (value: unknown) => StatementReading {
  const schema = specification.schemaNamed(schemaName);
  const read = (value: unknown): StatementReading => ({
    findings: Map.groupBy(
      discreetFindings(specification, schemaName, value),
      ({ pointer }) => requirementAt(schema, value, pointer) ?? '',
    ),
    shown: new Set([...places(schema, value)].map(({ requirement }) => requirement ?? '')),
  });
  const readOnce = remembered(read, (value: object) => value);
  return (value) => (typeof value === 'object' && value !== null ? readOnce(value) : read(value));
}
