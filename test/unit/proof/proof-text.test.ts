import { expect, test } from 'vitest';
import { proofText, tableByCatalogue, tableByRequirement } from '../../../proof/proof-text.ts';
import type { Tried } from '../../../proof/trial.ts';

const right = (row: string): Tried => ({ row, name: `${row} right`, wrong: undefined });
const wrong = (row: string): Tried => ({ row, name: `${row} wrong`, wrong: 'No check finds it.' });

test('A table counts by requirement, in the order of the register, and leaves out what was not tried', () => {
  const faults = [right('case-price'), wrong('case-id'), right('case-id')];
  const table = tableByRequirement(
    { title: 'faults caught', of: faults },
    { title: 'variants passed', of: [right('case-price')] },
  );
  expect(`\n${table}\n`).toBe(`
requirement  faults caught  variants passed
case-id             1 of 2
case-price          1 of 1           1 of 1
all                 2 of 3           1 of 1
`);
});

test('A table counts by table of the documents, in the order in which they come', () => {
  const table = tableByCatalogue({
    title: 'right values passed',
    of: [right('Sale 2.3'), right('Sale 2.2'), right('Sale 2.3')],
  });
  expect(`\n${table}\n`).toBe(`
table of the documents  right values passed
Sale 2.3                             2 of 2
Sale 2.2                             1 of 1
all                                  3 of 3
`);
});

test('A proof says what was judged wrongly, and how, and ends with the sums', () => {
  const text = proofText({
    faults: [wrong('case-id')],
    variants: [{ ...wrong('case-id'), wrong: '/caseId is not a UUID' }],
    singleFieldFaults: [right('Sale 2.2'), wrong('Sale 2.2')],
    rightValues: [right('Sale 2.2')],
  });
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

test('A proof says nothing of what it was not to show', () => {
  const text = proofText({
    faults: [right('case-id')],
    variants: [],
    singleFieldFaults: [],
    rightValues: [],
  });
  expect(`\n${text}`).toBe(`
requirement  faults caught
case-id             1 of 1
all                 1 of 1

1 of 1 faults caught.
`);
});
