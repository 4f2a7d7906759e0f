import { type Conclusion, isUnanswered } from '../acceptance/conclusion.ts';
import { changesSince, type ObservationChange } from '../acceptance/lock.ts';
import type { CheckResult, Remedy } from '../conformance/result.ts';
import { countsIn } from '../folds/coverage-tree.ts';
import {
  deviationsIn,
  differencesBetween,
  type KnownDeviation,
  type RunSettings,
  settingsOf,
  statesIn,
} from './baseline.ts';
import type { Report } from './report.ts';

/** The result of `compare`. `compare.schema.json` is its JSON Schema. */
export interface Comparison {
  readonly formatVersion: '1.0';
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** Settings in which the runs differ, such as the seed. They may explain a change even if the target is unchanged. */
  readonly differences: readonly string[];
  readonly deviations: {
    readonly new: readonly KnownDeviation[];
    readonly newButWaived: readonly KnownDeviation[];
    readonly fixed: readonly KnownDeviation[];
    readonly stillFailing: readonly KnownDeviation[];
    /** Deviations whose check ended early in the later run, or whose random value was not sent again. */
    readonly notTested: readonly KnownDeviation[];
  };
  readonly requirements: {
    readonly newlyDecided: readonly RequirementChange[];
    readonly newlyUndecided: readonly RequirementChange[];
  };
  readonly observations: readonly ObservationChange[];
  readonly fieldCoverage: { readonly gained: readonly string[]; readonly lost: readonly string[] };
}

export interface ComparedRun extends RunSettings {
  readonly conclusion: Conclusion;
  readonly decided: number;
  readonly decidable: number;
}

export interface RequirementChange extends Partial<Pick<Remedy, 'remedy' | 'about'>> {
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

export function compareReports(before: Report, after: Report): Comparison {
  const earlier = deviationsIn(before);
  const later = deviationsIn(after);
  const byState = Map.groupBy(earlier, statesIn({ ...before, deviations: earlier }, after));
  const known = new Set(earlier.map(({ fingerprint }) => fingerprint));
  const added = later.filter(({ fingerprint }) => !known.has(fingerprint));
  return {
    formatVersion: '1.0',
    before: comparedRun(before),
    after: comparedRun(after),
    differences: differencesBetween(before, after),
    deviations: {
      new: added.filter(({ waived }) => waived === undefined),
      newButWaived: added.filter(({ waived }) => waived !== undefined),
      fixed: byState.get('fixed') ?? [],
      // Taken from the later report, since a newer version may word the headlines differently.
      stillFailing: later.filter(({ fingerprint }) => known.has(fingerprint)),
      notTested: byState.get('not-tested') ?? [],
    },
    requirements: requirementChanges(before, after),
    observations: observationChanges(before, after),
    fieldCoverage: fieldCoverageChanges(before.fieldCoverage, after.fieldCoverage),
  };
}

function comparedRun(report: Report): ComparedRun {
  const { conclusion, decided, decidable } = report;
  return { ...settingsOf(report), conclusion, decided, decidable };
}

function requirementChanges(before: Report, after: Report): Comparison['requirements'] {
  const [earlier, later] = [statesOf(before), statesOf(after)];
  const all = [...new Set([...later.keys(), ...earlier.keys()])].map((id) => ({
    ...{ id, before: earlier.get(id) ?? 'absent', after: later.get(id) ?? 'absent' },
  }));
  return {
    newlyDecided: all.filter((one) => isDecided(one.after) && !isDecided(one.before)),
    newlyUndecided: all
      .filter((one) => isDecided(one.before) && !isDecided(one.after))
      .map((one) => ({ ...one, ...remedyOf(one.id, after.results) })),
  };
}

function statesOf({ coverage }: Report): Map<string, string> {
  return new Map(coverage.requirements.map(({ id, state }) => [id, state]));
}

function isDecided(state: string): boolean {
  return state === 'pass' || state === 'fail';
}

function remedyOf(id: string, results: readonly CheckResult[]) {
  const [first] = results
    .filter(({ requirements }) => requirements.includes(id))
    .flatMap(({ remedies }) => remedies);
  return first === undefined ? {} : { remedy: first.remedy, about: first.about };
}

/** An observation that a partial run lacks did not disappear: the run did not make the observation. */
function observationChanges(before: Report, after: Report): ObservationChange[] {
  const earlier = Object.fromEntries(before.observations.map(({ id, values }) => [id, values]));
  const changes = changesSince({ observations: earlier }, after.observations, isPartial(after));
  return isPartial(before) ? changes.filter(({ kind }) => kind !== 'new') : changes;
}

function isPartial({ only, shard, suiteFaults, results }: Report): boolean {
  return only !== undefined || shard !== undefined || suiteFaults.length > 0 || results.some(isUnanswered);
}

function fieldCoverageChanges(
  before: Report['fieldCoverage'],
  after: Report['fieldCoverage'],
): Comparison['fieldCoverage'] {
  const [earlier, later] = [seenIn(before), seenIn(after)];
  return {
    gained: [...later].filter((one) => !earlier.has(one)),
    lost: [...earlier].filter((one) => !later.has(one)),
  };
}

function seenIn(trees: Report['fieldCoverage']): Set<string> {
  const counted = [trees.valid, trees.invalid].flatMap((tree) => Object.entries(countsIn(tree)));
  return new Set(counted.flatMap(([name, count]) => (count === 0 ? [] : [name])).sort());
}
