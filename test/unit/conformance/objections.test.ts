import { expect, it } from 'vitest';
import { objectionsToChanges, objectionsToUndecided } from '../../../src/conformance/objections.ts';
import { resultWith } from './support.ts';

it('each check that was not decided is objected to, with what would decide it', () => {
  const remedies = [
    { reason: 'not-configured', remedy: 'Set tokens.outsider.' },
    { reason: 'no-data', remedy: 'List one.' },
  ] as const;
  const results = [
    resultWith({ id: 'a.passes' }),
    resultWith({ id: 'a.is-open', verdict: 'inconclusive', remedies }),
    resultWith({ id: 'a.fails', verdict: 'fail', remedies }),
    resultWith({ id: 'a.is-silent', verdict: 'inconclusive' }),
  ];
  expect(objectionsToUndecided(results)).toEqual([
    {
      kind: 'inconclusive',
      check: 'a.is-open',
      message: 'a.is-open is inconclusive. Set tokens.outsider.',
    },
    { kind: 'inconclusive', check: 'a.is-silent', message: 'a.is-silent is inconclusive.' },
  ]);
});

it('each observation that is not as it was accepted is objected to', () => {
  const changes = [
    { id: 'limits:a', kind: 'new' },
    { id: 'limits:b', kind: 'changed' },
    { id: 'limits:c', kind: 'gone' },
  ] as const;
  const advice = 'Accept it with --update-lock, or find out why.';
  expect(objectionsToChanges(changes)).toEqual([
    {
      kind: 'changed-observation',
      observation: 'limits:a',
      message: `The observation limits:a is not in the lock. ${advice}`,
    },
    {
      kind: 'changed-observation',
      observation: 'limits:b',
      message: `The observation limits:b is not as in the lock. ${advice}`,
    },
    {
      kind: 'changed-observation',
      observation: 'limits:c',
      message: `The observation limits:c is in the lock, but was not made. ${advice}`,
    },
  ]);
});
