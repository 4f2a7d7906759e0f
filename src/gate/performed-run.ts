import { inspect } from 'node:util';
import { EndedEarly } from '../conformance/exchanges.ts';
import { noJournal } from '../conformance/put-back/journal.ts';
import type { RunResult } from '../conformance/result.ts';
import { applicableChecks, newRunTag, type RunOptions, run } from '../conformance/run.ts';
import type { Sampling } from '../harness/session.ts';
import type { Target } from '../harness/target.ts';
import { maskingOf, minLengthWithinWords, withoutSecrets } from '../http/masking.ts';
import { openTransport, type Transport } from '../http/transport.ts';
import { type Report, type RunCircumstances, reportOf } from '../report/report.ts';
import { type DiscoveryOptions, targetOfRun } from './discovery.ts';
import { callWrong } from './failure.ts';
import { runSafely } from './journalled-run.ts';
import { openRecording, type Recording } from './recording.ts';
import { type Progress, type RunHooks, settlingNotice, sumOfWaits } from './run-hooks.ts';
import type { ChecksToRun } from './selection.ts';
import type { GateTarget } from './target.ts';

interface PlannedRun extends Pick<RunOptions, 'isPrepared' | 'isSetUp'> {
  readonly target: GateTarget;
  readonly sampling: Sampling;
  readonly discovery?: DiscoveryOptions;
  readonly deadlineSeconds?: number | undefined;
  readonly record?: string | undefined;
  /** The recorded run to judge again. Its answers replace those of the target. */
  readonly recording?: Recording | undefined;
  readonly select: (target: Target) => ChecksToRun;
}

export interface PerformedRun {
  readonly result: RunResult;
  readonly circumstances: RunCircumstances;
}

/** The outcome of a run, without secrets. */
export interface Outcome {
  readonly report: Report;
  /** Why the target could not be tested at all, if the first answers showed that. */
  readonly obstacle: string | undefined;
  /** Errors of the suite itself, with their stacks. */
  readonly suiteErrors: readonly string[];
  /** Searches a text for data that no file of the run may contain. */
  readonly leakIn: LeakSearch;
}

export async function performRun(planned: PlannedRun, hooks: RunHooks): Promise<PerformedRun> {
  const { target: configured, sampling, discovery = {}, recording, select } = planned;
  const { specification, tokens, journal, name, transport: limits } = configured;
  const startedAt = new Date();
  // Unlike the time of day, this clock is never set back.
  const started = performance.now();
  const deadline = openDeadline(planned.deadlineSeconds, hooks.signal);
  const waits = sumOfWaits(hooks);
  let progress: Progress | undefined;
  const progressed = (change: Partial<Progress>): void => {
    if (progress === undefined) return;
    progress = { ...progress, ...change };
    hooks.onProgress?.(progress);
  };
  const runTag = recording?.runTag ?? newRunTag();
  const wire = await transportOf(planned, runTag, (ms) => progressed({ waitedMs: waits(ms) }));
  const transport: Transport = {
    ...wire,
    send: (request) =>
      wire.send(request).finally(() => {
        const operation = specification.operationAt(request.method, request.path);
        progressed({ sent: (progress?.sent ?? 0) + 1, operation });
      }),
  };
  try {
    const toDiscover = { ...hooks, signal: deadline.signal };
    const { target, found } = await targetOfRun(configured, discovery, transport, toDiscover);
    const { checks, division } = select(target);
    const { baseUrl } = target;
    const all = applicableChecks(checks, target).length;
    progress = { baseUrl, ended: 0, all, waitedMs: waits(0), sent: 0, operation: undefined };
    const options: RunOptions = {
      ...sampling,
      ...{ specification, target, tokens, transport, checks, discovered: found, runTag },
      concurrency: limits.concurrency,
      isPrepared: planned.isPrepared,
      isSetUp: planned.isSetUp,
      settleMs: configured.settleMs,
      onSettling: settlingNotice(hooks),
      signal: deadline.signal,
      onResult: (ended) => progressed({ ended }),
    };
    options.onResult?.(0);
    const ended = await (journal === undefined
      ? run(recording === undefined ? options : { ...options, journal: noJournal })
      : runSafely(options, journal, hooks));
    // A replay changes no client, so no client is left changed.
    const result = recording === undefined ? ended : { ...ended, putBack: [] };
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
    // After the run has ended, no progress is reported.
    progress = undefined;
    deadline.close();
    await wire.close();
  }
}

async function transportOf(
  { target, sampling, record, recording }: PlannedRun,
  runTag: string,
  onHeld: (ms: number) => void,
): Promise<Transport> {
  if (recording !== undefined) return recording.transport;
  const wire = openTransport({ ...target.transport, onHeld });
  return record === undefined ? wire : openRecording(record, wire, { target, sampling, runTag });
}

/** The report of a run. It is built without secrets; masking it again only guards against mistakes. */
export function outcomeOf(
  { result, circumstances }: PerformedRun,
  { secrets, name }: Pick<GateTarget, 'secrets' | 'name'>,
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

export interface DeadlineOptions {
  /** The time limit of the whole run in seconds. Default: the value of the configuration, or none. */
  readonly deadlineSeconds?: number | undefined;
}

const maxDeadlineSeconds = 604_800;

function openDeadline(seconds: number | undefined, signal: AbortSignal | undefined) {
  if (seconds === undefined) return { signal, close: () => {} };
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > maxDeadlineSeconds)
    throw callWrong(
      `The deadline must be a whole number of seconds from 1 to ${maxDeadlineSeconds}, but is ${seconds}.`,
    );
  const end = new AbortController();
  const message = `Time was up: the run reached its deadline of ${seconds} s, and was ended early. Give it more time, or leave the deadline out.`;
  const timer = setTimeout(() => end.abort(new EndedEarly(message)), seconds * 1_000);
  const signals = signal === undefined ? [end.signal] : [signal, end.signal];
  return { signal: AbortSignal.any(signals), close: () => clearTimeout(timer) };
}

type Leak = 'a token' | 'personal data';

/**
 * @param own - further texts that the output may contain, besides `own` of `leakSearch`: the commands of this call, for
 * example, name files of the user
 */
type LeakSearch = (text: string, own?: readonly string[]) => Leak | undefined;

/**
 * Returns a search for secrets, in each of their usual encodings, and for personal data in the answers of a run. Output
 * is generated without either; the search only guards against mistakes.
 * @param own - texts that a report may contain even if an answer has them as personal data, such as the target's name
 */
export function leakSearch(
  { personal, results }: RunResult,
  secrets: readonly string[],
  own: readonly string[],
): LeakSearch {
  const reasons = results.flatMap(({ waived, findings }) =>
    [waived, ...findings.map((finding) => finding.waived)].flatMap((terms) => terms?.reason ?? []),
  );
  const said = [...own, ...publishedWords, ...reasons, ...results.flatMap(({ id, title }) => [id, title])];
  const text = said.join('\n');
  // Two kinds of secrets are not searched, since every report contains them: short ones, which may be common words, and
  // those that are part of the suite's own texts.
  const searched = secrets.filter(
    (secret) => secret.length >= minLengthWithinWords && maskingOf([secret])(text) === text,
  );
  const mask = maskingOf(searched);
  return (written, further = []) => {
    if (mask(written) !== written) return 'a token';
    return personal?.areIn(written, [...said, ...further]) === true ? 'personal data' : undefined;
  };
}

/** Texts of commands and pages. A secret that is a part of such a text would be found in every output. */
const publishedWords: readonly string[] = [
  'npx case-conformance check --reference --config conformance.config.json --report-dir conformance-report',
  'Authorization: Bearer $CASE_API_TOKEN, application/json',
];
