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

/** Contents of a report that do not come from the run itself. */
interface Circumstances {
  /** The target's base URL, or a fixed name for the embedded reference implementation. */
  readonly target: string;
  readonly durationMs: number;
  readonly seed: number;
  /** How many random values were tried of each kind. */
  readonly runs: number;
  /** Whether `--thorough` was given; absent if not. */
  readonly thorough?: true | undefined;
  /** How many times readings were repeated; absent if once. */
  readonly repeat?: number | undefined;
  /** The text of `--only`, which narrowed the run. */
  readonly only?: string | undefined;
  /** The part of the checks that was run, as `I/N`. */
  readonly shard?: string | undefined;
  /** A digest of the assignment of checks to shards, the same in all shards; absent without shards. */
  readonly division?: string | undefined;
  /** The values of `--fail-on`, if any: `merge` applies them to the whole run. */
  readonly failOn?: readonly FailOn[] | undefined;
  /** Whether the target's certificate was not verified; absent if it was. */
  readonly insecureTls?: true | undefined;
  readonly discovered?: Discovery | undefined;
  /** Counts of the recorded exchanges of `--har`. Nothing was sent in such a run. */
  readonly recorded?: Recorded | undefined;
  /** The differences of the observations from the lock, if there is a lock. */
  readonly changes?: readonly ObservationChange[] | undefined;
  /** An earlier run and the present state of its deviations, if one was given. */
  readonly baseline?: Baseline | undefined;
  /** The comparison of the served description with the agreed one, if it was requested. */
  readonly drift?: Drift | undefined;
}

/** The results of a run. The rest of a report follows from these and the circumstances. */
interface Found {
  /** RFC 3339. */
  readonly startedAt: string;
  readonly requests: number;
  /** The number of requests of each operation, without those of `--discover`; absent if nothing was sent. */
  readonly requestsByOperation?: RequestCounts | undefined;
  /** The probability of noticing an intermittent fault, by operation; absent if nothing was sent. */
  readonly chances?: readonly Chance[] | undefined;
  /** The forged credentials that were sent to each operation, by their ids; absent if nothing was sent. */
  readonly forgeriesTried?: Tried | undefined;
  readonly spellingsTried?: Tried | undefined;
  /** The objections: reasons other than deviations why the run fails. */
  readonly objections: readonly Objection[];
  readonly results: readonly CheckResult[];
  /** The exchanges that the checks looked at, each once; results refer to them by index. */
  readonly exchanges: readonly Evidence[];
  /** The listed clients for which every change is answered 404, if there are any. */
  readonly absentClients?: readonly string[] | undefined;
  readonly observations: readonly SeenObservation[];
  /** Checks that broke for a reason that is not the target's. */
  readonly suiteFaults: readonly { readonly check: string; readonly message: string }[];
}

/** The report of a run, as written to `report.json`; `report.schema.json` is its JSON Schema. */
export interface Report extends Circumstances, Found {
  readonly formatVersion: '3.0';
  readonly suite: Pick<SuiteRecord, 'version' | 'interface'> & {
    /** The ids of the suite's checks without a result, because they were not run or broke. Absent if not known. */
    readonly otherChecks?: readonly string[] | undefined;
    /** SHA-256 of the interface description that the target was tested against. */
    readonly description: string;
  };
  readonly conformant: boolean;
  readonly conclusion: Conclusion;
  readonly summary: Readonly<Record<Verdict, number>>;
  /** How many of the decidable requirements were decided. */
  readonly decided: number;
  /** How many requirements a check over HTTP can decide. */
  readonly decidable: number;
  /** The deviations, each once, however many checks and exchanges show it. */
  readonly deviations: readonly ReportDeviation[];
  /** The statements that findings and advisories refer to, by requirement id. */
  readonly statements: Readonly<Record<string, Statement>>;
  readonly waived: number;
  readonly coverage: Pick<Coverage, 'inMode' | 'requirements'>;
  /** The rows of the register that the description no longer has a place for, if there are any. */
  readonly inapplicable?: readonly string[] | undefined;
  /**
   * The shapes, fields and values that case records showed, in this run and in the earlier runs that it is added to.
   */
  readonly fieldCoverage: FieldCoverageReport;
}

/** The parts of case records that were seen, and those that were not. */
export interface FieldCoverageReport {
  /** The number of shapes, editions, fields and values that exist. */
  readonly possible: number;
  /** How many of them were seen, right or wrong. */
  readonly seen: number;
  /** The percentage seen, rounded down: 100 means all of them. */
  readonly percent: number;
  /** The number of records that showed each part without errors; 0 if none did. */
  readonly valid: CoverageTree;
  /** The number of records that showed each part with an error. */
  readonly invalid: CoverageTree;
}

/** What `reportOf` needs besides the result of the run. */
export interface RunCircumstances extends Circumstances {
  readonly specification: Specification;
  readonly startedAt: Date;
  readonly objections?: readonly Objection[] | undefined;
  /** The ids of all checks of the suite, including those that were not run. */
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
    // An error's message may quote data of the target; its name and its place in the suite's code do not.
    suiteFaults: run.suiteFaults.map(({ check, error }) => ({ check, message: nameOf(error) })),
  });
}

/** The independent values of a report; all others are derived from them. */
interface Statements extends Circumstances, Found, Pick<RunCircumstances, 'suiteChecks'> {
  readonly fieldCoverage: FieldCoverage;
}

/** Completes a report from its independent values. */
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

/** Converts the field coverage of a report back to counts by name. */
export function fieldCoverageIn({ fieldCoverage }: Pick<Report, 'fieldCoverage'>): FieldCoverage {
  const seen = Object.entries(countsIn(fieldCoverage.valid)).filter(([, count]) => count > 0);
  return { valid: Object.fromEntries(seen), invalid: countsIn(fieldCoverage.invalid) };
}

/** SHA-256 of the text of a specification's description. */
export function digestOf({ text }: Specification): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The statements that the results' findings and advisories refer to, in the order of the register. */
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

/** The root of the suite's code. A stack frame below it shows what broke without quoting data. */
const ownCode = fileURLToPath(new URL('..', import.meta.url));

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const [, place] = (error.stack ?? '').split(ownCode);
  const [file] = /^[\w./-]+:\d+/.exec(place ?? '') ?? [];
  return file === undefined ? error.name : `${error.name} at ${file}`;
}
