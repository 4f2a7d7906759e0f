import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { allChecks } from '../../../src/checks/all.ts';
import { proveSuite } from '../../../src/cli/commands/doctor.ts';
import { call } from './support.ts';

test('doctor shows that every fault is caught and every variant passed', async () => {
  const { status, stdout, stderr } = await call(['doctor', '--only', 'case-price']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(`\n${stdout}`).toBe(`
requirement  faults caught  variants passed
case-price          5 of 5           5 of 5
all                 5 of 5           5 of 5

5 of 5 faults caught, 5 of 5 variants passed.
`);
});

test('doctor shows that every single-field fault is caught and every right value passed', async () => {
  const { status, stdout, stderr } = await call(['doctor', '--only', 'Sale 2.2 /price ']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(`\n${stdout}`).toBe(`
table of the catalogue  single-field faults caught  right values passed
Sale 2.2                                    9 of 9               7 of 7
all                                         9 of 9               7 of 7

9 of 9 single-field faults caught, 7 of 7 right values passed.
`);
});

test('doctor ends with 1 where a fault is missed, and says which', async () => {
  const checks = allChecks.filter(({ id }) => id !== 'getCaseData.Sale.case-price');
  const terminal = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
  const status = await proveSuite('price is null', checks, { ...terminal, environment: {} });
  terminal.output.end();
  expect(status).toBe(1);
  expect(`\n${await text(terminal.output)}`).toBe(`
requirement  faults caught
case-price          0 of 1
all                 0 of 1

✗ fault not caught: price-null: price is null
  No check of its statement finds it at its place.

0 of 1 faults caught.
`);
});

test('doctor shows how far it is where a person looks on', async () => {
  const errors = Object.assign(new PassThrough(), {
    isTTY: true,
    columns: 80,
    cursorTo: () => true,
    clearLine: () => true,
    moveCursor: () => true,
  });
  const terminal = { input: new PassThrough(), output: new PassThrough(), errors, environment: {} };
  expect(await proveSuite('price is null', allChecks, terminal)).toBe(0);
  errors.end();
  expect(await text(errors)).toContain('Proving the suite');
});

test('doctor needs something to show it with', async () => {
  expect(await call(['doctor', '--only', 'nonsense'])).toEqual({
    status: 2,
    stdout: '',
    stderr:
      "Nothing has 'nonsense' in its id, title, requirement or field. They stand in docs/faults.md. [NOTHING_SELECTED]\n",
  });
});
