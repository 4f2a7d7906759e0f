import { isDecidable, type Requirement, requirements } from '../specification/requirements.ts';
import type { CheckResult } from './result.ts';

/** How far a run decided the statements of the documents. */
export interface Coverage {
  /** Statements that the run decided. */
  readonly decided: number;
  /** Statements that the suite can decide, given all that it may need of a target. */
  readonly decidable: number;
  /** Every row of the register, in its order. */
  readonly requirements: readonly RequirementCoverage[];
}

export interface RequirementCoverage {
  readonly id: string;
  /** What the run found; of a row that no check decides, why not. */
  readonly state: 'pass' | 'fail' | 'inconclusive' | 'open' | 'ambiguous' | 'untestable' | 'untested';
}

/** What the results say of each row of the register. */
export function coverageOf(results: readonly CheckResult[]): Coverage {
  const rows = requirements.map((row) => ({ id: row.id, state: stateOf(row, results) }));
  return {
    decided: rows.filter(({ state }) => state === 'pass' || state === 'fail').length,
    decidable: requirements.filter(isDecidable).length,
    requirements: rows,
  };
}

function stateOf(row: Requirement, results: readonly CheckResult[]): RequirementCoverage['state'] {
  if (row.standing !== 'specified') return row.standing;
  if (row.untestable !== undefined) return 'untestable';
  if (row.untested !== undefined) return 'untested';
  if (results.some(({ findings }) => findings.some(({ requirement }) => requirement === row.id)))
    return 'fail';
  const citing = results.filter(({ requirements: cited }) => cited.includes(row.id));
  return citing.some(({ verdict }) => verdict === 'pass') ? 'pass' : 'inconclusive';
}
