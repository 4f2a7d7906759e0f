import { deviatesAsFound, held } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import { memoised } from '../schema/memoised.ts';
import { places, requirementAt } from '../schema/places.ts';
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
        maskedFindings(specification, schemaName, value),
        ({ pointer }) => requirementAt(schema, value, pointer) ?? '',
      ),
      shown: new Set([...places(schema, value)].map(({ requirement }) => requirement ?? '')),
    });
    const readOnce = memoised(read);
    return (value) => (typeof value === 'object' && value !== null ? readOnce(value) : read(value));
  };
  return (specification, value) => specification.derive(readerIn)(value);
}
