import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { subjectsWith } from '../../../proof/proof.ts';
import { checksOf } from '../../../src/checks/all.ts';
import { proveSuite } from '../../../src/cli/commands/doctor.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { call, refusal } from './support.ts';

test('doctor shows that every fault is caught and every correct service passed', async () => {
  const only = ['description-served', 'Sale 2.2 /price '];
  const { status, stdout, stderr } = await call(['doctor', ...only.flatMap((text) => ['--only', text])]);
  expect(status).toBe(0);
  const { faults, variants, singleFieldFaults, rightValues } = subjectsWith(...only);
  const all = faults.length + variants.length + singleFieldFaults.length + rightValues.length;
  // Without a terminal, a line is printed for each tenth. Up to eleven subjects end together, so some tenths have no
  // line.
  const ended = [...stderr.matchAll(/^Proving the suite: (\d+) of (\d+) subjects$/gm)];
  const tenths = ended.map(([, count, of]) => Math.floor((Number(count) * 10) / Number(of)));
  expect(tenths.length).toBeGreaterThan(3);
  expect(tenths).toEqual([...new Set(tenths)]);
  expect(ended.at(-1)?.[0]).toBe(`Proving the suite: ${all} of ${all} subjects`);
  const sums = [
    `${faults.length} of ${faults.length} faults caught`,
    `${variants.length} of ${variants.length} variants passed`,
    '11 of 11 single-field faults caught',
    '7 of 7 right values passed',
  ];
  expect(stdout).toMatch(new RegExp(`^requirement .*\n\n${sums.join(', ')}\\.\n$`, 's'));
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
  const message =
    "Nothing has 'nonsense' in its id, title, requirement or field. docs/faults.md lists them all. [NOTHING_SELECTED]";
  expect(await call(['doctor', '--only', 'nonsense'])).toEqual(refusal(message));
});
