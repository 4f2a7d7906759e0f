import type { CheckResult } from '../conformance/result.ts';
import { consumerContract, type Requirement } from '../specification/requirements.ts';
import type { Specification } from '../specification/specification.ts';

/** A requirement's text and its source. */
export type Statement = Pick<Requirement, 'source' | 'text'>;

/** The statements that the results' findings and advisories refer to, in the order of the register. */
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
