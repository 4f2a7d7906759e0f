import { describe, expect, test } from 'vitest';
import { bundled } from '../../../src/specification/bundled.ts';
import { call, refusal } from './support.ts';

async function generated(...words: string[]) {
  const { status, stdout, stderr } = await call(['generate', ...words]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

const seeded = ['--seed', '7'];

describe('generate', () => {
  test('prints as many records as it is told, one a line', async () => {
    const records = await generated('--type', 'Sale', '--count', '40', ...seeded);
    expect(records).toHaveLength(40);
    expect(records.filter((record) => bundled.validate('CaseRecord', record).length > 0)).toEqual([]);
    expect(new Set(records.map(({ caseType }) => caseType))).toEqual(new Set(['Sale']));
  });

  test('says the seed where it chose one, aside from the records', async () => {
    const { stdout, stderr } = await call(['generate', '--type', 'Client', '--count', '2']);
    const [, seed = ''] = /^The same again: --seed (\d+)\n$/.exec(stderr) ?? [];
    const again = await call(['generate', '--type', 'Client', '--count', '2', '--seed', seed]);
    expect(again).toEqual({ status: 0, stdout, stderr: '' });
  });

  test('prints invalid records, each with its pointer and keyword', async () => {
    const lines = await generated('--type', 'Remortgage', '--invalid', '--count', '500', ...seeded);
    const places = lines.map(({ pointer, keyword }) => [{ pointer, keyword }]);
    const findings = lines.map(({ record }) =>
      bundled.validate('CaseRecord', record).map(({ pointer, keyword }) => ({ pointer, keyword })),
    );
    expect(findings).toEqual(places);
    expect(lines.map((line) => Object.keys(line))).toEqual(lines.map(() => ['record', 'pointer', 'keyword']));
  });

  test('gives each record every field on demand', async () => {
    const [one, other] = await generated('--type', 'Client', '--complete', '--count', '2', ...seeded);
    expect(Object.keys(one)).toEqual(bundled.fieldsOf('Client'));
    expect(Object.keys(other)).toEqual(Object.keys(one));
  });

  test.each([
    [
      ['--type', 'sale'],
      "There are no records of the type 'sale'. Give one of Sale, Purchase, Remortgage, Transfer, Client, ClientPatch, OrganisationPayload. [NAME_UNKNOWN]",
    ],
    [
      ['--type', 'Sale', '--edition', 'TA6_3rd'],
      "A Sale holds no form of the edition 'TA6_3rd'. Give one of TA6_4th, TA6_5th, TA6_6th, TA7_3rd, TA7_4th, TA7_5th. [NAME_UNKNOWN]",
    ],
    [
      ['--type', 'Purchase', '--edition', 'TA6_4th'],
      'A Purchase holds no form that has editions. Leave --edition out. [NAME_UNKNOWN]',
    ],
    [
      [],
      "The call is wrong: required option '--type <type>' not specified. See case-conformance generate --help. [CALL_NOT_UNDERSTOOD]",
    ],
    [
      ['--type', 'Sale', '--count', '0'],
      "The call is wrong: option '--count <number>' argument '0' is invalid. It must be at least 1. [CALL_NOT_UNDERSTOOD]",
    ],
  ])('refuses %j', async (words, message) => {
    expect(await call(['generate', ...words])).toEqual(refusal(`${message}`));
  });
});
