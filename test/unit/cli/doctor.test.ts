import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { checksOf } from '../../../src/checks/all.ts';
import { proveSuite } from '../../../src/cli/commands/doctor.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { call, refusal } from './support.ts';

test('doctor shows that every fault is caught and every variant passed', async () => {
  const { status, stdout, stderr } = await call(['doctor', '--only', 'description-served']);
  expect(status).toBe(0);
  // Where nobody can watch a line change, each tenth is a line.
  expect(stderr.split('\n')).toHaveLength(12);
  expect(stderr).toMatch(/\nProving the suite: 29 of 29 subjects\n$/);
  expect(`\n${stdout}`).toBe(`
requirement         faults caught  variants passed
description-served       19 of 19         10 of 10
all                      19 of 19         10 of 10

19 of 19 faults caught, 10 of 10 variants passed.
`);
});

test('doctor shows that every single-field fault is caught and every right value passed', async () => {
  const { status, stdout } = await call(['doctor', '--only', 'Sale 2.2 /price ']);
  expect(status).toBe(0);
  expect(`\n${stdout}`).toBe(`
table of the documents  single-field faults caught  right values passed
Sale 2.2                                  11 of 11               7 of 7
all                                       11 of 11               7 of 7

11 of 11 single-field faults caught, 7 of 7 right values passed.
`);
});

test('doctor ends with 1 where a fault is missed, and says which', async () => {
  const checks = checksOf(bundled).filter(({ id }) => id !== 'getCaseData.Sale.case-type');
  const terminal = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
  const status = await proveSuite(['type-missing'], checks, { ...terminal, environment: {} });
  terminal.output.end();
  expect(status).toBe(1);
  expect(`\n${await text(terminal.output)}`).toBe(`
requirement  faults caught
case-type           0 of 1
all                 0 of 1

✗ fault not caught: type-missing: caseType is missing
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
  expect(await proveSuite(['type-missing'], checksOf(bundled), terminal)).toBe(0);
  errors.end();
  expect(await text(errors)).toContain('Proving the suite');
});

test('doctor needs something to show it with', async () => {
  expect(await call(['doctor', '--only', 'nonsense'])).toEqual(
    refusal(
      "Nothing has 'nonsense' in its id, title, requirement or field. docs/faults.md lists them all. [NOTHING_SELECTED]",
    ),
  );
});
