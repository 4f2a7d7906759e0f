import { randomInt } from 'node:crypto';
import type { Check } from '../checks/check.ts';
import { objectionsToPutBack, objectionsToUndecided } from '../conformance/objections.ts';
import { reportOf } from '../report/report.ts';
import { interactionChecks } from '../verification/interaction-checks.ts';
import { probeChecks } from '../verification/probe-checks.ts';
import type { Bench } from '../verification/verified-interaction.ts';
import { type CalledTarget, calledTarget } from './called-target.ts';
import { type Concluding, statusOf, tell } from './conclude.ts';
import { type ExitStatus, Failure } from './failure.ts';
import { perform } from './perform.ts';
import { clearedReportFile } from './report-file.ts';
import { rerunOfVerification } from './rerun.ts';
import type { Terminal } from './terminal.ts';
import { openBench } from './verify/bench.ts';
import { brokeredPacts } from './verify/broker.ts';
import { interactionsOf } from './verify/pacts.ts';
import { publish } from './verify/publication.ts';
import type { VerifyOptions } from './verify-options.ts';

/**
 * Holds a provider to pacts and, where it can be told of states, to generated records; leaves `report.json`.
 * @throws {Failure} when the call or its configuration is wrong, or no report can be written
 */
export async function verify(options: VerifyOptions, terminal: Terminal): Promise<ExitStatus> {
  const { stateUrl, tokenEnv, providerUrl: baseUrl, providerVersion } = options;
  // A provider that is told of states is made for tests: nobody else waits for its answers.
  const pace = stateUrl === undefined ? undefined : Number.POSITIVE_INFINITY;
  const named = { ...(options.config === undefined ? {} : { config: options.config }), baseUrl };
  const called = await calledTarget(
    { ...named, ...(tokenEnv === undefined ? {} : { tokenEnv }) },
    terminal.environment,
    pace,
  );
  const brokered = await brokeredPacts(options, called.transport.timeoutMs, terminal);
  const interactions =
    brokered?.pacts.flatMap((pact) => pact.interactions) ?? (await interactionsOf(options.pact));
  const bench = await openBench(stateUrl, called.transport.timeoutMs, terminal.environment);
  try {
    const ofPacts = interactionChecks(interactions, bench);
    const checks = [...ofPacts, ...(bench.states.areSetUp ? probeChecks(bench.states) : [])];
    const concluding = await verifyProvider(called, selected(checks, options.only), bench, options, terminal);
    if (brokered !== undefined && providerVersion !== undefined) {
      const provider = { version: providerVersion, branch: options.providerBranch };
      await publish(brokered, provider, ofPacts, concluding.result, terminal);
    }
    return statusOf(concluding, terminal);
  } finally {
    await bench.close();
  }
}

/** Verifies it, and says what came of that. */
async function verifyProvider(
  { journal, ...called }: CalledTarget,
  checks: readonly Check[],
  { states }: Bench,
  options: VerifyOptions,
  terminal: Terminal,
): Promise<Concluding> {
  const { runs, only, path, failOn = [] } = options;
  const seed = options.seed ?? randomInt(2 ** 31);
  const { baseUrl } = called.target;
  const file = await clearedReportFile(options.reportDir);
  // What is written then is written to what was set up for it, and to nothing that is listed.
  const target = states.areSetUp ? { ...called.target, writes: 'all' as const, clients: [] } : called.target;
  const { result, startedAt, durationMs } = await perform(
    // One interaction after the other: the states of two could contradict each other.
    { ...called, target, transport: { ...called.transport, concurrency: 1 } },
    {
      sampling: { seed, runs, ...(path === undefined ? {} : { path }) },
      journal: states.areSetUp ? undefined : journal,
      isDiscovering: false,
      select: () => checks,
    },
    terminal,
  );
  const objections = [
    ...objectionsToPutBack(result.putBack),
    ...(failOn.includes('inconclusive') ? objectionsToUndecided(result.results) : []),
  ];
  const report = reportOf(result, { target: baseUrl, startedAt, durationMs, seed, runs, only, objections });
  const concluding = {
    ...{ report, result, baseUrl, tokens: called.tokens, file },
    ...{ rerun: rerunOfVerification(options, seed), isDebugging: options.debug === true },
  };
  await tell(concluding, terminal);
  return concluding;
}

function selected(checks: readonly Check[], only: string | undefined): Check[] {
  const chosen = checks.filter(
    ({ id, title }) => only === undefined || id.includes(only) || title.includes(only),
  );
  if (chosen.length > 0) return chosen;
  throw new Failure(
    'NOTHING_SELECTED',
    `No interaction or probe has '${only}' in its id or title. The ids stand in report.json.`,
  );
}
