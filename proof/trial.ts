import type { Behaviour } from '../faults/behaviour.ts';
import { type RunningService, startService } from '../faults/broken-service.ts';
import { openIsolatedReference } from '../faults/isolated-reference.ts';
import { checksOf } from '../src/checks/all.ts';
import { type Discovered, defaultBudget, discover } from '../src/conformance/discovery.ts';
import { openRun } from '../src/conformance/exchanges.ts';
import { noJournal } from '../src/conformance/put-back/journal.ts';
import type { RunResult } from '../src/conformance/result.ts';
import { run } from '../src/conformance/run.ts';
import { discoveredTarget } from '../src/gate/discovery.ts';
import type { GateTarget } from '../src/gate/target.ts';
import type { Check } from '../src/harness/check.ts';
import type { Target } from '../src/harness/target.ts';
import type { openConnections } from '../src/http/connections.ts';
import { openTransport, type Transport } from '../src/http/transport.ts';
import { type OrganisationName, readDemo } from '../src/reference/demo.ts';
import { bundled } from '../src/specification/bundled.ts';
import { demoTarget } from './demo-target.ts';
import { serviceInProcess } from './in-process.ts';
import { openSkippingClock } from './skipping-clock.ts';

const organisations = { demo: await readDemo(), realistic: await readDemo('realistic') };

export interface Trial {
  readonly checks: readonly Check[];
  /** The organisation of the service; by default the demo organisation. */
  readonly organisation?: OrganisationName | undefined;
  /** Replaces parts of the target's configuration. Default: everything of the organisation is listed and permitted. */
  readonly target: Partial<Pick<Target, 'writes' | 'clients' | 'shownFields' | 'cases'>>;
  readonly runs: number;
  /** Default: 1. */
  readonly seed?: number;
  /** Default: true. */
  readonly thorough?: boolean;
  readonly isDiscovering?: boolean | undefined;
  readonly needsSocket?: boolean | undefined;
}

/** Faults must be found. Variants and right values must have no findings. */
export type SubjectKind = 'fault' | 'variant' | 'single-field fault' | 'right value';

export interface TrialResult {
  readonly kind: SubjectKind;
  /** The row of the result in a table: a requirement, or a table of the documents that lists fields. */
  readonly row: string;
  readonly name: string;
  readonly wrong: string | undefined;
}

/**
 * Runs the checks against a service with this behaviour.
 * @throws {Error} if a check has a bug, since nothing is then known
 */
export async function trial(
  behaviour: Behaviour,
  {
    checks,
    organisation = 'demo',
    target,
    runs,
    seed = 1,
    thorough = true,
    isDiscovering = false,
    needsSocket = false,
  }: Trial,
): Promise<RunResult> {
  const reference = openIsolatedReference(organisation);
  const service: RunningService & { readonly openConnections?: typeof openConnections } = needsSocket
    ? await startService(behaviour, reference)
    : serviceInProcess(behaviour, reference);
  const demoService = demoTarget(organisations[organisation], service.baseUrl);
  const clock = needsSocket ? undefined : openSkippingClock();
  const transport = openTransport({ ...demoService.transport, clock }, service.openConnections);
  try {
    const listing = { ...demoService.target, ...target };
    const found = isDiscovering
      ? await discovered({ ...demoService, target: listing }, transport)
      : undefined;
    const result = await run({
      specification: bundled,
      target: found === undefined ? listing : discoveredTarget(withoutCases(listing), found),
      tokens: demoService.tokens,
      discovered: found,
      transport,
      checks,
      concurrency: demoService.transport.concurrency,
      seed,
      runs,
      thorough,
      isReported: false,
      journal: noJournal,
    });
    const [broken] = result.suiteFaults;
    if (broken !== undefined) throw new Error(`The check ${broken.check} broke.`, { cause: broken.error });
    return result;
  } finally {
    await transport.close();
    await service.close();
  }
}

function discovered({ target, tokens, transport }: GateTarget, sending: Transport): Promise<Discovered> {
  return discover({
    specification: bundled,
    target: withoutCases(target),
    opened: openRun(bundled, sending, tokens, { isReported: false }),
    rows: checksOf(bundled),
    budget: defaultBudget,
    concurrency: transport.concurrency,
  });
}

function withoutCases(target: Target): Target {
  return { ...target, cases: { Sale: [], Purchase: [], Remortgage: [], Transfer: [] } };
}
