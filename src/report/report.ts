import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { countCauses, deviatingRequirements } from '../conformance/causes.ts';
import { type Coverage, coverageOf } from '../conformance/coverage.ts';
import type { CheckResult, RunResult, SeenObservation } from '../conformance/result.ts';
import { type Conclusion, conclusionOf, type Verdict } from '../conformance/verdict.ts';
import { descriptionText } from '../specification/description.ts';
import { suiteVersion } from './suite-version.ts';

/** What a run found, as it is written to `report.json`; its form has a JSON Schema beside this file. */
export interface Report {
  readonly formatVersion: '1.0';
  readonly suite: {
    readonly version: string;
    /** SHA-256 of the interface description that the run held the target to. */
    readonly description: string;
  };
  readonly conformant: boolean;
  readonly conclusion: Conclusion;
  /** The target's base URL. */
  readonly target: string;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  readonly seed: number;
  /** What `--only` narrowed the run to. */
  readonly only?: string;
  readonly summary: Readonly<Record<Verdict, number>>;
  /** Things to mend: what deviates, counted once however many checks and exchanges show it. */
  readonly deviations: number;
  readonly results: readonly CheckResult[];
  readonly observations: readonly SeenObservation[];
  readonly coverage: Coverage;
  /** Checks that broke for a reason that is not the target's. */
  readonly suiteFaults: readonly { readonly check: string; readonly message: string }[];
}

/** What of a report the run itself does not know. */
export interface RunCircumstances {
  readonly target: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly seed: number;
  readonly only?: string | undefined;
}

/** The report of a run. */
export function reportOf(run: RunResult, circumstances: RunCircumstances): Report {
  const { target, startedAt, durationMs, seed, only } = circumstances;
  const conclusion = conclusionOf(run);
  return {
    formatVersion: '1.0',
    suite: { version: suiteVersion, description: createHash('sha256').update(descriptionText).digest('hex') },
    conformant: conclusion === 'conformant',
    conclusion,
    target,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(durationMs),
    requests: run.requests,
    seed,
    ...(only === undefined ? {} : { only }),
    summary: {
      pass: countOf(run.results, 'pass'),
      fail: countOf(run.results, 'fail'),
      inconclusive: countOf(run.results, 'inconclusive'),
    },
    deviations: countCauses(deviatingRequirements(run.results)),
    results: run.results,
    observations: run.observations,
    coverage: coverageOf(run.results),
    // An error's message may quote what it stumbled over; its name and place in our code do not.
    suiteFaults: run.suiteFaults.map(({ check, error }) => ({ check, message: nameOf(error) })),
  };
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
