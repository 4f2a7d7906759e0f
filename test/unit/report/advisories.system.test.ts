import { expect, test } from 'vitest';
import { conclusionOf } from '../../../src/acceptance/conclusion.ts';
import { objectionsToAdvisories } from '../../../src/acceptance/objections.ts';
import { getOrganisation } from '../../../src/api/calls.ts';
import { advises } from '../../../src/harness/assertions.ts';
import { summaryOf } from '../../../src/report/summary.ts';
import { terminalReport } from '../../../src/report/terminal.ts';
import { during } from '../../support/during.ts';
import { answers } from '../../support/hostile.ts';
import { expectValidReport } from '../cli/support.ts';
import { checkThat, runAt } from '../conformance/support.ts';
import { commands, reportOfRun } from './values.ts';

const message = 'The answer says of no media type that it is of it';

async function advised() {
  const { url } = await during(answers(200, '{}'));
  const advising = (id: string) =>
    checkThat(id, async function* (session) {
      const reply = await session.sendOnce(getOrganisation(), 'member');
      yield advises(reply, 'json-media-type', message, '', 'no media type');
    });
  return runAt(url, [advising('one'), advising('other')]);
}

test('an advisory changes no verdict, and is told once with how often it was seen', async () => {
  const { results, exchanges } = await advised();
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  expect(conclusionOf({ results, suiteFaults: [] })).toBe('conformant');
  const report = reportOfRun({ results, exchanges });
  expectValidReport(JSON.parse(JSON.stringify(report)));
  expect(report.deviations).toEqual([]);
  expect(results[0]?.advisories).toEqual([
    {
      pointer: '',
      message,
      requirement: 'json-media-type',
      kind: 'no media type',
      exchange: 0,
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
  ]);
  const text = terminalReport(summaryOf(report), { paint: (_, words) => words }, commands);
  expect(text).toContain(`\n  ~ ${message}.\n      json-media-type (`);
  expect(text).toContain('GET /api/v2/org, 2 times\n');
});

test('each advisory is one objection, where a call asks for it', async () => {
  const { results } = await advised();
  expect(objectionsToAdvisories(results)).toEqual([
    { kind: 'advisory', check: 'getOrganisation.one', message: `${message} (json-media-type).` },
  ]);
});
