import { expect, it } from 'vitest';
import { seenIn, united } from '../../../src/conformance/observations.ts';

it('observations merge: one for a subject, with every value that was seen, sorted', () => {
  const seen = (requirement: string, subject: string, value: string) => ({ requirement, subject, value });
  expect(
    seenIn([
      seen('limits', 'b', '2'),
      seen('webhook-details', 'a \t b\nis not  listed', 'x'),
      seen('limits', 'b', '1'),
      seen('limits', 'b', '2'),
      seen('limits', 'a', '9'),
    ]),
  ).toEqual([
    { id: 'limits:a', values: ['9'] },
    { id: 'limits:b', values: ['1', '2'] },
    { id: 'webhook-details:a-b-is-not-listed', values: ['x'] },
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
