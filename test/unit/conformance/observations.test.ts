import { expect, it } from 'vitest';
import { createObservations } from '../../../src/conformance/observations.ts';

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
    { requirement: 'limits', subject: 'a', values: ['9'] },
    { requirement: 'limits', subject: 'b', values: ['1', '2'] },
    { requirement: 'webhook-details', subject: 'a', values: ['x'] },
  ]);
});

it('observations of nothing are none', () => {
  expect(createObservations().seen()).toEqual([]);
});
