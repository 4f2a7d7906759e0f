import type { CheckResult } from '../conformance/result.ts';
import { consumerContract, type Requirement } from '../specification/requirements.ts';
import type { Specification } from '../specification/specification.ts';

/** What is required, and where that is said. */
export type Statement = Pick<Requirement, 'source' | 'text'>;

/** The statements that the findings and advisories of the results name, in the register's order. */
export function statementsOf(
  { requirements }: Specification,
  results: readonly CheckResult[],
): Record<string, Statement> {
  const named = new Set(
    results
      .flatMap(({ findings, advisories = [] }) => [...findings, ...advisories])
      .map(({ requirement }) => requirement),
  );
  const rows = [...requirements, consumerContract].filter(({ id }) => named.has(id));
  return Object.fromEntries(rows.map(({ id, source, text }) => [id, { source, text }]));
}
