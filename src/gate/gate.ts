import { startProgress } from '../cli/progress.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { Discovery } from '../conformance/discovery.ts';
import type { RunResult } from '../conformance/result.ts';
import { plan, run } from '../conformance/run.ts';
import type { Check } from '../harness/check.ts';
import type { Sampling } from '../harness/session.ts';
import type { Target } from '../harness/target.ts';
import { openTransport } from '../http/transport.ts';
import { bundled } from '../specification/bundled.ts';
import { type DiscoveredTarget, withDiscoveredCases } from './discovery.ts';
import { runSafely } from './safe-run.ts';
import type { ConfiguredTarget } from './target.ts';

/** What a call makes of a run. */
export interface PlannedRun {
  readonly sampling: Sampling;
  /** The folder that keeps clients while they are changed; undefined where nothing has to be spared. */
  readonly journal: string | undefined;
  readonly isDiscovering: boolean;
  /** Where the target is set up for the run, and what is changed is not what anybody keeps: what ends it early. */
  readonly setUp?: { readonly signal: AbortSignal };
  /** The checks for the target, which are dealt to shards by what has a meaning for it. */
  readonly select: (target: Target) => readonly Check[];
}

/** A run, and what led to it. */
export interface PerformedRun {
  readonly result: RunResult;
  /** What was found for it, where it was told to discover and had to. */
  readonly discovered?: Discovery | undefined;
  readonly startedAt: Date;
  readonly durationMs: number;
}

/**
 * Runs the checks over a transport of its own, which is closed after it.
 * @throws {Failure} as `runSafely` does
 */
export async function performRun(
  { target, tokens, transport: transportOptions }: ConfiguredTarget,
  { sampling, journal, isDiscovering, setUp, select }: PlannedRun,
  terminal: Terminal,
): Promise<PerformedRun> {
  const startedAt = new Date();
  const transport = openTransport(transportOptions);
  try {
    const found: DiscoveredTarget = isDiscovering
      ? await withDiscoveredCases({ target, tokens }, transport, terminal)
      : { target };
    const checks = select(found.target);
    const count = plan(checks, found.target).length;
    const progress = startProgress(`Testing ${target.baseUrl}`, count, 'checks', terminal);
    const options = {
      ...{ specification: bundled, target: found.target, tokens, transport, checks, ...sampling },
      ...{ concurrency: transportOptions.concurrency, onResult: progress.update },
      ...(setUp === undefined ? {} : { signal: setUp.signal, mayChangeUnlisted: true }),
    };
    const running = journal === undefined ? run(options) : runSafely(options, journal, terminal);
    const result = await running.finally(progress.stop);
    return {
      result,
      discovered: found.discovered,
      startedAt,
      durationMs: Date.now() - startedAt.getTime(),
    };
  } finally {
    await transport.close();
  }
}
