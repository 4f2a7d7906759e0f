import { expect, test } from 'vitest';
import { refusal } from '../../../faults/answers.ts';
import { always, unchanged } from '../../../faults/behaviours.ts';
import { amongConcurrent } from '../../../faults/request-history.ts';
import { trial } from '../../../proof/trial.ts';
import { checksOf } from '../../../src/checks/all.ts';
import type { RunResult } from '../../../src/conformance/result.ts';
import type { Check } from '../../../src/harness/check.ts';
import type { WriteMode } from '../../../src/harness/target.ts';
import { bundled } from '../../../src/specification/bundled.ts';

/** The result of a run against a service that answers concurrent requests with this status. */
function ofOverwhelmed(
  status: number,
  writes: WriteMode,
  isTried: (check: Check) => boolean,
): Promise<RunResult> {
  const behaviour = amongConcurrent(
    () => true,
    (_, earlier) => (earlier.length > 0 ? always(refusal(status)) : unchanged),
  );
  const checks = checksOf(bundled).filter(isTried);
  return trial(behaviour, { checks, target: { writes }, runs: 1, thorough: false });
}

function undecidedIn({ results }: RunResult): string[] {
  return results
    .filter(({ verdict, reason }) => verdict === 'inconclusive' && reason !== 'excluded')
    .map(({ id }) => id);
}

test('A service that fails at once is failed for that alone, and everything else of it is decided', async () => {
  const result = await ofOverwhelmed(500, 'none', ({ operation }) => operation === 'getCaseData');
  expect(undecidedIn(result)).toEqual([]);
  const messages = result.results.flatMap(({ findings }) => findings.map(({ message }) => message));
  expect(messages.length).toBeGreaterThan(0);
  for (const message of messages) expect(message).toMatch(/ 500 /);
  expect(result.requests).toBeLessThan(120);
});

test('Of one that asks to be left alone at once, and not for how long, clients are changed one by one', async () => {
  const result = await ofOverwhelmed(503, 'restore', ({ id }) =>
    ['updateClient.at-once', 'updateClient.changes-without-credentials'].includes(id),
  );
  expect(undecidedIn(result)).toEqual(['updateClient.at-once']);
  expect(result.results.flatMap(({ findings }) => findings)).toEqual([]);
});
