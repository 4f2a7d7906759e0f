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

/** Members of a report that come from the call, and not from the run. */
interface Circumstances {
  /** The target's base URL, or a fixed name for the embedded reference implementation. */
  readonly target: string;
  readonly durationMs: number;
  readonly seed: number;
  /** The number of random values of each kind (`--runs`). */
  readonly runs: number;
  /** Set with `--thorough`. */
  readonly thorough?: true | undefined;
  /** How often each reading was repeated (`--repeat`). Absent if once. */
  readonly repeat?: number | undefined;
  /** The text of `--only`, which selects checks. */
  readonly only?: string | undefined;
  /** For a shard, `I/N`. */
  readonly shard?: string | undefined;
  /** For a shard, a digest of the division of checks into shards, which must be equal in all shards. */
  readonly division?: string | undefined;
  /** The values of `--fail-on`. `merge` applies them to the whole run. */
  readonly failOn?: readonly FailOn[] | undefined;
  /** Set if the target's certificate was not verified. */
  readonly insecureTls?: true | undefined;
  readonly discovered?: Discovery | undefined;
  /** Set for a recording (`--har`), from which nothing is sent: counts of its exchanges. */
  readonly recorded?: Recorded | undefined;
  /** With a lock: how observations differ from it. */
  readonly changes?: readonly ObservationChange[] | undefined;
  /** With a baseline: the earlier run, and what has become of its deviations. */
  readonly baseline?: Baseline | undefined;
  /** If requested: how the served description differs from the agreed one. */
  readonly drift?: Drift | undefined;
}

/** Results of the run, from which further members of the report are computed. */
interface Found {
  /** A time of RFC 3339. */
  readonly startedAt: string;
  readonly requests: number;
  /** The number of requests of each operation, without those of `--discover`. Absent for a recording. */
  readonly requestsByOperation?: RequestCounts | undefined;
  /** The probability of noticing an intermittent fault of each operation. Absent for a recording. */
  readonly chances?: readonly Chance[] | undefined;
  /** The ids of the forged credentials that were sent to each operation. Absent for a recording. */
  readonly forgeriesTried?: Tried | undefined;
  readonly spellingsTried?: Tried | undefined;
  /** Reasons other than deviations for which the run fails. */
  readonly objections: readonly Objection[];
  readonly results: readonly CheckResult[];
  /** The exchanges that results refer to by index, each once. */
  readonly exchanges: readonly Evidence[];
  /** Listed clients that seem not to exist: every change of them was answered 404. */
  readonly absentClients?: readonly string[] | undefined;
  readonly observations: readonly SeenObservation[];
  /** Checks that failed with an error in the suite itself. */
  readonly suiteFaults: readonly { readonly check: string; readonly message: string }[];
}

/** The report of a run, as written to `report.json`; `report.schema.json` is its JSON Schema. */
export interface Report extends Circumstances, Found {
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
  /** The number of decided requirements, out of `decidable`. */
  readonly decided: number;
  /** The number of requirements that checks over HTTP can decide. */
  readonly decidable: number;
  /** The deviations, each once, even if several checks or exchanges show it. */
  readonly deviations: readonly ReportDeviation[];
  /** The statements that findings and advisories refer to, by requirement id. */
  readonly statements: Readonly<Record<string, Statement>>;
  readonly waived: number;
  readonly coverage: Pick<Coverage, 'inMode' | 'requirements'>;
  /** Requirements that do not apply, since the description lacks their fields or operation. */
  readonly inapplicable?: readonly string[] | undefined;
  /**
   * Which case types, form editions, fields and values case records showed, in this run and in earlier runs whose
   * coverage it continues.
   */
  readonly fieldCoverage: FieldCoverageReport;
}

/** Which case types, form editions, fields and values were seen in case records. */
export interface FieldCoverageReport {
  /** The number of case types, form editions, fields and values that exist. */
  readonly possible: number;
  /** The number of those that were seen, in valid or invalid form. */
  readonly seen: number;
  /** The percentage seen, rounded down: 100 means all. */
  readonly percent: number;
  /**
   * For each case type, form edition, field and value: the number of records that had it without an error; 0 if none
   * had.
   */
  readonly valid: CoverageTree;
  /** For each case type, form edition, field and value: the number of records that had it with an error. */
  readonly invalid: CoverageTree;
}

/** Arguments of `reportOf` other than the result of the run. */
export interface RunCircumstances extends Circumstances {
  readonly specification: Specification;
  readonly startedAt: Date;
  readonly objections?: readonly Objection[] | undefined;
  /** Ids of all checks of the suite, whether they were run or not. */
  readonly suiteChecks?: readonly string[] | undefined;
}

export function reportOf(run: RunResult, circumstances: RunCircumstances): Report {
  const { specification, startedAt, durationMs, discovered, objections = [], ...further } = circumstances;
  return concluded(specification, {
    ...further,
    discovered,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(durationMs),
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
    // Only the error's name and place in the suite's code: its message may quote the target's data.
    suiteFaults: run.suiteFaults.map(({ check, error }) => ({ check, message: nameOf(error) })),
  });
}

/** Values of a report that are not computed from others. */
interface Statements extends Circumstances, Found, Pick<RunCircumstances, 'suiteChecks'> {
  readonly fieldCoverage: FieldCoverage;
}

/** The whole report, with conclusion, coverage and counts computed. */
export function concluded(specification: Specification, statements: Statements): Report {
  const {
    objections,
    results,
    exchanges,
    absentClients = [],
    fieldCoverage,
    suiteChecks,
    ...others
  } = statements;
  const { baseline } = others;
  const conclusion = conclusionOf(statements, objections, baseline === undefined ? 0 : unfixedIn(baseline));
  const { decided, decidable, ...coverage } = coverageOf(specification.requirements, results);
  const said = statementsOf(specification, results);
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
    ...others,
    summary: verdictCounts(results),
    ...{ decided, decidable, coverage },
    deviations: deviationsOf({ results, exchanges, statements: said }),
    statements: said,
    waived: waivedFindings(results).length,
    ...{ objections, results, exchanges },
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

/** The field coverage of a report as counts by name, to add it to another run's. */
export function fieldCoverageIn({ fieldCoverage }: Pick<Report, 'fieldCoverage'>): FieldCoverage {
  const seen = Object.entries(countsIn(fieldCoverage.valid)).filter(([, count]) => count > 0);
  return { valid: Object.fromEntries(seen), invalid: countsIn(fieldCoverage.invalid) };
}

/** SHA-256 of the text of a specification's description. */
export function digestOf({ text }: Specification): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The statements that findings and advisories refer to, in the order of the register. */
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

export function verdictCounts(results: readonly CheckResult[]): Record<Verdict, number> {
  const counts = { pass: 0, fail: 0, inconclusive: 0 };
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

/** The folder of the suite's code. A stack frame in it shows what broke without quoting data. */
const ownCode = fileURLToPath(new URL('..', import.meta.url));

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const [, place] = (error.stack ?? '').split(ownCode);
  const [file] = /^[\w./-]+:\d+/.exec(place ?? '') ?? [];
  return file === undefined ? error.name : `${error.name} at ${file}`;
}
