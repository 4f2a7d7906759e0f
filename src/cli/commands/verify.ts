import { randomInt } from 'node:crypto';
import { type Objection, objectionsToPutBack, objectionsToUndecided } from '../../acceptance/objections.ts';
import { type CalledTarget, calledTarget } from '../../gate/called-target.ts';
import { type ExitStatus, Failure } from '../../gate/failure.ts';
import { performRun } from '../../gate/gate.ts';
import { withText } from '../../gate/selection.ts';
import type { Check } from '../../harness/check.ts';
import { reportOf } from '../../report/report.ts';
import { bundled } from '../../specification/bundled.ts';
import { interactionChecks } from '../../verification/interaction-checks.ts';
import { probeChecks } from '../../verification/probe-checks.ts';
import type { ProviderStates } from '../../verification/provider-states.ts';
import { type Concluding, exitStatusOf, writeConclusion } from '../conclude.ts';
import { clearedReportFile } from '../files/report-file.ts';
import { rerunOfVerification } from '../rerun.ts';
import { type Interruption, watchSignals } from '../signals.ts';
import type { Terminal } from '../terminal.ts';
import type { VerifyOptions } from '../verify-options.ts';
import { brokeredPacts } from './verify/broker.ts';
import { interactionsOf } from './verify/pacts.ts';
import { publish } from './verify/publication.ts';
import { openTools } from './verify/tools.ts';
import { shownUrl, urlOf } from './verify/urls.ts';

/**
 * Holds a provider to pacts and, where it can be told of states, to generated records; leaves `report.json`.
 * @throws {Failure} when the call or its configuration is wrong, or no report can be written
 */
export async function verify(options: VerifyOptions, terminal: Terminal): Promise<ExitStatus> {
  const stateUrl = options.stateUrl === undefined ? undefined : urlOf(options.stateUrl, '--state-url');
  const called = await calledProvider(options, terminal);
  const { timeoutMs } = called.transport;
  const file = await clearedReportFile(options.reportDir);
  const tools = await openTools(stateUrl, timeoutMs, terminal.environment);
  let interruption: Interruption | undefined;
  try {
    const brokered = await brokeredPacts(options, timeoutMs, terminal);
    const interactions =
      brokered?.pacts.flatMap((pact) => pact.interactions) ?? (await interactionsOf(options.pact));
    const ofPacts = interactionChecks(interactions, tools);
    const probes = tools.states.areSetUp ? probeChecks(bundled, tools.states) : [];
    const checks = selected([...ofPacts, ...probes], options.only);
    // Of a live deployment nothing has to be undone but what is kept in its journal.
    if (tools.states.areSetUp)
      interruption = watchSignals(terminal, 'what was set up is being undone', 'it as it is');
    const verification = { called, checks, states: tools.states, file, signal: interruption?.signal };
    const concluding = await verifyProvider(verification, options, terminal);
    if (brokered !== undefined && options.providerVersion !== undefined) {
      const provider = { version: options.providerVersion, branch: options.providerBranch };
      await publish(brokered, provider, ofPacts, concluding.result, terminal);
    }
    return exitStatusOf(concluding, terminal);
  } finally {
    await tools.close();
    interruption?.end();
  }
}

/** The provider as the options and the configuration describe it. */
function calledProvider(
  { config, providerUrl, tokenEnv, stateUrl }: VerifyOptions,
  { environment }: Terminal,
): Promise<CalledTarget> {
  // A provider that is told of states is made for tests: nobody else waits for its answers.
  const pace = stateUrl === undefined ? undefined : Number.POSITIVE_INFINITY;
  const named = {
    baseUrl: providerUrl,
    ...(config === undefined ? {} : { config }),
    ...(tokenEnv === undefined ? {} : { tokenEnv }),
  };
  return calledTarget(named, environment, pace);
}

/** What is verified, and with what. */
interface Verification {
  readonly called: CalledTarget;
  readonly checks: readonly Check[];
  readonly states: ProviderStates;
  /** Of the report. */
  readonly file: string;
  /** Ends it early, where there is something to undo. */
  readonly signal: AbortSignal | undefined;
}

/** Verifies it, and says what came of that. */
async function verifyProvider(
  { called, checks, states, file, signal }: Verification,
  options: VerifyOptions,
  terminal: Terminal,
): Promise<Concluding> {
  const { runs, only, path, failOn = [] } = options;
  const { journal, tokens, transport } = called;
  const { baseUrl } = called.target;
  const seed = options.seed ?? randomInt(2 ** 31);
  // What is written then is written to what was set up for it.
  const target = states.areSetUp ? { ...called.target, writes: 'all' as const } : called.target;
  const { result, startedAt, durationMs } = await performRun(
    // One interaction after the other: the states of two could contradict each other.
    { target, tokens, transport: { ...transport, concurrency: 1 } },
    {
      sampling: { seed, runs, ...(path === undefined ? {} : { path }) },
      journal: states.areSetUp ? undefined : journal,
      isDiscovering: false,
      ...(signal === undefined ? {} : { setUp: { signal } }),
      select: () => checks,
    },
    terminal,
  );
  const objections = [
    ...objectionsToStates(states, options.stateUrl),
    ...objectionsToPutBack(result.putBack),
    ...(failOn.includes('inconclusive') ? objectionsToUndecided(result.results) : []),
  ];
  const report = reportOf(result, {
    specification: bundled,
    target: baseUrl,
    startedAt,
    durationMs,
    seed,
    runs,
    only,
    objections,
  });
  const rerun = rerunOfVerification(options, seed);
  const concluding = { report, result, baseUrl, tokens, rerun, file, isDebugging: options.debug === true };
  await writeConclusion(concluding, terminal);
  return concluding;
}

/** An endpoint that meets nothing at all is hardly one: that nothing was run then must not read as green. */
function objectionsToStates({ counts }: ProviderStates, stateUrl: string | undefined): Objection[] {
  const { told, met } = counts();
  if (stateUrl === undefined || told === 0 || met > 0) return [];
  const message = `The state endpoint ${shownUrl(new URL(stateUrl))} met none of the ${told} states that it was told of. Check --state-url.`;
  return [{ kind: 'no-state-met', message }];
}

function selected(checks: readonly Check[], only: string | undefined): Check[] {
  const chosen = withText(checks, only);
  if (chosen.length > 0) return chosen;
  throw new Failure(
    'NOTHING_SELECTED',
    `No interaction or probe has '${only}' in its id or title. The ids stand in report.json.`,
  );
}
