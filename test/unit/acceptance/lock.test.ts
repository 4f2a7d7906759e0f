import { describe, expect, it } from 'vitest';
import { changesSince, type Lock, lockOf } from '../../../src/acceptance/lock.ts';
import type { SeenObservation } from '../../../src/conformance/result.ts';

const seen = (subject: string, ...values: readonly string[]): SeenObservation => ({
  id: `limits:${subject}`,
  values,
});
const target = 'https://acme.example';
const suite = { version: '1.2.3', interface: '2.0', checks: ['a.one', 'a.two'] };
const ran = suite.checks;
const lock = (observations: Lock['observations']): Lock => ({
  formatVersion: '1.0',
  suite,
  target,
  observations,
});
const earlier = lock({ 'limits:a': ['1'], 'limits:b': ['1', '2'], 'limits:c': ['3'] });

describe('a lock', () => {
  it('holds the values of each observation by its id, and of the run only what is stable', () => {
    expect(lockOf([seen('a', '1'), seen('b', '1', '2')], { suite, target, ran })).toEqual(
      lock({ 'limits:a': ['1'], 'limits:b': ['1', '2'] }),
    );
  });

  it('is the same to the byte, in whatever order the observations come', () => {
    const some = [seen('b', '1'), seen('A', '2'), seen('a', '3'), seen('10', '4'), seen('9', '5')];
    const written = (observations: readonly SeenObservation[], kept?: Lock): string =>
      JSON.stringify(lockOf(observations, { suite, target, kept, ran }));
    expect(written(some.toReversed())).toBe(written(some));
    expect(written(some.slice(2), lockOf(some.slice(0, 2), { suite, target, ran }))).toBe(written(some));
    expect(Object.keys(JSON.parse(written(some)).observations)).toEqual([
      'limits:10',
      'limits:9',
      'limits:A',
      'limits:a',
      'limits:b',
    ]);
  });

  it('keeps of an earlier one what a part of a run did not observe', () => {
    const observations = [seen('a', '9'), seen('b', '2'), seen('d', '4')];
    expect(lockOf(observations, { suite, target, kept: earlier, ran })).toEqual(
      lock({ 'limits:a': ['9'], 'limits:b': ['1', '2'], 'limits:c': ['3'], 'limits:d': ['4'] }),
    );
  });

  it('knows all checks of the suite; but made of an earlier one by a part of a run, only what that knew or ran', () => {
    const known = (kept: Lock['suite'] | undefined, ...ids: string[]) =>
      lockOf([], { suite, target, ran: ids, kept: kept && { ...earlier, suite: kept } }).suite;
    const old = { version: '1.2.2', interface: '2.0', checks: ['a.gone', 'a.one'] };
    expect(known(undefined)).toEqual(suite);
    expect(known(old, 'a.one')).toEqual({ ...old, checks: ['a.one'] });
    expect(known(old, 'a.two')).toEqual(suite);
    expect(known({ version: '1.2.2' }, 'a.one')).toEqual(suite);
  });
});

describe('what has changed since a lock', () => {
  const whole = [seen('a', '1'), seen('b', '1', '2'), seen('c', '3')];

  it.each<[of: string, observations: readonly SeenObservation[], changes: readonly object[]]>([
    ['the same', whole, []],
    ['the same in another order', [seen('b', '2', '1'), seen('c', '3'), seen('a', '1')], []],
    ['another value', [seen('a', '2'), ...whole.slice(1)], [changed('a', ['1'], ['2'])]],
    ['one value more', [seen('a', '1', '2'), ...whole.slice(1)], [changed('a', ['1'], ['1', '2'])]],
    ['one value less', [seen('a', '1'), seen('b', '2'), seen('c', '3')], [changed('b', ['1', '2'], ['2'])]],
    ['one more', [...whole, seen('d', '4')], [{ kind: 'new', id: 'limits:d', after: ['4'] }]],
    ['one less', whole.slice(1), [{ kind: 'gone', id: 'limits:a', before: ['1'] }]],
    [
      'several, by their ids',
      [seen('c', '4'), seen('bb', '5'), seen('a', '1')],
      [
        { kind: 'gone', id: 'limits:b', before: ['1', '2'] },
        { kind: 'new', id: 'limits:bb', after: ['5'] },
        changed('c', ['3'], ['4']),
      ],
    ],
  ])('with %s', (_, observations, changes) => {
    expect(changesSince(earlier, observations, false)).toEqual(changes);
  });

  it('is only what was seen, where the run was a part of one', () => {
    const observations = [seen('b', '2'), seen('c', '4'), seen('d', '5')];
    expect(changesSince(earlier, observations, true)).toEqual([
      changed('c', ['3'], ['4']),
      { kind: 'new', id: 'limits:d', after: ['5'] },
    ]);
  });
});

function changed(subject: string, before: readonly string[], after: readonly string[]): object {
  return { kind: 'changed', id: `limits:${subject}`, before, after };
}
