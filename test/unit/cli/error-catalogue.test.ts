import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { programMeanings } from '../../../src/cli/program-failure.ts';
import { failureCodes } from '../../../src/index.ts';

const root = new URL('../../../src/', import.meta.url);
const thrown = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({
    isOfProgram: file.startsWith('cli/'),
    codes: readFileSync(new URL(file, root), 'utf8').match(/(?<=new (Program)?Failure\(\s*')[A-Z_]+/g) ?? [],
  }));
const codesOf = (isOfProgram: boolean) =>
  thrown.filter((file) => file.isOfProgram === isOfProgram).flatMap(({ codes }) => codes);

test('the program alone fails with the codes of the program, and the library with those that it lists', () => {
  const ofLibrary = new Set<string>(failureCodes);
  expect(codesOf(false).filter((code) => !ofLibrary.has(code))).toEqual([]);
  const ofProgram = Object.keys(programMeanings).filter((code) => ofLibrary.has(code));
  expect(ofProgram).toEqual([]);
  const onlyOfProgram = new Set(codesOf(true).filter((code) => !codesOf(false).includes(code)));
  expect(failureCodes.filter((code) => onlyOfProgram.has(code))).toEqual([]);
});
