import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { checksOf } from '../../../src/checks/all.ts';
import { proveSuite } from '../../../src/cli/commands/doctor.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { call, refusal } from './support.ts';

test('doctor shows that every fault is caught and every correct service passed', async () => {
  const only = ['--only', 'description-served', '--only', 'Sale 2.2 /price '];
  const { status, stdout, stderr } = await call(['doctor', ...only]);
  expect(status).toBe(0);
  // Where nobody can watch a line change, each tenth is a line. A service holds up to eleven of the subjects.
  const ended = [...stderr.matchAll(/^Proving the suite: (\d+) of 42 subjects$/gm)].map(([, count]) => count);
  const tenths = ended.map((count) => Math.floor((Number(count) * 10) / 42));
  expect(tenths.length).toBeGreaterThan(5);
  expect(tenths).toEqual([...new Set(tenths)]);
  expect(stderr).toMatch(/^Proving the suite\n(.*\n)*Proving the suite: 42 of 42 subjects\n$/);
  expect(`\n${stdout}`).toBe(`
requirement         faults caught  variants passed
description-served       15 of 15           9 of 9
all                      15 of 15           9 of 9

table of the documents  single-field faults caught  right values passed
Sale 2.2                                  11 of 11               7 of 7
all                                       11 of 11               7 of 7

15 of 15 faults caught, 9 of 9 variants passed, 11 of 11 single-field faults caught, 7 of 7 right values passed.
`);
});

test('doctor ends with 1 where a fault is missed, and says which; a person sees how far it is', async () => {
  const checks = checksOf(bundled).filter(({ id }) => id !== 'getCaseData.Sale.case-type');
  const errors = Object.assign(new PassThrough(), {
    isTTY: true,
    columns: 80,
    cursorTo: () => true,
    clearLine: () => true,
    moveCursor: () => true,
  });
  const terminal = { input: new PassThrough(), output: new PassThrough(), errors, environment: {} };
  const status = await proveSuite(['type-missing'], checks, terminal);
  terminal.output.end();
  errors.end();
  expect(status).toBe(1);
  expect(await text(errors)).toContain('Proving the suite');
  expect(`\n${await text(terminal.output)}`).toBe(`
requirement  faults caught
case-type           0 of 1
all                 0 of 1

✗ fault not caught: type-missing: caseType is missing
  No check of its statement finds it at its place.

0 of 1 faults caught.
`);
});

test('doctor needs something to show it with', async () => {
  expect(await call(['doctor', '--only', 'nonsense'])).toEqual(
    refusal(
      "Nothing has 'nonsense' in its id, title, requirement or field. docs/faults.md lists them all. [NOTHING_SELECTED]",
    ),
  );
});
