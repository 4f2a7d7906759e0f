import type { Behaviour } from '../../faults/behaviour.ts';
import { openIsolatedReference } from '../../faults/isolated-reference.ts';
import { demoTarget } from '../../proof/demo-target.ts';
import { serviceInProcess } from '../../proof/in-process.ts';
import { openSkippingClock } from '../../proof/skipping-clock.ts';
import { checksOf } from '../../src/checks/all.ts';
import { noJournal } from '../../src/conformance/put-back/journal.ts';
import type { RequestCounts } from '../../src/conformance/request-counts.ts';
import type { CheckResult, RunResult, SeenObservation } from '../../src/conformance/result.ts';
import { run } from '../../src/conformance/run.ts';
import type { Target, WriteMode } from '../../src/harness/target.ts';
import { openTransport } from '../../src/http/transport.ts';
import { readDemo } from '../../src/reference/demo.ts';
import { bundled } from '../../src/specification/bundled.ts';

interface CountedRun {
  readonly writes: WriteMode;
  readonly behaviour: Behaviour;
  /**
   * The number of cases of each type of the realistic organisation. Undefined: one case of each type of the demo
   * organisation.
   */
  readonly casesOfType?: number;
  readonly requestsPerSecond?: number;
  readonly leaveFields?: readonly string[];
}

interface RunCosts {
  readonly requests: number;
  readonly byOperation: RequestCounts;
  readonly milliseconds: number;
  readonly results: readonly CheckResult[];
  readonly observations: readonly SeenObservation[];
  readonly putBack: RunResult['putBack'];
}

/** Runs every check with two clients, four requests at a time. */
export async function countedRun({
  writes,
  behaviour,
  casesOfType,
  requestsPerSecond = Number.POSITIVE_INFINITY,
  leaveFields = [],
}: CountedRun): Promise<RunCosts> {
  const isRealistic = casesOfType !== undefined;
  const service = serviceInProcess(behaviour, openIsolatedReference(isRealistic ? 'realistic' : 'demo'));
  const {
    target,
    tokens,
    transport: limits,
  } = demoTarget(await readDemo(isRealistic ? 'realistic' : 'demo'), service.baseUrl);
  const transport = openTransport(
    {
      ...limits,
      requestsPerSecond,
      clock: requestsPerSecond === Number.POSITIVE_INFINITY ? openSkippingClock() : undefined,
    },
    service.openConnections,
  );
  const startedAt = performance.now();
  try {
    const {
      results,
      observations,
      putBack,
      requests,
      requestsByOperation = {},
    } = await run({
      specification: bundled,
      target: {
        ...target,
        writes,
        leaveFields,
        cases: firstOf(target.cases, casesOfType ?? 1),
        clients: target.clients.slice(0, 2),
      },
      tokens,
      transport,
      checks: checksOf(bundled),
      concurrency: limits.concurrency,
      seed: 1,
      runs: 10,
      journal: noJournal,
    });
    return {
      requests,
      byOperation: requestsByOperation,
      milliseconds: performance.now() - startedAt,
      results,
      observations,
      putBack,
    };
  } finally {
    await transport.close();
    await service.close();
  }
}

function firstOf(cases: Target['cases'], count: number): Target['cases'] {
  const some = Object.entries(cases).map(([type, ids]) => [type, ids.slice(0, count)]);
  return Object.fromEntries(some) as Target['cases'];
}
