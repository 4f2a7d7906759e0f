import { describe, expect, it } from 'vitest';
import { conclusionOf, isUnanswered } from '../../../src/acceptance/conclusion.ts';
import type { CheckResult } from '../../../src/conformance/result.ts';
import { finding, resultWith } from '../conformance/support.ts';

const passed = resultWith({ verdict: 'pass' });
const failed = resultWith({ verdict: 'fail' });
const open = resultWith({ verdict: 'inconclusive', reason: 'no-data' });
const advised = resultWith({ verdict: 'pass', requirements: ['json-media-type'] });
const silent = resultWith({
  verdict: 'inconclusive',
  reason: 'no-data',
  remedies: [
    { reason: 'no-data', remedy: 'List one.' },
    { reason: 'throttled', remedy: 'It throttled.' },
  ],
});
const cutOff = resultWith({
  verdict: 'inconclusive',
  reason: 'unreachable',
  remedies: [{ reason: 'unreachable', remedy: 'It closed the connection.', isCutOff: true }],
});
const authentication = (verdict: CheckResult['verdict']): CheckResult =>
  resultWith({
    operation: 'getOrganisation',
    requirements: ['get-organisation', 'bodies-are-json'],
    verdict,
  });
const accepted = { ...finding, waived: { reason: 'It is known.', until: '2026-12-31' } };
const waived = resultWith({ verdict: 'fail', findings: [accepted, accepted] });
const waivedInPart = resultWith({ verdict: 'fail', findings: [accepted, finding] });
const old = resultWith({ verdict: 'fail', findings: [{ ...finding, isInBaseline: true }] });
const oldInPart = resultWith({ verdict: 'fail', findings: [{ ...finding, isInBaseline: true }, finding] });
const objection = { kind: 'inconclusive', check: 'a.is-open', message: 'It is open.' } as const;
const fault = { check: 'getOrganisation.so', error: new Error('Broken') };

it.each([
  ['unreachable', true],
  ['throttled', true],
  ['ended-early', true],
  ['token-refused', false],
  ['no-data', false],
  ['control-refused', false],
] as const)('a check that wants for %s left something without an answer: %s', (reason, isSo) => {
  const remedies = [{ reason, remedy: 'Try again.' }];
  expect(isUnanswered(resultWith({ verdict: 'inconclusive', remedies }))).toBe(isSo);
});

describe('the conclusion of a run', () => {
  it.each<[found: string, results: readonly CheckResult[], conclusion: string]>([
    ['nothing', [], 'not-tested'],
    ['nothing decided', [open, open], 'not-tested'],
    ['nothing decided but what public standards say', [open, advised], 'not-tested'],
    ['only standards selected', [advised], 'conformant'],
    ['all passed', [authentication('pass'), passed], 'conformant'],
    ['passed, and some not decided', [authentication('pass'), passed, open], 'conformant'],
    ['passed, of a selection without authentication', [passed, open], 'conformant'],
    ['passed, but authentication not decided', [authentication('inconclusive'), passed], 'not-tested'],
    ['authentication by one of two', [authentication('inconclusive'), authentication('pass')], 'conformant'],
    ['authentication alone, and not decided', [authentication('inconclusive')], 'not-tested'],
    ['authentication alone', [authentication('pass')], 'conformant'],
    [
      'what passed, and not the organisation once clients were changed',
      [passed, { ...authentication('inconclusive'), operation: 'updateClient' }],
      'conformant',
    ],
    ['passed, and one left without an answer', [authentication('pass'), passed, silent], 'not-tested'],
    ['passed, and one cut off alone', [authentication('pass'), passed, cutOff], 'conformant'],
    ['passed, one cut off and one left without an answer', [passed, cutOff, silent], 'not-tested'],
    ['nothing but one cut off', [cutOff], 'not-tested'],
    ['authentication alone cut off', [{ ...authentication('inconclusive'), ...cutOff }], 'not-tested'],
    ['failed, and one left without an answer', [authentication('pass'), failed, silent], 'deviates'],
    ['one failed', [authentication('pass'), passed, failed], 'deviates'],
    ['failed, and authentication not decided', [authentication('inconclusive'), failed], 'deviates'],
    ['authentication failed', [authentication('fail'), passed], 'deviates'],
    ['what is waived', [authentication('pass'), waived], 'conformant'],
    ['what is waived, and nothing else', [waived], 'conformant'],
    ['what is waived of authentication', [{ ...waived, requirements: ['get-organisation'] }], 'conformant'],
    ['what is waived, and one left without an answer', [waived, silent], 'not-tested'],
    ['what is waived in part', [authentication('pass'), waivedInPart], 'deviates'],
    ['what is waived, and one failed', [waived, failed], 'deviates'],
    ['what is in the baseline in part', [authentication('pass'), oldInPart], 'deviates'],
    ['what is in the baseline, and one left without an answer', [old, silent], 'not-tested'],
  ])('that found %s', (_, results, conclusion) => {
    expect(conclusionOf({ results, suiteFaults: [] })).toBe(conclusion);
    expect(conclusionOf({ results, suiteFaults: [fault] })).toBe('suite-broke');
    const instead = conclusion === 'conformant' ? 'not-accepted' : conclusion;
    expect(conclusionOf({ results, suiteFaults: [] }, [objection])).toBe(instead);
    expect(conclusionOf({ results, suiteFaults: [fault] }, [objection])).toBe('suite-broke');
  });

  it('that found nothing new is no conformance, as long as the baseline is not shown to be fixed', () => {
    const run = { results: [authentication('pass'), old], suiteFaults: [] };
    expect(conclusionOf(run, [], 1)).toBe('nothing-new');
    expect(conclusionOf({ ...run, results: [passed] }, [], 1)).toBe('nothing-new');
    expect(conclusionOf({ ...run, results: [passed] }, [], 0)).toBe('conformant');
    expect(conclusionOf(run, [objection], 1)).toBe('not-accepted');
    expect(conclusionOf({ ...run, suiteFaults: [fault] }, [], 1)).toBe('suite-broke');
  });
});
