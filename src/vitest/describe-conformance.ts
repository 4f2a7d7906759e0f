import { beforeAll, describe, test } from 'vitest';
import type { CheckOptions } from '../gate/check.ts';
import { printable } from '../report/printable.ts';
import type { Report } from '../report/report.ts';
import { type TestCase, testCasesOf } from '../report/reporters/test-cases.ts';

/** A call of `describeConformance`. */
export interface ConformanceOptions extends CheckOptions {
  /** What the group of tests is called. */
  readonly name?: string | undefined;
  /** Given the report of the run, before the tests say what is in it. */
  readonly onReport?: ((report: Report) => void | Promise<void>) | undefined;
}

/**
 * Describes a target by tests, one for each check, grouped by operation. All run before the first of them, as `check` runs them;
 * each then says what became of its check: what is not decided is skipped. One test more says what stands against the
 * run as a whole.
 * @throws {Failure} as `check` does, where Vitest collects the tests
 */
export function describeConformance(options: ConformanceOptions): void {
  const { name = 'Conformance' } = options;
  describe(name, async () => {
    // Whoever wants the matchers alone need not load the gate.
    const { plannedRun } = await import('./planned-run.ts');
    const { checks, run } = await plannedRun(options);
    const own = new Set(checks.map(({ id }) => id));
    let cases: readonly TestCase[] = [];
    let seed: number;
    beforeAll(async () => {
      const report = await run();
      seed = report.seed;
      await options.onReport?.(report);
      cases = testCasesOf(report);
    }, endless);
    for (const [operation, ofOperation] of Map.groupBy(checks, (one) => one.operation))
      describe(operation, () => {
        for (const { id, title } of ofOperation)
          test(`${title} (${id})`, ({ skip }) => {
            const outcome = cases.find((one) => one.id === id)?.outcome;
            // What broke is told with the run as a whole.
            if (outcome === undefined) skip('The check has no result.');
            if (outcome?.kind === 'skipped') skip(outcome.message);
            if (outcome?.kind === 'failed')
              throw new Deviation([...outcome.details.split('\n'), againWith(id, seed)]);
          });
      });
    test('The run as a whole', () => {
      const others = cases.filter(({ id }) => !own.has(id));
      const against = others.flatMap(({ outcome }) =>
        outcome.kind === 'failed' || outcome.kind === 'errored' ? [outcome.message] : [],
      );
      if (against.length > 0) throw new Deviation(against);
    });
  });
}

/** What to add to the options, so that only this check is run, as it was. */
function againWith(check: string, seed: number): string {
  return `Again: describeConformance({ …, only: ['${check}'], seed: ${seed} })`;
}

/** A run is limited by its configuration alone. */
const endless = 0;

/** Thrown by a test, with sentences that a terminal may show; where in our code is nobody's concern. */
class Deviation extends Error {
  constructor(sentences: readonly string[]) {
    const message = sentences.map(printable).join('\n');
    super(message);
    this.name = 'Deviation';
    this.stack = `${this.name}: ${message}`;
  }
}
