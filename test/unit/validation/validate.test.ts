import { describe, expect, it } from 'vitest';
import { bareRecord } from '../../../faults/catalogue/records.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const sale = bareRecord('Sale');
const without = (name: string) => Object.fromEntries(Object.entries(sale).filter(([key]) => key !== name));

const answers = "not one of 'yes', 'no'";
const shapes = "not one of 'Sale', 'Purchase', 'Remortgage', 'Transfer'";
const statuses = "not one of 'Active', 'Closed', 'Invited', 'NotInvited', 'SendFailed'";
const location = 'is not allowed: only latitude and longitude are';
const pattern = 'does not match the pattern ^\\+?[1-9][0-9]{1,14}$';
const date = 'is not written YYYY-MM-DD';
const desiredCompletionDate = '31/01/2025';

const saleWith = (fields: object) => ['CaseRecord', { ...sale, ...fields }] as const;
const ta6 = (fields: object) => saleWith({ TA6: fields });
const isUndervalue = (value: unknown) => saleWith({ isUndervalue: value });

describe('the one finding of a value says', () => {
  it.each<[finding: string, words: string, judged: readonly [schema: string, value: unknown]]>([
    ['/TA6/type required', 'is missing', ta6({})],
    ['/TA6/type enum', "is not one of 'TA6_4th', 'TA6_5th', 'TA6_6th'", ta6({ type: 'TA7_3rd' })],
    [
      '/TA6/floodingType/1 type',
      'is a number instead of a string',
      ta6({ type: 'TA6_4th', floodingType: ['river', 7] }),
    ],
    [
      '/location/altitude additionalProperties',
      location,
      saleWith({ location: { latitude: 51, altitude: 3 } }),
    ],
    ['/location/a~1b~0c additionalProperties', location, saleWith({ location: { 'a/b~c': 1 } })],
    ['/caseType enum', `is ${shapes}`, saleWith({ caseType: 'Equity release' })],
    ['/caseType enum', "is 'SALE' instead of 'Sale' (other letter case)", saleWith({ caseType: 'SALE' })],
    [
      '/caseType enum',
      "is 'Transfe' instead of 'Transfer' (the end missing)",
      saleWith({ caseType: 'Transfe' }),
    ],
    [
      '/caseType enum',
      "is 'Transfers' instead of 'Transfer' (a last character too many)",
      saleWith({ caseType: 'Transfers' }),
    ],
    ['/caseType enum', `is null, ${shapes}`, saleWith({ caseType: null })],
    ['/caseType required', 'is missing', ['CaseRecord', {}]],
    ['/caseId required', 'is missing', ['CaseRecord', without('caseId')]],
    ['/caseId format', 'is not a UUID', saleWith({ caseId: '7' })],
    ['/price type', 'is a string instead of a number', saleWith({ price: '1' })],
    ['/address type', 'is null instead of an object', saleWith({ address: null })],
    ['/isUndervalue enum', `is ${answers}`, isUndervalue('perhaps')],
    [
      '/isUndervalue enum',
      "is ' Yes' instead of 'yes' (leading space, other letter case)",
      isUndervalue(' Yes'),
    ],
    ['/isUndervalue enum', "differs from 'yes' (trailing space)", isUndervalue('yes\n')],
    ['/isUndervalue enum', "differs from 'yes' (trailing space)", isUndervalue(`yes${' '.repeat(1000)}`)],
    ['/isUndervalue enum', "is 'y-es' instead of 'yes' (other separators)", isUndervalue('y-es')],
    ['/isUndervalue enum', `is true, ${answers}`, isUndervalue(true)],
    ['/isUndervalue enum', `is 'N/A', ${answers}`, isUndervalue('N/A')],
    // A long number may be a telephone number, so it is not quoted.
    ['/isUndervalue enum', `is a number, ${answers}`, isUndervalue(447700900123)],
    ['/desiredCompletionDate format', date, saleWith({ desiredCompletionDate })],
    ['/estateAgentEmail format', 'is not an e-mail address', saleWith({ estateAgentEmail: 'Ann' })],
    ['/type enum', "is 'ta6_6TH' instead of 'TA6_6th' (other letter case)", ['TA6_6th', { type: 'ta6_6TH' }]],
    ['/telephoneNumber pattern', pattern, ['Client', { telephoneNumber: '020 7946' }]],
    [
      '/communicationPreferences/sms type',
      'is a string instead of a boolean',
      ['Client', { communicationPreferences: { sms: 'yes' } }],
    ],
    ['/status enum', `is 6, ${statuses}`, ['Client', { status: 6 }]],
  ])('%s: %s', (finding, words, [schema, value]) => {
    const [pointer, keyword] = finding.split(' ');
    expect(bundled.validate(schema, value)).toMatchObject([
      { pointer, keyword, message: `${pointer} ${words}` },
    ]);
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
