import { beforeAll, describe, test } from 'vitest';
import type { CheckOptions } from '../gate/check.ts';
import { printable } from '../report/printable.ts';
import type { Report } from '../report/report.ts';
import { type TestCase, testCasesOf } from '../report/reporters/test-cases.ts';
import { summaryOf } from '../report/summary.ts';

export interface ConformanceOptions extends CheckOptions {
  /** The name of the `describe` block. */
  readonly name?: string | undefined;
  /** Called with the report before the tests show its results. */
  readonly onReport?: ((report: Report) => void | Promise<void>) | undefined;
}

/**
 * Adds a test for each check, grouped by operation, and one for objections to the run as a whole. All checks run before
 * the first test, as `check` runs them. A test shows the result of its check, and is skipped if the check was not
 * decided.
 * @throws {Failure} as `check` does, while Vitest collects the tests
 */
export function describeConformance(options: ConformanceOptions): void {
  const { name = 'Conformance' } = options;
  describe(name, async () => {
    // Imported late, so that users who need only the matchers do not load the gate.
    const { check, plannedChecks } = await import('../gate/check.ts');
    const checks = await plannedChecks(options);
    const own = new Set(checks.map(({ id }) => id));
    let cases: readonly TestCase[] = [];
    let seed: number;
    beforeAll(async () => {
      const { report } = await check(options);
      seed = report.seed;
      await options.onReport?.(report);
      cases = testCasesOf(summaryOf(report));
    }, endless);
    for (const [operation, ofOperation] of Map.groupBy(checks, (one) => one.operation))
      describe(operation, () => {
        for (const { id, title } of ofOperation)
          test(`${title} (${id})`, ({ skip }) => {
            const outcome = cases.find((one) => one.id === id)?.outcome;
            // The test of the run as a whole shows an error in a check.
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

/** The call that runs only this check again, with the same seed. */
function againWith(check: string, seed: number): string {
  return `Again: describeConformance({ …, only: ['${check}'], seed: ${seed} })`;
}

/** Vitest must not end a run: only the configuration limits it. */
const endless = 0;

/**
 * Thrown by a failing test. Its sentences are safe for a terminal. It has no stack trace, since that would show only
 * the suite.
 */
class Deviation extends Error {
  constructor(sentences: readonly string[]) {
    const message = sentences.map(printable).join('\n');
    super(message);
    this.name = 'Deviation';
    this.stack = `${this.name}: ${message}`;
  }
}
