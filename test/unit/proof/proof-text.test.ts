import { expect, test } from 'vitest';
import { proofText } from '../../../proof/proof-text.ts';
import type { SubjectKind, TrialResult } from '../../../proof/trial.ts';

const right = (kind: SubjectKind, row: string): TrialResult => ({
  ...{ kind, row, name: `${row} right`, wrong: undefined },
});
const wrong = (kind: SubjectKind, row: string): TrialResult => ({
  ...{ kind, row, name: `${row} wrong`, wrong: 'No check finds it.' },
});

test('A table has the order of the register, or in which subjects come, and leaves out what was not tried', () => {
  const text = proofText([
    right('variant', 'case-price'),
    ...['case-price', 'case-id'].map((row) => right('fault', row)),
    ...['Sale 2.3', 'Sale 2.2', 'Sale 2.3'].map((row) => right('right value', row)),
  ]);
  expect(`\n${text}`).toContain(`
requirement  faults caught  variants passed
case-id             1 of 1
case-price          1 of 1           1 of 1
all                 2 of 2           1 of 1

table of the documents  right values passed
Sale 2.3                             2 of 2
Sale 2.2                             1 of 1
all                                  3 of 3

2 of 2 faults caught,`);
});

test('A proof says what was judged wrongly, and how, and ends with the sums', () => {
  const text = proofText([
    { ...wrong('variant', 'case-id'), wrong: '/caseId is not a UUID' },
    wrong('fault', 'case-id'),
    right('single-field fault', 'Sale 2.2'),
    wrong('single-field fault', 'Sale 2.2'),
    right('right value', 'Sale 2.2'),
  ]);
  expect(`\n${text}`).toBe(`
requirement  faults caught  variants passed
case-id             0 of 1           0 of 1
all                 0 of 1           0 of 1

table of the documents  single-field faults caught  right values passed
Sale 2.2                                    1 of 2               1 of 1
all                                         1 of 2               1 of 1

✗ fault not caught: case-id wrong
  No check finds it.

✗ variant failed: case-id wrong
  /caseId is not a UUID

✗ single-field fault not caught: Sale 2.2 wrong
  No check finds it.

0 of 1 faults caught, 0 of 1 variants passed, 1 of 2 single-field faults caught, 1 of 1 right values passed.
`);
});
