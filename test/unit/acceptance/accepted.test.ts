import { expect, test } from 'vitest';
import { isAccepted, withBaseline } from '../../../src/acceptance/accepted.ts';
import { objectionsToUndecided } from '../../../src/acceptance/objections.ts';
import { finding, resultWith } from '../conformance/support.ts';

const old = { ...finding, fingerprint: '00000000000000aa' };
const other = { ...finding, fingerprint: '00000000000000bb' };
const baseline = new Set([old.fingerprint]);
const failing = (...findings: (typeof finding)[]) => resultWith({ verdict: 'fail', findings });

test('what the baseline has is marked, and accepted; the verdict stays', () => {
  const [result] = withBaseline([failing(old)], baseline);
  expect(result).toEqual({ ...failing(old), findings: [{ ...old, isInBaseline: true }] });
  expect(result && isAccepted(result)).toBe(true);
});

test('what it has not is not accepted', () => {
  const results = withBaseline([failing(old, other), failing(finding)], baseline);
  expect(results.map(isAccepted)).toEqual([false, false]);
});

test('a check that was accepted is still not decided, where something kept it from its end', () => {
  const remedies = [{ reason: 'no-data', remedy: 'List one.' } as const];
  const results = withBaseline([{ ...failing(old), remedies }, failing(old)], baseline);
  expect(objectionsToUndecided(results).map(({ message }) => message)).toEqual([
    expect.stringContaining('is undecided. List one.'),
  ]);
});
