import { describe, expect, test } from 'vitest';
import { type Acceptance, type Judged, judged } from '../../../src/acceptance/acceptance.ts';
import { type SuiteRecord, withAddedChecks } from '../../../src/acceptance/added-checks.ts';
import { conclusionOf } from '../../../src/acceptance/conclusion.ts';
import type { CheckResult } from '../../../src/conformance/result.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { resultWith } from '../conformance/support.ts';

const present = { version: '1.2.3', interface: '2.0', checks: ['a.new', 'a.old'] };
const earlier = { version: '1.2.1', interface: '2.0', checks: ['a.old'] };

function addedSince(...records: SuiteRecord[]): (string | undefined)[] {
  const results = ['a.old', 'a.new', 'mine.own'].map((id) => resultWith({ id }));
  return withAddedChecks(results, records, present).map(({ added }) => added);
}

const counts = [undefined, 'counts', undefined];
const deferred = [undefined, 'deferred', undefined];
const known = [undefined, undefined, undefined];

describe('a check that there was not is new, and the caller’s own never is', () => {
  test.each<[since: string, records: SuiteRecord[], expected: (string | undefined)[]]>([
    ['nothing', [], known],
    ['an earlier patch release: deferred', [earlier], deferred],
    ['an earlier patch release, from a later pre-release', [{ ...earlier, version: '1.2.1-rc.1' }], deferred],
    ['the same release, which cannot have added it', [{ ...earlier, version: '1.2.3' }], counts],
    ['a later one', [{ ...earlier, version: '1.2.4' }], counts],
    ['an earlier minor release', [{ ...earlier, version: '1.1.9' }], counts],
    ['an earlier major release', [{ ...earlier, version: '0.2.1' }], counts],
    ['what is no version', [{ ...earlier, version: 'next' }], counts],
    ['another version of the interface', [{ ...earlier, interface: '1.9' }], counts],
    ['what does not list its checks', [{ version: '1.2.1' }], known],
    ['two, of which one knows it', [earlier, { ...present, version: '1.2.2' }], known],
    ['two, of which one does not list its checks', [earlier, { version: '1.2.2' }], known],
    ['two, of which one is of the same minor release', [{ ...earlier, version: '1.1.0' }, earlier], deferred],
  ])('since %s', (_, records, expected) => {
    expect(addedSince(...records)).toEqual(expected);
  });
});

const finding = {
  pointer: '/price',
  message: 'It deviates',
  requirement: 'case-price',
  exchange: 0,
  fingerprint: '00000000000000cc',
};
const passed = resultWith({ id: 'a.old', verdict: 'pass' });
const failed = resultWith({ id: 'a.new', verdict: 'fail', findings: [finding] });
const silent = resultWith({
  id: 'a.new',
  verdict: 'inconclusive',
  reason: 'unreachable',
  remedies: [{ reason: 'unreachable', remedy: 'Try again.' }],
});

/** A run in the light of a lock of the suite, and of what it came to then. */
function judgedSince(suite: SuiteRecord, results: readonly CheckResult[], further: Partial<Acceptance> = {}) {
  const run = {
    results,
    exchanges: [],
    observations: [{ id: 'limits:a', values: ['1'] }],
    ...{ suiteFaults: [], requests: 1, putBack: [], fieldCoverage: { valid: {}, invalid: {} } },
  };
  const target = 'https://acme.example';
  const told: Judged = judged(run, {
    ...{ specification: bundled, target, lock: 'compared', baseline: undefined, waivers: [] },
    earlier: { formatVersion: '1.0', suite, target, observations: {} },
    failOn: ['inconclusive', 'changed-observation'],
    ...{ fieldCoverage: undefined, minFieldCoverage: 0, minDecided: 0, isNarrowed: false },
    knownChecks: new Set(present.checks),
    ...{ today: '2026-01-01', suite: present },
    ...further,
  });
  return { ...told, conclusion: conclusionOf(told.run, told.objections) };
}

describe('in a patch release, a gate is not surprised', () => {
  test('by what a new check finds, though it is no conformance', () => {
    const { run, conclusion } = judgedSince(earlier, [passed, failed]);
    expect(run.results[1]).toEqual({ ...failed, added: 'deferred' });
    expect(conclusion).toBe('deferred');
  });

  test('by what a new check leaves undecided, or finds no answer to', () => {
    expect(judgedSince(earlier, [passed, silent])).toMatchObject({
      conclusion: 'conformant',
      objections: [],
    });
  });

  test('by what a new check observes, but by what has changed', () => {
    const objections = (results: readonly CheckResult[], observations: Record<string, string[]>) =>
      judgedSince(earlier, results, {
        earlier: { formatVersion: '1.0', suite: earlier, target: '', observations },
      }).objections.length;
    expect(objections([passed, failed], {})).toBe(0);
    expect(objections([passed], {})).toBe(1);
    expect(objections([passed, failed], { 'limits:a': ['2'] })).toBe(1);
  });

  test('but fails for what the other checks find', () => {
    const old = { ...failed, id: 'a.old' };
    expect(judgedSince(earlier, [old, failed]).conclusion).toBe('deviates');
  });
});

test.each<[since: string, suite: SuiteRecord, further: Partial<Acceptance>]>([
  ['in a minor release', { ...earlier, version: '1.1.9' }, {}],
  ['where the lock is updated', earlier, { lock: 'updated' }],
  ['where the lock lists no checks', { version: '1.2.1' }, {}],
])('what a new check finds counts %s', (_, suite, further) => {
  expect(judgedSince(suite, [passed, failed], further).conclusion).toBe('deviates');
});
