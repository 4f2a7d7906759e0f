import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FailOn } from '../acceptance/acceptance.ts';
import type { SuiteRecord } from '../acceptance/added-checks.ts';
import { type Conclusion, conclusionOf } from '../acceptance/conclusion.ts';
import type { ObservationChange } from '../acceptance/lock.ts';
import type { Objection } from '../acceptance/objections.ts';
import { type Coverage, coverageOf } from '../conformance/coverage.ts';
import type { Discovery } from '../conformance/discovery.ts';
import { coverable, type FieldCoverage, neverCovered } from '../conformance/field-coverage.ts';
import type { RequestCounts } from '../conformance/request-counts.ts';
import type { CheckResult, RunResult, SeenObservation, Verdict } from '../conformance/result.ts';
import type { Drift } from '../regression/drift/drift.ts';
import { type Baseline, unfixedIn } from '../regression/reports/baseline.ts';
import type { Specification } from '../specification/specification.ts';
import type { Recorded } from '../traffic/judged-traffic.ts';
import { countCauses, deviatingRequirements, waivedDeviations } from './causes.ts';
import { type Chance, chancesOf } from './chances.ts';
import { suiteVersion } from './suite-version.ts';

/** What a run found, as it is written to `report.json`; its form has a JSON Schema beside this file. */
export interface Report {
  readonly formatVersion: '2.1';
  readonly suite: SuiteRecord & {
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
  /** What `--fail-on` names, where anything: merge asks it again of the whole. */
  readonly failOn?: readonly FailOn[] | undefined;
  /** Whether the certificate of the target was not verified; absent where it was. */
  readonly insecureTls?: true | undefined;
  /** What `--discover` found. */
  readonly discovered?: Discovery | undefined;
  /** What became of the exchanges that `--har` names; nothing was sent then. */
  readonly recorded?: Recorded | undefined;
  readonly summary: Readonly<Record<Verdict, number>>;
  /** Things to mend: what deviates, counted once however many checks and exchanges show it. */
  readonly deviations: number;
  /** Known deviations, accepted for now, counted in the same way. */
  readonly waived: number;
  /** What stands against the run, though it is no deviation. */
  readonly objections: readonly Objection[];
  readonly results: readonly CheckResult[];
  readonly observations: readonly SeenObservation[];
  /** What of them is not as the lock has it, where there is one. */
  readonly changes?: readonly ObservationChange[] | undefined;
  /** An earlier run, and what became of its deviations, where there is one. */
  readonly baseline?: Baseline | undefined;
  /** What the description that the target serves is beside the agreed one, where it was asked for. */
  readonly drift?: Drift | undefined;
  readonly coverage: Coverage;
  /** The rows of the register that the description no longer has a place for, where there are any. */
  readonly inapplicable?: readonly string[] | undefined;
  /** What case records showed of what they can show, in this run and in the earlier ones that it is added to. */
  readonly fieldCoverage: FieldCoverageReport;
  /** Checks that broke for a reason that is not the target's. */
  readonly suiteFaults: readonly { readonly check: string; readonly message: string }[];
}

/** What case records showed, and what they did not. */
export interface FieldCoverageReport extends FieldCoverage {
  /** How many shapes, editions, fields and values there are to be seen. */
  readonly possible: number;
  /** How many of them were seen, right or wrong. */
  readonly seen: number;
  /** The share in percent, rounded down: 100 is all of them. */
  readonly percent: number;
  /** Those that were not. */
  readonly never: readonly string[];
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
    | 'observations'
    | 'suiteFaults'
  > & {
    readonly fieldCoverage: FieldCoverage;
  };

/** The report that says this, with what follows from it. */
export function concluded(specification: Specification, statements: Statements): Report {
  const { target, startedAt, durationMs, requests, seed, runs, only, shard, failOn, discovered, recorded } =
    statements;
  const { requestsByOperation, chances, thorough, repeat } = statements;
  const {
    objections,
    results,
    observations,
    changes,
    baseline,
    drift,
    fieldCoverage,
    suiteFaults,
    suiteChecks,
    insecureTls,
  } = statements;
  const conclusion = conclusionOf(statements, objections, baseline === undefined ? 0 : unfixedIn(baseline));
  return {
    formatVersion: '2.1',
    suite: {
      version: suiteVersion,
      description: digestOf(specification),
      interface: specification.description.info.version,
      checks: suiteChecks,
    },
    conformant: conclusion === 'conformant',
    conclusion,
    ...{
      target,
      startedAt,
      durationMs,
      requests,
      requestsByOperation,
      chances,
      seed,
      runs,
      thorough,
      repeat,
      only,
      shard,
      failOn,
      insecureTls,
      discovered,
      recorded,
    },
    summary: {
      pass: countOf(results, 'pass'),
      fail: countOf(results, 'fail'),
      inconclusive: countOf(results, 'inconclusive'),
    },
    deviations: countCauses(deviatingRequirements(results)),
    waived: waivedDeviations(results).length,
    objections,
    results,
    observations,
    changes,
    baseline,
    drift,
    coverage: coverageOf(specification.requirements, results),
    inapplicable: specification.inapplicable.length === 0 ? undefined : specification.inapplicable,
    fieldCoverage: fieldCoverageReportOf(specification, fieldCoverage),
    suiteFaults,
  };
}

function fieldCoverageReportOf(
  specification: Specification,
  { valid, invalid }: FieldCoverage,
): FieldCoverageReport {
  const never = neverCovered(specification, { valid, invalid });
  const possible = coverable(specification).length;
  const seen = possible - never.length;
  return { possible, seen, percent: Math.floor((100 * seen) / possible), valid, invalid, never };
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
