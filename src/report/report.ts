import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FailOn } from '../acceptance/acceptance.ts';
import type { SuiteRecord } from '../acceptance/added-checks.ts';
import { type Conclusion, conclusionOf } from '../acceptance/conclusion.ts';
import type { ObservationChange } from '../acceptance/lock.ts';
import type { Objection } from '../acceptance/objections.ts';
import { type Coverage, coverageOf } from '../conformance/coverage.ts';
import type { Discovery } from '../conformance/discovery.ts';
import type { RequestCounts } from '../conformance/request-counts.ts';
import type { CheckResult, RunResult, SeenObservation, Verdict } from '../conformance/result.ts';
import { type CoverageTree, countsIn, treeOf } from '../folds/coverage-tree.ts';
import { coverable, type FieldCoverage, neverCovered } from '../folds/field-coverage.ts';
import type { Tried } from '../folds/tried.ts';
import type { Drift } from '../regression/drift/drift.ts';
import { consumerContract } from '../specification/requirements.ts';
import type { Specification } from '../specification/specification.ts';
import type { Evidence } from '../trace/evidence.ts';
import type { Recorded } from '../traffic/recording.ts';
import { type Baseline, unfixedIn } from './baseline.ts';
import { type Chance, chancesOf } from './chances.ts';
import type { Statement } from './headline.ts';
import { deviationsOf, type ReportDeviation, waivedFindings } from './problems.ts';
import { otherChecks, suiteVersion } from './suite.ts';

interface CallMembers {
  readonly target: string;
  readonly durationMs: number;
  readonly seed: number;
  /** The number of random values of each kind (`--runs`). */
  readonly runs: number;
  readonly thorough?: true | undefined;
  /** How often each reading was repeated (`--repeat`). Absent if once. */
  readonly repeat?: number | undefined;
  readonly only?: string | undefined;
  readonly shard?: string | undefined;
  /** A digest of how the checks are divided into shards, equal for all shards of one run. */
  readonly division?: string | undefined;
  /** The `--fail-on` options of the run. `merge` applies them to the joined run. */
  readonly failOn?: readonly FailOn[] | undefined;
  readonly insecureTls?: true | undefined;
  readonly discovered?: Discovery | undefined;
  /** Counts of the exchanges of a recording (`--har`). */
  readonly recorded?: Recorded | undefined;
  readonly changes?: readonly ObservationChange[] | undefined;
  readonly baseline?: Baseline | undefined;
  readonly drift?: Drift | undefined;
}

interface RunMembers {
  readonly startedAt: string;
  readonly requests: number;
  /** The requests of `--discover` are not counted. Absent for a recording, from which nothing is sent. */
  readonly requestsByOperation?: RequestCounts | undefined;
  /** Absent for a recording. */
  readonly chances?: readonly Chance[] | undefined;
  /** For each operation, the ids of the forged credentials that the run tried. Absent for a recording. */
  readonly forgeriesTried?: Tried | undefined;
  readonly spellingsTried?: Tried | undefined;
  readonly objections: readonly Objection[];
  readonly results: readonly CheckResult[];
  readonly exchanges: readonly Evidence[];
  /** Listed clients that seem not to exist: every change of them was answered 404. */
  readonly absentClients?: readonly string[] | undefined;
  readonly observations: readonly SeenObservation[];
  /** Errors of the suite itself, which say nothing about the target. */
  readonly suiteFaults: readonly { readonly check: string; readonly message: string }[];
}

/** The content of `report.json`. `report.schema.json` is its JSON Schema. */
export interface Report extends CallMembers, RunMembers {
  readonly formatVersion: '3.0';
  readonly suite: Pick<SuiteRecord, 'version' | 'interface'> & {
    /** Ids of checks that were not run or that broke. Absent if unknown. */
    readonly otherChecks?: readonly string[] | undefined;
    /** SHA-256 of the interface description that the target was tested against. */
    readonly description: string;
  };
  readonly conformant: boolean;
  readonly conclusion: Conclusion;
  readonly summary: Readonly<Record<Verdict, number>>;
  readonly decided: number;
  /** The number of requirements that checks over HTTP can decide. */
  readonly decidable: number;
  readonly deviations: readonly ReportDeviation[];
  readonly statements: Readonly<Record<string, Statement>>;
  readonly waived: number;
  readonly coverage: Pick<Coverage, 'inMode' | 'requirements'>;
  readonly inapplicable?: readonly string[] | undefined;
  /** Includes the records of earlier runs if the run continues their field coverage. */
  readonly fieldCoverage: FieldCoverageReport;
}

export interface FieldCoverageReport {
  readonly possible: number;
  readonly seen: number;
  /** Rounded down, so 100 means that every value was seen. */
  readonly percent: number;
  /**
   * The number of valid records with each case type, form edition, field and value. 0 for a value that no record had.
   */
  readonly valid: CoverageTree;
  readonly invalid: CoverageTree;
}

export interface RunCircumstances extends CallMembers {
  readonly specification: Specification;
  readonly startedAt: Date;
  readonly objections?: readonly Objection[] | undefined;
  readonly suiteChecks?: readonly string[] | undefined;
}

export function reportOf(run: RunResult, circumstances: RunCircumstances): Report {
  const { specification, startedAt, objections = [], ...further } = circumstances;
  return concluded(specification, {
    ...further,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(further.durationMs),
    requests: run.requests,
    requestsByOperation: run.requestsByOperation,
    chances: run.judged === undefined ? undefined : chancesOf(run.judged),
    forgeriesTried: run.forgeriesTried,
    spellingsTried: run.spellingsTried,
    objections,
    results: run.results,
    exchanges: run.exchanges,
    absentClients: run.absentClients,
    observations: run.observations,
    fieldCoverage: run.fieldCoverage,
    // Only the error's name and its place in the suite's code: the message may quote data of the target.
    suiteFaults: run.suiteFaults.map(({ check, error }) => ({ check, message: nameOf(error) })),
  });
}

interface GivenMembers extends CallMembers, RunMembers, Pick<RunCircumstances, 'suiteChecks'> {
  readonly fieldCoverage: FieldCoverage;
}

export function concluded(
  specification: Specification,
  { suiteChecks, fieldCoverage, absentClients = [], ...given }: GivenMembers,
): Report {
  const { baseline, objections, results, exchanges } = given;
  const unfixed = baseline === undefined ? 0 : unfixedIn(baseline);
  const conclusion = conclusionOf(given, objections, unfixed);
  const { decided, decidable, ...coverage } = coverageOf(specification.requirements, results);
  const statements = statementsOf(specification, results);
  return {
    formatVersion: '3.0',
    suite: {
      version: suiteVersion,
      description: digestOf(specification),
      interface: specification.description.info.version,
      otherChecks: suiteChecks && otherChecks(suiteChecks, results),
    },
    conformant: conclusion === 'conformant',
    conclusion,
    summary: verdictCounts(results),
    ...{ decided, decidable, coverage, statements },
    deviations: deviationsOf({ results, exchanges, statements }),
    waived: waivedFindings(results).length,
    ...given,
    absentClients: absentClients.length === 0 ? undefined : absentClients,
    inapplicable: specification.inapplicable.length === 0 ? undefined : specification.inapplicable,
    fieldCoverage: fieldCoverageReportOf(specification, fieldCoverage),
  };
}

function fieldCoverageReportOf(
  specification: Specification,
  { valid, invalid }: FieldCoverage,
): FieldCoverageReport {
  const names = coverable(specification);
  const possible = names.length;
  const seen = possible - neverCovered(specification, { valid, invalid }).length;
  const none = Object.fromEntries(names.map((name) => [name, 0]));
  return {
    ...{ possible, seen, percent: Math.floor((100 * seen) / possible) },
    ...{ valid: treeOf({ ...none, ...valid }), invalid: treeOf(invalid) },
  };
}

export function fieldCoverageIn({ fieldCoverage }: Pick<Report, 'fieldCoverage'>): FieldCoverage {
  const seen = Object.entries(countsIn(fieldCoverage.valid)).filter(([, count]) => count > 0);
  return { valid: Object.fromEntries(seen), invalid: countsIn(fieldCoverage.invalid) };
}

export function digestOf({ text }: Specification): string {
  return createHash('sha256').update(text).digest('hex');
}

function statementsOf(
  { requirements }: Specification,
  results: readonly CheckResult[],
): Record<string, Statement> {
  const named = new Set(
    results
      .flatMap(({ findings, advisories = [] }) => [...findings, ...advisories])
      .map(({ requirement }) => requirement),
  );
  const rows = [...requirements, consumerContract].filter(({ id }) => named.has(id));
  return Object.fromEntries(
    rows.map(({ id, source, text, gravity = 'failure', broken, symptoms }) => [
      id,
      {
        ...{ source, text, gravity },
        ...(broken === undefined ? {} : { broken }),
        ...(symptoms === undefined ? {} : { symptoms }),
      },
    ]),
  );
}

function verdictCounts(results: readonly CheckResult[]): Record<Verdict, number> {
  const counts = { pass: 0, fail: 0, inconclusive: 0 };
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

/** The folder of the suite's code. A stack frame in it shows what broke, and contains no data. */
const ownCode = fileURLToPath(new URL('..', import.meta.url));

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const [, place] = (error.stack ?? '').split(ownCode);
  const [file] = /^[\w./-]+:\d+/.exec(place ?? '') ?? [];
  return file === undefined ? error.name : `${error.name} at ${file}`;
}
