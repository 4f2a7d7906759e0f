import { noJournal } from '../conformance/put-back/journal.ts';
import type { RunResult } from '../conformance/result.ts';
import { run } from '../conformance/run.ts';
import type { Behaviour } from '../faults/behaviour.ts';
import { startService } from '../faults/broken-service.ts';
import type { Check } from '../harness/check.ts';
import type { Target } from '../harness/target.ts';
import { openTransport } from '../http/transport.ts';
import { readDemo } from '../reference/demo.ts';
import { bundled } from '../specification/bundled.ts';
import { demoTarget } from './demo-target.ts';

const demo = await readDemo();

/** What is run against a service, and how. */
export interface Trial {
  readonly checks: readonly Check[];
  /** What of the target is listed or allowed otherwise than for the demo organisation. */
  readonly target: Partial<Pick<Target, 'writes' | 'clients' | 'cases'>>;
  /** How many random values are tried of each kind. */
  readonly runs: number;
}

/**
 * What the checks find of a service that behaves so.
 * @throws {Error} when a check breaks: then nothing is known
 */
export async function trial(behaviour: Behaviour, { checks, target, runs }: Trial): Promise<RunResult> {
  const service = await startService(behaviour);
  const demoService = demoTarget(demo, service.baseUrl);
  const transport = openTransport(demoService.transport);
  try {
    const result = await run({
      specification: bundled,
      target: { ...demoService.target, ...target },
      tokens: demoService.tokens,
      transport,
      checks,
      concurrency: demoService.transport.concurrency,
      seed: 1,
      runs,
      // Nothing here outlives the process.
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
