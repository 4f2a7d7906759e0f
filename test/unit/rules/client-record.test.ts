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

describe('the lists of fields', () => {
  it('are those of the documents', () => {
    expect(changeableFields(bundled)).toEqual([
      'title',
      'firstName',
      'lastName',
      'emailAddress',
      'companyName',
      'telephoneNumber',
      'address',
    ]);
    expect(bundled.fieldsOf('Client')).toHaveLength(18);
    expect(bundled.fieldsOf('Address')).toEqual(Object.keys(address));
  });
});

describe('the record in an answer', () => {
  const json = (value: unknown) => ({ kind: 'json', value }) as const;

  it.each([200, 201, 299])('is its body under the status %i', (status) => {
    expect(recordIn({ status, body: json({ id: 1 }) })).toEqual({ id: 1 });
  });

  it.each([199, 300, 400, 500])('is none under the status %i', (status) => {
    expect(recordIn({ status, body: json({ id: 1 }) })).toBeUndefined();
  });

  it.each([[[]], ['Sample'], [null], [5]])('is none where the body is %j', (value) => {
    expect(recordIn({ status: 200, body: json(value) })).toBeUndefined();
  });

  it('is none where the body is deeper than could be kept', () => {
    const nested = (levels: number): unknown => (levels === 0 ? {} : { deeper: nested(levels - 1) });
    expect(recordIn({ status: 200, body: json(nested(99)) })).toBeDefined();
    expect(recordIn({ status: 200, body: json(nested(100)) })).toBeUndefined();
  });
});

describe('a field', () => {
  it('is shown where it is neither absent nor null', () => {
    const record = { title: '', firstName: null };
    expect(['title', 'firstName', 'lastName'].filter((field) => shows(record, field))).toEqual(['title']);
  });
});

describe('two records show the same of', () => {
  it.each([
    ['a field that neither shows', 'dob', {}, { dob: null }],
    ['a text', 'title', { title: 'Dr' }, { title: 'Dr' }],
    [
      'an image at two addresses',
      'avatarUrl',
      { avatarUrl: 'https://a/1' },
      { avatarUrl: 'https://b/2?s=3' },
    ],
    [
      'a number with and without its plus sign',
      'telephoneNumber',
      { telephoneNumber: '+4420' },
      { telephoneNumber: '4420' },
    ],
    [
      'another number likewise',
      'altTelephoneNumber',
      { altTelephoneNumber: '+4420' },
      { altTelephoneNumber: '4420' },
    ],
    [
      'an e-mail address whose domain is in another case',
      'emailAddress',
      { emailAddress: '"K@m"@Example.COM' },
      { emailAddress: '"K@m"@example.com' },
    ],
    [
      'preferences with further members',
      'communicationPreferences',
      { communicationPreferences: { email: true } },
      { communicationPreferences: { email: true, updatedAt: 5 } },
    ],
    [
      'an address with further members and empty lines',
      'address',
      { address: { line_1: 'A', line_2: '' } },
      { address: { line_1: 'A', line_3: null, country: 'GB' } },
    ],
  ])('%s', (_, field, one, other) => {
    expect([isSame(bundled, field, one, other), isSame(bundled, field, other, one)]).toEqual([true, true]);
  });
});

describe('two records do not show the same of', () => {
  it.each([
    ['a field that one does not show', 'dob', {}, { dob: '1974-05-08' }],
    ['an empty text and none', 'middleName', { middleName: '' }, {}],
    ['a text in another case', 'title', { title: 'Dr' }, { title: 'DR' }],
    [
      'an e-mail address in another case before its domain',
      'emailAddress',
      { emailAddress: 'Kim@Example.COM' },
      { emailAddress: 'kim@example.com' },
    ],
    ['an image that is gone', 'avatarUrl', { avatarUrl: 'https://a/1' }, {}],
    ['an image that is emptied', 'avatarUrl', { avatarUrl: 'https://a/1' }, { avatarUrl: '' }],
    ['a plus sign of a name', 'title', { title: '+Dr' }, { title: 'Dr' }],
    [
      'a plus sign within a number',
      'telephoneNumber',
      { telephoneNumber: '44+20' },
      { telephoneNumber: '4420' },
    ],
    ['a number and a text', 'telephoneNumber', { telephoneNumber: 4420 }, { telephoneNumber: '4420' }],
    [
      'a number in another form',
      'telephoneNumber',
      { telephoneNumber: '+4420' },
      { telephoneNumber: '+44 20' },
    ],
    [
      'a preference',
      'communicationPreferences',
      { communicationPreferences: { sms: false } },
      { communicationPreferences: {} },
    ],
    ['a line of an address', 'address', { address: { line_1: 'A' } }, { address: { line_1: 'a' } }],
    ['an address that is gone', 'address', { address: { line_1: 'A' } }, {}],
  ])('%s', (_, field, one, other) => {
    expect([isSame(bundled, field, one, other), isSame(bundled, field, other, one)]).toEqual([false, false]);
  });
});

it('What changed is named in the order of the description, and what the documents do not list is not', () => {
  const before = { title: 'Dr', status: 'Active', version: 1, dob: '1974-05-08' };
  const after = { title: 'Dr', status: 'Closed', version: 2, lastName: 'Sample' };
  expect(changedFields(bundled, before, after)).toEqual(['lastName', 'status', 'dob']);
});

describe('what can be put back', () => {
  it('is what can be changed and is shown', () => {
    const record = {
      id: '99a439b3-87fb-4bda-bded-98a31048f0e0',
      title: 'Mrs',
      firstName: 'Rosalind',
      lastName: "O'Neill-Ñandú",
      emailAddress: 'rosalind@example.com',
      companyName: 'Sample',
      telephoneNumber: '+447700900147',
      address,
      status: 'Active',
      dob: '1974-05-08',
    };
    expect(restorable(bundled, record)).toEqual({
      title: 'Mrs',
      firstName: 'Rosalind',
      lastName: "O'Neill-Ñandú",
      emailAddress: 'rosalind@example.com',
      companyName: 'Sample',
      telephoneNumber: '+447700900147',
      address,
    });
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
