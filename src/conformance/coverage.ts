import { isDecidable, type Requirement } from '../specification/requirements.ts';
import type { CheckResult } from './result.ts';

export interface Decided {
  /** Requirements for which every check that cites them passed, or some check failed. */
  readonly decided: number;
  /** Requirements that the suite can decide if the target allows and shows everything that checks need. */
  readonly decidable: number;
}

export interface Coverage extends Decided {
  /** The same counts without the requirements that only requests excluded by `writes` could decide. */
  readonly inMode: Decided;
  readonly requirements: readonly RequirementCoverage[];
}

interface RequirementCoverage extends Pick<Requirement, 'id'> {
  /**
   * `partly`: some checks passed and others could not decide. The last four values say why no check tests the
   * requirement.
   */
  readonly state:
    | 'pass'
    | 'fail'
    | 'partly'
    | 'inconclusive'
    | 'open'
    | 'ambiguous'
    | 'advisory'
    | 'untestable';
}

export function coverageOf(requirements: readonly Requirement[], results: readonly CheckResult[]): Coverage {
  const rows = requirements.map((row) => ({ id: row.id, state: stateOf(row, results) }));
  return {
    decided: rows.filter(({ state }) => isDecided(state)).length,
    decidable: requirements.filter(isDecidable).length,
    inMode: decidedInMode(requirements, results),
    requirements: rows,
  };
}

export function isExcluded({ verdict, remedies }: CheckResult): boolean {
  return verdict === 'inconclusive' && remedies.some(({ reason }) => reason === 'excluded');
}

function decidedInMode(requirements: readonly Requirement[], results: readonly CheckResult[]): Decided {
  const sent = results.filter((result) => !isExcluded(result));
  const cites = (all: readonly CheckResult[], id: string): boolean =>
    all.some(({ requirements: cited }) => cited.includes(id));
  // A requirement that no check of the run cites was left out by `--only`, not by `writes`.
  const inMode = requirements.filter(
    (row) => isDecidable(row) && (cites(sent, row.id) || !cites(results, row.id)),
  );
  return {
    decided: inMode.filter((row) => isDecided(stateOf(row, sent))).length,
    decidable: inMode.length,
  };
}

function isDecided(state: RequirementCoverage['state']): boolean {
  return state === 'pass' || state === 'fail';
}

function stateOf(row: Requirement, results: readonly CheckResult[]): RequirementCoverage['state'] {
  if (row.standing !== 'specified') return row.standing;
  if (row.untestable !== undefined) return 'untestable';
  if (results.some(({ findings }) => findings.some(({ requirement }) => requirement === row.id)))
    return 'fail';
  const citing = results.filter(({ requirements: cited }) => cited.includes(row.id));
  // A check that failed found a deviation from another requirement, so it says nothing about this one.
  const passed = citing.filter(({ verdict }) => verdict === 'pass').length;
  if (passed === 0) return 'inconclusive';
  return citing.some(({ verdict }) => verdict === 'inconclusive') ? 'partly' : 'pass';
}
