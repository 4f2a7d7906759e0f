import { describe, expect, it } from 'vitest';
import { isAccepted } from '../../../src/acceptance/accepted.ts';
import { objectionsToWaivers, type Waiver, withWaivers } from '../../../src/acceptance/waivers.ts';
import type { CheckResult } from '../../../src/conformance/result.ts';
import { finding as atPrice, resultWith } from '../conformance/support.ts';

const finding = (pointer: string) => ({ ...atPrice, pointer });
const failing = (...pointers: readonly string[]): CheckResult =>
  resultWith({ id: 'a.fails', verdict: 'fail', findings: pointers.map(finding) });
const waiver = (further: Partial<Waiver> = {}): Waiver => ({
  result: 'a.fails',
  pointer: '/price',
  reason: 'It is mended soon.',
  until: '2026-06-30',
  ...further,
});
const terms = { reason: 'It is mended soon.', until: '2026-06-30' };

describe('a waiver', () => {
  it.each<[accepts: string, today: string, waivers: readonly Waiver[], waived: readonly boolean[]]>([
    ['nothing where there is none', '2026-06-30', [], [false, false]],
    ['the findings at its pointer', '2026-01-01', [waiver()], [true, false]],
    ['them on its last day', '2026-06-30', [waiver()], [true, false]],
    ['nothing on the day after', '2026-07-01', [waiver()], [false, false]],
    ['nothing of another check', '2026-01-01', [waiver({ result: 'a.fail' })], [false, false]],
    ['nothing below its pointer', '2026-01-01', [waiver({ pointer: '' })], [false, false]],
    ['each its own', '2026-01-01', [waiver(), waiver({ pointer: '/price/0' })], [true, true]],
  ])('accepts %s', (_, today, waivers, waived) => {
    const results = withWaivers([failing('/price', '/price/0')], waivers, today);
    expect(results).toEqual([
      {
        ...failing(),
        findings: ['/price', '/price/0'].map((pointer, index) => ({
          ...finding(pointer),
          ...(waived[index] ? { waived: terms } : {}),
        })),
      },
    ]);
    expect(results.map(isAccepted)).toEqual([waived.every(Boolean)]);
  });

  it('accepts the answer as a whole by an empty pointer', () => {
    const results = withWaivers([failing('')], [waiver({ pointer: '' })], '2026-01-01');
    expect(results.map(isAccepted)).toEqual([true]);
  });
});

it('a waiver without a pointer accepts that its check is not decided, and nothing that it finds', () => {
  const { pointer: _, ...undecided } = waiver();
  const remedies = [{ reason: 'no-data', remedy: 'List one.' }] as const;
  const open = resultWith({ id: 'a.fails', verdict: 'inconclusive', remedies });
  const judged = (result: CheckResult) => withWaivers([result], [undecided], '2026-01-01');
  expect(judged(open)).toEqual([{ ...open, waived: terms }]);
  expect(judged({ ...failing('/price'), remedies })).toEqual([
    { ...failing('/price'), remedies, waived: terms },
  ]);
  expect(judged(failing('/price'))).toEqual([failing('/price')]);
  const grounds = { known: new Set(['a.fails']), today: '2026-01-01' };
  expect(objectionsToWaivers([undecided], { ...grounds, results: [open] })).toEqual([]);
  expect(objectionsToWaivers([undecided], { ...grounds, results: [resultWith({ id: 'a.fails' })] })).toEqual([
    {
      kind: 'waiver-stale',
      result: 'a.fails',
      message:
        'The waiver of a.fails, which is not decided, is stale, since the check is decided. Take it out.',
    },
  ]);
});

it('a check without a finding is not waived', () => {
  expect(isAccepted(resultWith({}))).toBe(false);
});

describe('waivers are objected to', () => {
  const remedies = [{ reason: 'no-data', remedy: 'List one.' }] as const;
  const passed = resultWith({ id: 'a.fails' });
  const open = resultWith({ id: 'a.fails', verdict: 'inconclusive', reason: 'no-data', remedies });
  const cutShort = { ...failing('/other'), remedies };
  const objectionsTo = (
    results: readonly CheckResult[],
    further: Partial<Waiver> = {},
    today = '2026-01-01',
  ) => objectionsToWaivers([waiver(further)], { results, known: new Set(['a.fails']), today });

  const unknown = {
    kind: 'waiver-unknown',
    result: 'a.failed',
    pointer: '/price',
    message:
      'The waiver of a.failed at /price names a check that does not exist. Correct its id or remove it.',
  };
  const stale = {
    kind: 'waiver-stale',
    result: 'a.fails',
    pointer: '/price',
    message:
      'The waiver of a.fails at /price is stale, since the check finds no such deviation. Take it out.',
  };
  const expired = {
    kind: 'waiver-expired',
    result: 'a.fails',
    pointer: '/price',
    message:
      'The waiver of a.fails at /price expired after 2026-06-30. Fix the deviation, or accept it until a later day.',
  };

  it.each<[what: string, of: Parameters<typeof objectionsTo>, expected: readonly object[]]>([
    ['not where it is found', [[failing('/price')]], []],
    ['not where the check was not run', [[]], []],
    ['not where the check was not decided', [[open]], []],
    ['not where something kept the check from its end', [[cutShort]], []],
    ['not for what another check found', [[{ ...passed, id: 'a.passes' }, failing('/price')]], []],
    ['that are of no check', [[failing('/price')], { result: 'a.failed' }], [unknown]],
    ['of which the check passed', [[passed]], [stale]],
    ['of which the check fails elsewhere', [[failing('/other')]], [stale]],
    ['that have expired', [[failing('/price')], {}, '2026-07-01'], [expired]],
    ['that have expired, though the check was not run', [[], {}, '2026-07-01'], [expired]],
    ['once where they are stale and expired', [[passed], {}, '2026-07-01'], [stale]],
  ])('%s', (_, of, expected) => {
    expect(objectionsTo(...of)).toEqual(expected);
  });

  it('in words of their own where they are of an answer as a whole', () => {
    expect(objectionsTo([passed], { pointer: '' }).map(({ message }) => message)).toEqual([
      'The waiver of a.fails for the answer as a whole is stale, since the check finds no such deviation. Take it out.',
    ]);
  });
});
