import { dirname } from 'node:path';
import { checksOf } from '../checks/all.ts';
import { named } from '../report/quoted.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import { recordedRowsOf } from '../traffic/recorded-rows.ts';
import { type JudgedRecording, judgedRecording } from '../traffic/recording.ts';
import { type RecordedRun, recordedRunIn } from '../traffic/run-recording.ts';
import { type CheckOutcome, checkOutcome, preparedCheck } from './check.ts';
import { callWrong } from './failure.ts';
import { readHar, withAttachedBodies } from './har-file.ts';
import { type AcceptanceOptions, readAcceptance } from './read-acceptance.ts';
import { targetOfRecording } from './recording.ts';
import type { RunHooks } from './run-hooks.ts';
import { matchingOnly, type Only, onlyInWords } from './selection.ts';
import { urlOf } from './urls.ts';

export interface CheckHarOptions extends AcceptanceOptions, Pick<RunHooks, 'onNotice'> {
  /**
   * The recording (HAR 1.2): the path of its file, or its bytes. Bodies that are stored in files next to a HAR file are
   * read too.
   */
  readonly har: string | AsyncIterable<Uint8Array>;
  /** Only exchanges below this URL are judged. */
  readonly baseUrl?: string | undefined;
  /** The specification to judge the exchanges by; the bundled one by default. */
  readonly specification?: Specification | undefined;
  readonly only?: Only;
}

const recordedTarget = 'case-conformance:recorded';

/**
 * Judges exchanges that were recorded elsewhere. Sends nothing.
 * @throws {Failure} if the call is wrong, or the file is not a HAR; deviations of the recorded service are in the
 * report
 */
export async function checkHar(options: CheckHarOptions): Promise<CheckOutcome> {
  const { har, baseUrl, specification = bundled, only, onNotice } = options;
  const startedAt = new Date();
  const started = performance.now();
  const { log, entries } = await readHar(har);
  const run = recordedRunIn(log);
  if (run !== undefined) return checkRecordedRun(run, entries, options);
  const allRows = recordedRowsOf(specification);
  const rows = matchingOnly(allRows, only, 'check of recorded traffic');
  const isBelowBaseUrl = baseUrl === undefined ? () => true : below(urlOf(baseUrl, '--base-url'));
  const completed = async (entry: object): Promise<object> =>
    typeof har === 'string' ? withAttachedBodies(entry, dirname(har)) : entry;
  const traffic = await judgedRecording(entries, { specification, rows, isBelowBaseUrl, completed });
  const { recorded, secrets } = traffic;
  const target = targetNamed(recorded.baseUrls);
  const accepted = await readAcceptance({ ...options, checks: checksOf(specification) }, target);
  const knownChecks = new Set([...accepted.acceptance.knownChecks, ...allRows.map(({ id }) => id)]);
  const durationMs = Math.round(performance.now() - started);
  const outcome = checkOutcome(
    {
      result: traffic.result,
      circumstances: { specification, target, startedAt, durationMs, seed: 0, runs: 1 },
    },
    { name: target, secrets },
    // A recording never covers every check, so missing checks must not be reported.
    { ...accepted, acceptance: { ...accepted.acceptance, knownChecks, isNarrowed: true } },
    { only: onlyInWords(only), recorded },
  );
  if (recorded.withoutAuthorization > 0) {
    const isOne = recorded.withoutAuthorization === 1;
    onNotice?.(
      `${recorded.withoutAuthorization} ${isOne ? 'success is' : 'successes are'} recorded without an Authorization header. Many recorders leave it out, so nothing is concluded from that.`,
    );
  }
  return { ...outcome, obstacle: obstacleIn(traffic, baseUrl) };
}

function below({ origin, pathname }: URL): (baseUrl: string) => boolean {
  const base = `${origin}${pathname.replace(/\/+$/, '')}`;
  return (baseUrl) => baseUrl === base || baseUrl.startsWith(`${base}/`);
}

function targetNamed(baseUrls: readonly string[]): string {
  const [first] = baseUrls;
  if (first === undefined) return recordedTarget;
  return baseUrls.length === 1 ? first : `${recordedTarget}?${baseUrls.map(encodeURIComponent).join('&')}`;
}

function obstacleIn(
  { recorded: { baseUrls, exchanges }, otherBaseUrls }: JudgedRecording,
  baseUrl: string | undefined,
): string | undefined {
  if (baseUrls.length > 0) return undefined;
  if (otherBaseUrls.length > 0)
    return `No recorded exchange is below ${named(baseUrl ?? '')}. There are some below ${otherBaseUrls.slice(0, 5).join(', ')}; name one of these with --base-url.`;
  if (exchanges === 0) return 'The HAR has no exchanges. Record some.';
  return `None of the ${exchanges} recorded exchanges is of the interface, whose paths begin with /api/v2. Record some that are.`;
}

async function checkRecordedRun(
  run: RecordedRun,
  entries: readonly object[],
  { har: _, baseUrl, specification = bundled, ...options }: CheckHarOptions,
): Promise<CheckOutcome> {
  if (baseUrl !== undefined && baseUrl !== run.target.baseUrl)
    throw callWrong(
      `The recording is of ${run.target.baseUrl}, not of ${named(baseUrl)}. Leave --base-url out.`,
    );
  options.onNotice?.(
    'A recorded run is judged again: its requests are answered from the recording, and nothing is sent.',
  );
  const { target, recording } = targetOfRecording(run, entries, specification);
  const judge = await preparedCheck(target, { ...options, ...run.sampling, specification }, recording);
  return judge(options);
}
