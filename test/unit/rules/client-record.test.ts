import { describe, expect, it } from 'vitest';
import {
  changeableFields,
  changedFields,
  isSame,
  recordIn,
  shows,
} from '../../../src/rules/client-record.ts';
import { isRestored, lostFields, restorable } from '../../../src/rules/restorable.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const address = {
  line_1: '18 Whitehall Wharf',
  line_2: '',
  line_3: '',
  post_town: 'Leeds',
  county: 'West Yorkshire',
  postcode: 'LS11 5ZR',
  uprn: '72079313',
};

it('The lists of fields are those of the documents', () => {
  expect(changeableFields(bundled)).toEqual([
    ...['title', 'firstName', 'lastName', 'emailAddress', 'companyName', 'telephoneNumber', 'address'],
  ]);
  expect(bundled.fieldsOf('Client')).toHaveLength(18);
  expect(bundled.fieldsOf('Address')).toEqual(Object.keys(address));
});

describe('the record in an answer', () => {
  const json = (value: unknown) => ({ kind: 'json', value }) as const;

  it.each<[number, unknown, boolean]>([
    ...[200, 201, 299].map((status): [number, unknown, boolean] => [status, { id: 1 }, true]),
    ...[199, 300, 400, 500].map((status): [number, unknown, boolean] => [status, { id: 1 }, false]),
    ...[[], 'Sample', null, 5].map((value): [number, unknown, boolean] => [200, value, false]),
  ])('is its body under a status of success: %i %j', (status, value, isRecord) => {
    expect(recordIn({ status, body: json(value) })).toEqual(isRecord ? value : undefined);
  });
});

it('A field is shown where it is neither absent nor null', () => {
  const record = { title: '', firstName: null };
  expect(['title', 'firstName', 'lastName'].filter((field) => shows(record, field))).toEqual(['title']);
});

describe('two records show', () => {
  const phone = 'telephoneNumber';
  const one = 'https://a/1';

  it.each<[isTheSame: boolean, of: string, field: string, one: unknown, other: unknown]>([
    [true, 'a field that neither shows', 'dob', undefined, null],
    [true, 'a text', 'title', 'Dr', 'Dr'],
    [true, 'an image with two signatures', 'avatarUrl', `${one}?s=2`, `${one}?s=3`],
    [true, 'a number with and without its plus sign', phone, '+4420', '4420'],
    [true, 'another number likewise', 'altTelephoneNumber', '+4420', '4420'],
    [
      true,
      'an address with a domain in another case',
      'emailAddress',
      '"K@m"@Example.COM',
      '"K@m"@example.com',
    ],
    [true, 'further preferences', 'communicationPreferences', { email: true }, { email: true, updatedAt: 5 }],
    [
      true,
      'an address with further members and empty lines',
      'address',
      { line_1: 'A', line_2: '' },
      { line_1: 'A', line_3: null, country: 'GB' },
    ],
    [false, 'a field that one does not show', 'dob', undefined, '1974-05-08'],
    [false, 'an empty text and none', 'middleName', '', undefined],
    [false, 'a text in another case', 'title', 'Dr', 'DR'],
    [false, 'a local part in another case', 'emailAddress', 'Kim@Example.COM', 'kim@example.com'],
    [false, 'an image at two addresses', 'avatarUrl', one, 'https://a/2'],
    [false, 'an image that is gone', 'avatarUrl', one, undefined],
    [false, 'an image that is emptied', 'avatarUrl', one, ''],
    [false, 'a plus sign of a name', 'title', '+Dr', 'Dr'],
    [false, 'a plus sign within a number', phone, '44+20', '4420'],
    [false, 'a number and a text', phone, 4420, '4420'],
    [false, 'a number in another form', phone, '+4420', '+44 20'],
    [false, 'a preference', 'communicationPreferences', { sms: false }, {}],
    [false, 'a line of an address', 'address', { line_1: 'A' }, { line_1: 'a' }],
    [false, 'an address that is gone', 'address', { line_1: 'A' }, undefined],
  ])('the same (%s) of %s', (isTheSame, _, field, ...values) => {
    const [first = {}, second = {}] = values.map((value) => (value === undefined ? {} : { [field]: value }));
    expect(isSame(bundled, field, first, second)).toBe(isTheSame);
    expect(isSame(bundled, field, second, first)).toBe(isTheSame);
  });
});

it('What changed is named in the order of the description, and what the documents do not list is not', () => {
  const before = { title: 'Dr', status: 'Active', version: 1, dob: '1974-05-08' };
  const after = { title: 'Dr', status: 'Closed', version: 2, lastName: 'Sample' };
  expect(changedFields(bundled, before, after)).toEqual(['lastName', 'status', 'dob']);
});

describe('what can be put back', () => {
  it('is what can be changed and is shown', () => {
    const own = {
      title: 'Mrs',
      firstName: 'Rosalind',
      lastName: "O'Neill-Ñandú",
      emailAddress: 'rosalind@example.com',
      companyName: 'Sample',
      telephoneNumber: '+447700900147',
      address,
    };
    const id = '99a439b3-87fb-4bda-bded-98a31048f0e0';
    expect(restorable(bundled, { id, ...own, status: 'Active', dob: '1974-05-08' })).toEqual(own);
  });

  it.each([
    ['nothing', { title: null }],
    ['an empty text, which may be shown for none', { companyName: '' }],
    ['a value that breaks the description', { title: 4, emailAddress: 'none' }],
    ['a text with space around it, which may be trimmed', { lastName: ' Sample' }],
    ['a text with control characters, which may be taken out', { lastName: 'Sam\u0007ple' }],
    ['a number without its plus sign', { telephoneNumber: '447700900147' }],
    ['an address with a line less', { address: { line_1: '18 Whitehall Wharf', postcode: 'LS11 5ZR' } }],
    ['an address with more than its lines', { address: { ...address, country: 'GB' } }],
    [
      'an address of empty lines',
      { address: Object.fromEntries(bundled.fieldsOf('Address').map((line) => [line, ''])) },
    ],
    ['an address with space around a line', { address: { ...address, line_1: 'A ' } }],
  ])('is not %s', (_, record) => {
    expect(restorable(bundled, record)).toEqual({});
  });
});

it('What is lost is what is shown otherwise, and cannot be put back', () => {
  const record = { title: 'Mrs', companyName: '', status: 'Active', dob: '1974-05-08' };
  const shown = { title: 'Dr', companyName: 'Sample', status: 'Closed', dob: '1974-05-08', address };
  expect(lostFields(bundled, record, shown)).toEqual(['status', 'companyName', 'address']);
});

it.each([
  ['+4420', '4420', false, false],
  ['+4420', '4420', true, true],
  ['+4420', '+4420', false, true],
  ['+4420', '+4421', true, false],
])(
  'A number %s that is shown as %s, of a client that is disposable (%s), is restored: %s',
  (was, is, isDisposable, expected) => {
    const [original, shown] = [{ telephoneNumber: was }, { telephoneNumber: is }];
    expect(isRestored(bundled, 'telephoneNumber', original, shown, isDisposable)).toBe(expected);
  },
);
