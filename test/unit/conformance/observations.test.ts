import { expect, it } from 'vitest';
import { createObservations, united } from '../../../src/conformance/observations.ts';

it('observations merge: one for a subject, with every value that was seen, sorted', () => {
  const observations = createObservations();
  const see = (requirement: string, subject: string, value: string): void =>
    observations.add({ requirement, subject, value });
  see('limits', 'b', '2');
  see('webhook-details', 'a', 'x');
  see('limits', 'b', '1');
  see('limits', 'b', '2');
  see('limits', 'a', '9');
  expect(observations.seen()).toEqual([
    { id: 'limits:a', values: ['9'] },
    { id: 'limits:b', values: ['1', '2'] },
    { id: 'webhook-details:a', values: ['x'] },
  ]);
});

it('observations of nothing are none', () => {
  expect(createObservations().seen()).toEqual([]);
});

it('the id of an observation holds no spaces', () => {
  const observations = createObservations();
  const subject = 'Sale /TA6 holds \t what\nis not  listed';
  observations.add({ requirement: 'case-record-open', subject, value: 'x' });
  expect(observations.seen()).toEqual([
    {
      id: 'case-record-open:Sale-/TA6-holds-what-is-not-listed',
      values: ['x'],
    },
  ]);
});

it('observations of two runs are united by their ids', () => {
  const seen = (subject: string, ...values: string[]) => ({
    id: `limits:${subject}`,
    values,
  });
  expect(united([seen('b', '2', '3'), seen('a', '9'), seen('b', '1', '2')])).toEqual([
    seen('a', '9'),
    seen('b', '1', '2', '3'),
  ]);
});
