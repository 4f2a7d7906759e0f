import { describe, expect, it } from 'vitest';
import { bareRecord } from '../../../faults/catalogue/records.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { object, row, tableOf, text, yamlOf } from '../../support/yaml-rows.ts';

const sale = bareRecord('Sale');

type Row = readonly [finding: string, words: string, schema: string, value: object];
const rows = yamlOf(new URL('./findings.yaml', import.meta.url), tableOf(row(text, text, text, object)));
const longText: Row = [
  '/isUndervalue enum',
  "differs from 'yes' (trailing space)",
  ...(['Sale', { isUndervalue: `yes${' '.repeat(1000)}` }] as const),
];

describe('the one finding of a value says', () => {
  it.each([...Object.values(rows), longText])('%s: %s', (finding, words, schema, value) => {
    const [pointer, keyword] = finding.split(' ');
    const judged =
      schema === 'Sale'
        ? bundled.validate('CaseRecord', { ...sale, ...value })
        : bundled.validate(schema, value);
    expect(judged).toMatchObject([{ pointer, keyword, message: `${pointer} ${words}` }]);
  });

  it('is the record itself', () => {
    expect(bundled.validate('CaseRecord', [sale])).toEqual([
      { pointer: '', keyword: 'type', message: 'The value is an array instead of an object' },
    ]);
  });
});

describe('validate', () => {
  it('finds everything that is wrong, each thing once', () => {
    const record = { caseType: 'Sale', price: '1', location: { x: 1 }, buyers: [{}, { buyerType: 'x' }, 3] };
    expect(
      bundled.validate('CaseRecord', record).map(({ pointer, keyword }) => `${pointer} ${keyword}`),
    ).toEqual([
      '/caseId required',
      '/location/x additionalProperties',
      '/price type',
      '/buyers/1/buyerType enum',
      '/buyers/2 type',
    ]);
  });

  it('finds once what several parts of a schema say', () => {
    expect(bundled.validate('Transfer', []).map(({ pointer, keyword }) => `${pointer} ${keyword}`)).toEqual([
      ' type',
    ]);
  });

  it('judges a form by its own edition alone', () => {
    const pointers = (type: string) =>
      bundled
        .validate('CaseRecord', { ...sale, TA6: { type, isRadon: 1, broadbandConnected: 1 } })
        .map(({ pointer }) => pointer);
    expect(pointers('TA6_4th')).toEqual(['/TA6/isRadon']);
    expect(pointers('TA6_5th')).toEqual(['/TA6/broadbandConnected']);
    expect(pointers('TA6_6th')).toEqual([]);
  });

  it('judges what a refusal is', () => {
    expect(bundled.validate('Error', { message: '', code: 1 })).toEqual([]);
    expect(bundled.validate('Error', { message: null })).toHaveLength(1);
    expect(bundled.validate('Error', {})).toHaveLength(1);
  });

  it('is refused a name that the description does not have', () => {
    expect(() => bundled.validate('CaseFile', {})).toThrow("The description has no schema named 'CaseFile'.");
  });

  it('quotes nothing that could be personal', () => {
    const secret = 'Ann Example, 14 Lapwing Close';
    const values: unknown[] = [secret, [secret], { [secret]: secret }];
    const names = `caseId caseType reference address price isUndervalue estateAgentInstructed estateAgentEmail
      desiredCompletionDate buyers TA6 TA7`.split(/\s+/);
    const messages = names.flatMap((name) =>
      values.flatMap((value) => bundled.validate('CaseRecord', { ...sale, [name]: value })),
    );
    expect(new Set(messages.map(({ pointer }) => pointer.split('/')[1]))).toEqual(new Set(names));
    expect(messages.filter(({ message }) => message.includes('Ann'))).toEqual([]);
  });
});
