import { describe, expect, it } from 'vitest';
import { bareRecord } from '../../../faults/catalogue/records.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const sale = bareRecord('Sale');
const without = (name: string) => Object.fromEntries(Object.entries(sale).filter(([key]) => key !== name));

const answers = "must be one of 'yes', 'no'";
const shapes = "must be one of 'Sale', 'Purchase', 'Remortgage', 'Transfer'";
const editions = "must be one of 'TA6_4th', 'TA6_5th', 'TA6_6th'";

/** Expects one finding of a value, at a pointer and by a keyword, in these words. */
function expectOne(schema: string, value: unknown, finding: string, words: string): void {
  const [pointer, keyword] = finding.split(' ');
  expect(bundled.validate(schema, value)).toEqual([{ pointer, keyword, message: `${pointer} ${words}` }]);
}

describe('a finding says whole, of a value that', () => {
  it.each<[situation: string, fields: object, finding: string, words: string]>([
    ['is the missing tag of a form', { TA6: {} }, '/TA6/type required', 'must be present'],
    [
      'is not listed in a closed object',
      { location: { latitude: 51, altitude: 3 } },
      '/location/altitude additionalProperties',
      'must not be there: only latitude and longitude may',
    ],
    [
      'is a name with the signs of a pointer',
      { location: { 'a/b~c': 1 } },
      '/location/a~1b~0c additionalProperties',
      'must not be there: only latitude and longitude may',
    ],
    ['is an unknown tag', { caseType: 'Equity release' }, '/caseType enum', shapes],
    ['is nearly a tag', { caseType: 'SALE' }, '/caseType enum', `${shapes}, but is 'SALE' (other case)`],
    ['is a tag of another kind', { caseType: null }, '/caseType enum', `${shapes}, but is null`],
    ['is the tag of no edition', { TA6: { type: 'TA7_3rd' } }, '/TA6/type enum', editions],
    ['is of the wrong type', { price: '1' }, '/price type', 'must be a number, but is a string'],
    ['is null', { address: null }, '/address type', 'must be an object, but is null'],
    [
      'is an element',
      { TA6: { type: 'TA6_4th', floodingType: ['river', 7] } },
      '/TA6/floodingType/1 type',
      'must be a string, but is a number',
    ],
    ['is in no vocabulary', { isUndervalue: 'perhaps' }, '/isUndervalue enum', answers],
    [
      'is nearly in the vocabulary',
      { isUndervalue: ' Yes' },
      '/isUndervalue enum',
      `${answers}, but is ' Yes' (leading space, other case)`,
    ],
    [
      'is nearly in the vocabulary, but for line breaks',
      { isUndervalue: 'yes\n' },
      '/isUndervalue enum',
      `${answers}, but differs from 'yes' (trailing space)`,
    ],
    [
      'is nearly in the vocabulary, but for a thousand spaces',
      { isUndervalue: `yes${' '.repeat(1000)}` },
      '/isUndervalue enum',
      `${answers}, but differs from 'yes' (trailing space)`,
    ],
    [
      'is of another type than the vocabulary',
      { isUndervalue: true },
      '/isUndervalue enum',
      `${answers}, but is true`,
    ],
    [
      'is an answer of another vocabulary',
      { isUndervalue: 'N/A' },
      '/isUndervalue enum',
      `${answers}, but is 'N/A'`,
    ],
    [
      'is a number that may be one to call',
      { isUndervalue: 447700900123 },
      '/isUndervalue enum',
      `${answers}, but is a number`,
    ],
    [
      'is no date',
      { desiredCompletionDate: '31/01/2025' },
      '/desiredCompletionDate format',
      'must be a date of the calendar, written YYYY-MM-DD',
    ],
    ['is no UUID', { caseId: '7' }, '/caseId format', 'must be a UUID'],
    [
      'is no e-mail address',
      { estateAgentEmail: 'Ann' },
      '/estateAgentEmail format',
      'must be an e-mail address',
    ],
  ])('%s', (_, fields, finding, words) => {
    expectOne('CaseRecord', { ...sale, ...fields }, finding, words);
  });

  it.each<[situation: string, schema: string, value: unknown, finding: string, words: string]>([
    ['is missing', 'CaseRecord', without('caseId'), '/caseId required', 'must be present'],
    ['is the missing tag of a record', 'CaseRecord', {}, '/caseType required', 'must be present'],
    [
      'is not the constant',
      'TA6_6th',
      { type: 'ta6_6TH' },
      '/type enum',
      "must be 'TA6_6th', but is 'ta6_6TH' (other case)",
    ],
    [
      'does not match a pattern',
      'Client',
      { telephoneNumber: '020 7946' },
      '/telephoneNumber pattern',
      'must match pattern "^\\+?[1-9][0-9]{1,14}$"',
    ],
    [
      'is no boolean',
      'Client',
      { communicationPreferences: { sms: 'yes' } },
      '/communicationPreferences/sms type',
      'must be a boolean, but is a string',
    ],
    [
      'is a status of no client',
      'Client',
      { status: 6 },
      '/status enum',
      "must be one of 'Active', 'Closed', 'Invited', 'NotInvited', 'SendFailed', but is 6",
    ],
  ])('%s', (_, schema, value, finding, words) => {
    expectOne(schema, value, finding, words);
  });

  it('is the record itself', () => {
    expect(bundled.validate('CaseRecord', [sale])).toEqual([
      { pointer: '', keyword: 'type', message: 'The value must be an object, but is an array' },
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
