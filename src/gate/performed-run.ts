import { randomInt } from 'node:crypto';
import { inspect } from 'node:util';
import type { RunResult } from '../conformance/result.ts';
import { plan, type RunOptions, run } from '../conformance/run.ts';
import type { Sampling } from '../harness/session.ts';
import type { Target } from '../harness/target.ts';
import { maskingOf } from '../http/masking.ts';
import { openTransport, type Transport, type WireRequest } from '../http/transport.ts';
import { type Report, type RunCircumstances, reportOf } from '../report/report.ts';
import { openDeadline } from './deadline.ts';
import type { DealtChecks } from './dealt-checks.ts';
import { discoveredFor, discoveredTarget, type PlannedDiscovery } from './discovery.ts';
import { Failure } from './failure.ts';
import type { GateTarget } from './gate-target.ts';
import { type LeakSearch, leakSearch } from './leaks.ts';
import { type Progress, type RunHooks, settlingNotice, sumOfWaits } from './run-hooks.ts';
import { runSafely } from './safe-run.ts';

/** What a run tries at random. */
export interface SamplingOptions {
  /** Decides what the run makes up and tries at random; without it, one is drawn. */
  readonly seed?: number | undefined;
  /** How many random values are tried of each kind. */
  readonly runs?: number | undefined;
  /** The one random value to try again, as a report names it beside its seed. */
  readonly path?: string | undefined;
  /** Whether everything is tried that is known, whatever number of requests that takes. */
  readonly thorough?: boolean | undefined;
  /** How often what was read is read again; once without it. */
  readonly repeat?: number | undefined;
}

/** What a call makes of a run. */
interface PlannedRun {
  readonly target: GateTarget;
  readonly sampling: Sampling;
  /** Whether cases are looked for, and how many are read. */
  readonly discovery?: PlannedDiscovery | undefined;
  /** Whether clients are set up for the run, which may be changed though they are not listed. */
  readonly mayChangeUnlisted?: boolean;
  /** Whether what is changed now is set up, and is undone by whoever did so. */
  readonly isSetUp?: () => boolean;
  /** How long it may take, where that is limited. */
  readonly deadlineSeconds?: number | undefined;
  /** The checks for the target, which are dealt to shards by what they send to it. */
  readonly select: (target: Target) => Promise<DealtChecks>;
}

/** A run, and what led to it. */
interface PerformedRun {
  readonly result: RunResult;
  /** What a report says of it besides. */
  readonly circumstances: RunCircumstances;
}

/** What a run came to. No secret stands in any of it. */
export interface Outcome {
  /** What `report.json` holds. */
  readonly report: Report;
  /** Why the target could not be tested at all, where its first answer showed it. */
  readonly obstacle: string | undefined;
  /** What broke in the suite itself, each error with its stack. */
  readonly suiteErrors: readonly string[];
  /** Looks in a text for what no file of the run may hold. */
  readonly leakIn: LeakSearch;
}

/**
 * The sampling of a call; a seed is drawn where it names none.
 * @throws {Failure} `CALL_NOT_UNDERSTOOD` when it makes no sense
 */
export function samplingOf(
  { seed, path, thorough = false, repeat = 1 }: SamplingOptions,
  runs: number,
): Sampling {
  if (path !== undefined && seed === undefined)
    throw new Failure(
      'CALL_NOT_UNDERSTOOD',
      'A path leads to its value only with the seed of its report. Give both.',
    );
  for (const [name, number, least] of [
    ['runs', runs, 1],
    ['seed', seed ?? 0, 0],
    ['repeat', repeat, 1],
  ] as const) {
    if (Number.isSafeInteger(number) && number >= least) continue;
    const message = `${name} must be a whole number of at least ${least}, but is ${number}.`;
    throw new Failure('CALL_NOT_UNDERSTOOD', message);
  }
  return { seed: seed ?? randomInt(2 ** 31), runs, path, thorough, repeat };
}

/**
 * Runs the checks over a transport of its own, which is closed after it.
 * @throws {Failure} as `runSafely` does
 */
export async function performRun(planned: PlannedRun, hooks: RunHooks): Promise<PerformedRun> {
  const { target: configured, sampling, discovery, select } = planned;
  const { specification, tokens, journal, name, transport: limits } = configured;
  const startedAt = new Date();
  // The clock of the day may be put back in between.
  const started = performance.now();
  const deadline = openDeadline(planned.deadlineSeconds, hooks.signal);
  const waits = sumOfWaits(hooks);
  let progress: Progress | undefined;
  const tell = (change: Partial<Progress>): void => {
    if (progress === undefined) return;
    progress = { ...progress, ...change };
    hooks.onProgress?.(progress);
  };
  const wire = openTransport({ ...limits, onHeld: (ms) => tell({ waitedMs: waits(ms) }) });
  const transport = toldOf(wire, ({ method, path }) =>
    tell({ sent: (progress?.sent ?? 0) + 1, operation: specification.operationAt(method, path) }),
  );
  try {
    const found =
      discovery === undefined
        ? undefined
        : await discoveredFor(configured, discovery, transport, { ...hooks, signal: deadline.signal });
    const target = found === undefined ? configured.target : discoveredTarget(configured.target, found);
    const { checks, division } = await select(target);
    progress = {
      ...{ baseUrl: target.baseUrl, ended: 0, all: plan(checks, target).length, waitedMs: waits(0) },
      ...{ sent: 0, operation: undefined },
    };
    const options: RunOptions = {
      ...sampling,
      ...{ specification, target, tokens, transport, checks, discovered: found },
      concurrency: limits.concurrency,
      mayChangeUnlisted: planned.mayChangeUnlisted,
      isSetUp: planned.isSetUp,
      settleMs: configured.settleMs,
      onSettling: settlingNotice(hooks),
      signal: deadline.signal,
      onResult: (ended) => tell({ ended }),
    };
    options.onResult?.(0);
    const result = await (journal === undefined ? run(options) : runSafely(options, journal, hooks));
    if (deadline.signal?.aborted !== true) await found?.forget();
    const durationMs = Math.round(performance.now() - started);
    const { seed, runs, thorough, repeat } = sampling;
    return {
      result,
      circumstances: {
        ...{ specification, target: name, startedAt, durationMs, seed, runs, discovered: found?.discovery },
        division,
        thorough: thorough ? true : undefined,
        repeat: repeat > 1 ? repeat : undefined,
        insecureTls: limits.insecureTls === true ? true : undefined,
      },
    };
  } finally {
    // What is known of it later is told no more.
    progress = undefined;
    deadline.close();
    await wire.close();
  }
}

/** The transport, with somebody told of each request once it is done. */
function toldOf(transport: Transport, onDone: (request: WireRequest) => void): Transport {
  return { ...transport, send: (request) => transport.send(request).finally(() => onDone(request)) };
}

/** What the run came to. Everything is kept out of a report by structure; that secrets are masked is the net beneath. */
export function outcomeOf(
  { result, circumstances }: PerformedRun,
  { secrets, name }: GateTarget,
  said: Partial<RunCircumstances>,
): Outcome {
  const mask = maskingOf(secrets);
  const { obstacle, suiteFaults } = result;
  return {
    report: withoutSecrets(reportOf(result, { ...circumstances, ...said }), secrets),
    obstacle: obstacle === undefined ? undefined : mask(obstacle),
    suiteErrors: suiteFaults.map(({ error }) => mask(inspect(error))),
    leakIn: leakSearch(result, secrets, [name]),
  };
}

/** A value of JSON with the secrets masked in it. */
export function withoutSecrets<Value>(value: Value, secrets: readonly string[]): Value {
  return JSON.parse(maskingOf(secrets)(JSON.stringify(value)));
}
