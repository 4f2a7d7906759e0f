import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FailOn } from '../acceptance/acceptance.ts';
import type { SuiteRecord } from '../acceptance/added-checks.ts';
import { type Conclusion, conclusionOf } from '../acceptance/conclusion.ts';
import type { ObservationChange } from '../acceptance/lock.ts';
import type { Objection } from '../acceptance/objections.ts';
import { type Coverage, coverageOf } from '../conformance/coverage.ts';
import { type CoverageTree, countsIn, treeOf } from '../conformance/coverage-tree.ts';
import type { Discovery } from '../conformance/discovery.ts';
import { coverable, type FieldCoverage, neverCovered } from '../conformance/field-coverage.ts';
import type { RequestCounts } from '../conformance/request-counts.ts';
import type { CheckResult, RunResult, SeenObservation, Verdict } from '../conformance/result.ts';
import type { Drift } from '../regression/drift/drift.ts';
import { type Baseline, unfixedIn } from '../regression/reports/baseline.ts';
import type { Specification } from '../specification/specification.ts';
import type { Evidence } from '../trace/evidence.ts';
import type { Recorded } from '../traffic/judged-traffic.ts';
import { deviatingRequirements, waivedDeviations } from './causes.ts';
import { type Chance, chancesOf } from './chances.ts';
import { deviationsOf, type ReportDeviation } from './deviations.ts';
import { type Statement, statementsOf } from './statements.ts';
import { otherChecks } from './suite-record.ts';
import { suiteVersion } from './suite-version.ts';

/** What a run found, as it is written to `report.json`; its form has a JSON Schema beside this file. */
export interface Report {
  readonly formatVersion: '3.0';
  readonly suite: Pick<SuiteRecord, 'version' | 'interface'> & {
    /** The ids of its checks beside those of the results: that were not run, or broke. Absent where nobody said. */
    readonly otherChecks?: readonly string[] | undefined;
    /** SHA-256 of the interface description that the run held the target to. */
    readonly description: string;
  };
  readonly conformant: boolean;
  readonly conclusion: Conclusion;
  /** The target's base URL, or a name of its own for the embedded reference implementation. */
  readonly target: string;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  /** How many of them were of each operation, without those of `--discover`; absent where nothing was sent. */
  readonly requestsByOperation?: RequestCounts | undefined;
  /** How likely a fault that an operation shows now and then was to be seen; absent where nothing was sent. */
  readonly chances?: readonly Chance[] | undefined;
  readonly seed: number;
  /** How many random values were tried of each kind. */
  readonly runs: number;
  /** Whether everything was tried; absent where it was not. */
  readonly thorough?: true | undefined;
  /** How often what was read was read again; absent where that was once. */
  readonly repeat?: number | undefined;
  /** What `--only` narrowed the run to. */
  readonly only?: string | undefined;
  /** Which part of the checks was run, as `I/N`. */
  readonly shard?: string | undefined;
  /** A digest of what each shard runs, where there are shards: the same in all of them. */
  readonly division?: string | undefined;
  /** What `--fail-on` names, where anything: merge asks it again of the whole. */
  readonly failOn?: readonly FailOn[] | undefined;
  /** Whether the certificate of the target was not verified; absent where it was. */
  readonly insecureTls?: true | undefined;
  /** What `--discover` found. */
  readonly discovered?: Discovery | undefined;
  /** What became of the exchanges that `--har` names; nothing was sent then. */
  readonly recorded?: Recorded | undefined;
  readonly summary: Readonly<Record<Verdict, number>>;
  /** How many of the decidable requirements were decided. */
  readonly decided: number;
  /** How many requirements a check over HTTP can decide. */
  readonly decidable: number;
  /** What to mend: what deviates, once however many checks and exchanges show it. */
  readonly deviations: readonly ReportDeviation[];
  /** What the documents or standards say that the findings and advisories name, by the id of the requirement. */
  readonly statements: Readonly<Record<string, Statement>>;
  /** How many known deviations are accepted for now. */
  readonly waived: number;
  /** What stands against the run, though it is no deviation. */
  readonly objections: readonly Objection[];
  readonly results: readonly CheckResult[];
  /** The exchanges that the checks looked at, each once; results name them by their places. */
  readonly exchanges: readonly Evidence[];
  /** The listed clients that every change is answered 404, where there are any. */
  readonly absentClients?: readonly string[] | undefined;
  readonly observations: readonly SeenObservation[];
  /** What of them is not as the lock has it, where there is one. */
  readonly changes?: readonly ObservationChange[] | undefined;
  /** An earlier run, and what became of its deviations, where there is one. */
  readonly baseline?: Baseline | undefined;
  /** What the description that the target serves is beside the agreed one, where it was asked for. */
  readonly drift?: Drift | undefined;
  readonly coverage: Pick<Coverage, 'inMode' | 'requirements'>;
  /** The rows of the register that the description no longer has a place for, where there are any. */
  readonly inapplicable?: readonly string[] | undefined;
  /** What case records showed of what they can show, in this run and in the earlier ones that it is added to. */
  readonly fieldCoverage: FieldCoverageReport;
  /** Checks that broke for a reason that is not the target's. */
  readonly suiteFaults: readonly { readonly check: string; readonly message: string }[];
}

/** What case records showed, and what they did not. */
export interface FieldCoverageReport {
  /** How many shapes, editions, fields and values there are to be seen. */
  readonly possible: number;
  /** How many of them were seen, right or wrong. */
  readonly seen: number;
  /** The share in percent, rounded down: 100 is all of them. */
  readonly percent: number;
  /** In how many records each was seen, and nothing was wrong with it: 0 where in none. */
  readonly valid: CoverageTree;
  /** In how many records something was wrong with it. */
  readonly invalid: CoverageTree;
}

/** What of a report the run itself does not know. */
export interface RunCircumstances
  extends Pick<Report, 'target' | 'durationMs' | 'seed' | 'runs'>,
    Partial<
      Pick<
        Report,
        | 'thorough'
        | 'repeat'
        | 'only'
        | 'shard'
        | 'division'
        | 'failOn'
        | 'insecureTls'
        | 'discovered'
        | 'recorded'
        | 'objections'
        | 'changes'
        | 'baseline'
        | 'drift'
      >
    > {
  /** What the target was held to. */
  readonly specification: Specification;
  readonly startedAt: Date;
  /** The ids of all checks of the suite, also of those that were not run. */
  readonly suiteChecks?: readonly string[] | undefined;
}

/** The report of a run. */
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
    objections,
    results: run.results,
    exchanges: run.exchanges,
    absentClients: run.absentClients,
    observations: run.observations,
    fieldCoverage: run.fieldCoverage,
    // An error's message may quote what it stumbled over; its name and place in our code do not.
    suiteFaults: run.suiteFaults.map(({ check, error }) => ({ check, message: nameOf(error) })),
  });
}

/** What a report says of its own; everything else in it follows. */
type Statements = Omit<RunCircumstances, 'specification' | 'startedAt'> &
  Pick<
    Report,
    | 'startedAt'
    | 'requests'
    | 'requestsByOperation'
    | 'chances'
    | 'objections'
    | 'results'
    | 'exchanges'
    | 'absentClients'
    | 'observations'
    | 'suiteFaults'
  > & {
    readonly fieldCoverage: FieldCoverage;
  };

/** The report that says this, with what follows from it. */
export function concluded(specification: Specification, statements: Statements): Report {
  const {
    objections,
    results,
    exchanges,
    absentClients = [],
    observations,
    changes,
    baseline,
    drift,
    fieldCoverage,
    suiteFaults,
    suiteChecks,
    ...circumstances
  } = statements;
  const conclusion = conclusionOf(statements, objections, baseline === undefined ? 0 : unfixedIn(baseline));
  const { decided, decidable, ...coverage } = coverageOf(specification.requirements, results);
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
    ...circumstances,
    summary: {
      pass: countOf(results, 'pass'),
      fail: countOf(results, 'fail'),
      inconclusive: countOf(results, 'inconclusive'),
    },
    decided,
    decidable,
    deviations: deviationsOf(deviatingRequirements({ results, exchanges })),
    statements: statementsOf(specification, results),
    waived: waivedDeviations(results).length,
    objections,
    results,
    exchanges,
    absentClients: absentClients.length === 0 ? undefined : absentClients,
    observations,
    changes,
    baseline,
    drift,
    coverage,
    inapplicable: specification.inapplicable.length === 0 ? undefined : specification.inapplicable,
    fieldCoverage: fieldCoverageReportOf(specification, fieldCoverage),
    suiteFaults,
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

/** What a report says of the case records, by name. */
export function fieldCoverageIn({ fieldCoverage }: Pick<Report, 'fieldCoverage'>): FieldCoverage {
  const seen = Object.entries(countsIn(fieldCoverage.valid)).filter(([, count]) => count > 0);
  return { valid: Object.fromEntries(seen), invalid: countsIn(fieldCoverage.invalid) };
}

/** SHA-256 of the text of a specification's description. */
export function digestOf({ text }: Specification): string {
  return createHash('sha256').update(text).digest('hex');
}

function countOf(results: readonly CheckResult[], verdict: Verdict): number {
  return results.filter((result) => result.verdict === verdict).length;
}

/** Where our code is: a place in it says what broke, and nothing of what it broke on. */
const ownCode = fileURLToPath(new URL('..', import.meta.url));

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const [, place] = (error.stack ?? '').split(ownCode);
  const [file] = /^[\w./-]+:\d+/.exec(place ?? '') ?? [];
  return file === undefined ? error.name : `${error.name} at ${file}`;
}
