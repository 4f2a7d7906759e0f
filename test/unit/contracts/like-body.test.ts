import { Matchers } from '@pact-foundation/pact';
import { describe, expect, test } from 'vitest';
import { likeBody } from '../../../contracts/like-body.ts';

const like = (value: unknown): unknown => ({ 'pact:matcher:type': 'type', value });
const listLike = (element: unknown): unknown => ({ 'pact:matcher:type': 'type', min: 0, value: [element] });
const matching = (regex: string, value: string): unknown => ({ 'pact:matcher:type': 'regex', regex, value });

const base = { caseId: 'B9F4BE45-dd26-4c90-9af8-d1bfbe64e1f5', caseType: 'Sale' };
const uuid = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

function likeSale(fields: object): unknown {
  const {
    caseId: _id,
    caseType: _type,
    ...rest
  } = likeBody({ ...base, ...fields }, 'CaseRecord') as typeof base;
  return rest;
}

describe('of a body, what is specified is demanded', () => {
  test('an identifier in any case of letters, and the type that chooses the shape as it is', () => {
    expect(likeBody(base, 'CaseRecord')).toEqual({ caseId: matching(uuid, base.caseId), caseType: 'Sale' });
  });

  test.each<[string, object, object]>([
    ['a text', { reference: '' }, { reference: like('') }],
    ['an e-mail address', { estateAgentEmail: 'a@b.example' }, { estateAgentEmail: like('a@b.example') }],
    [
      'a date',
      { imposedCompletionDate: '2025-08-15' },
      { imposedCompletionDate: matching('^[0-9]{4}-[0-9]{2}-[0-9]{2}$', '2025-08-15') },
    ],
    ['a number, whole or not', { price: 1 }, { price: { 'pact:matcher:type': 'number', value: 1 } }],
    ['one of several values', { isUndervalue: 'no' }, { isUndervalue: matching('^(?:yes|no)$', 'no') }],
    ['an object of which nothing is specified', { address: { line_1: 'x' } }, { address: like({}) }],
    [
      'an edition of a form, and what is specified of it',
      { TA6: { type: 'TA6_4th', listingGrade: 'grade II*', epcUpload: [1], alterationsMade: ['a', 'b'] } },
      {
        TA6: {
          type: 'TA6_4th',
          listingGrade: matching('^(?:grade I|grade II\\*|grade II)$', 'grade II*'),
          alterationsMade: listLike(like('a')),
        },
      },
    ],
    [
      'an edition of which nothing else is specified',
      { TA7: { type: 'TA7_5th', rent: 1 } },
      { TA7: { type: 'TA7_5th' } },
    ],
    [
      'of a list, what all its elements show',
      {
        buyers: [
          { buyerType: 'individual', buyerName: { title: 'Dr', surname: 'A' } },
          { buyerType: 'individual', buyerName: { firstName: 'C', surname: 'B' }, buyerCompanyName: 'D' },
        ],
      },
      {
        buyers: listLike({
          buyerType: matching('^(?:individual|company)$', 'individual'),
          buyerName: { surname: like('A') },
        }),
      },
    ],
  ])('%s', (_what, fields, matchers) => {
    expect(likeSale(fields)).toEqual(matchers);
  });

  test('a truth value', () => {
    const preferences = likeBody({ communicationPreferences: { email: false } }, 'Client');
    expect(preferences).toEqual({ communicationPreferences: { email: like(false) } });
  });

  test('a telephone number, which must also be a text', () => {
    expect(likeBody({ telephoneNumber: '+447700900312' }, 'Client')).toEqual({
      telephoneNumber: {
        'pact:matcher:type': [
          { 'pact:matcher:type': 'regex', regex: '^\\+?[1-9][0-9]{1,14}$' },
          { 'pact:matcher:type': 'type' },
        ],
        value: '+447700900312',
      },
    });
  });
});

test('what the documents leave open, or do not list, is not demanded', () => {
  expect(likeSale({ TA9: { type: 'TA9' }, EnquiryForms: [], colour: 'red' })).toEqual({});
});

test('the example is made of the body', () => {
  const record = { ...base, price: 1.5, buyers: [{ buyerType: 'company' }] };
  expect(Matchers.reify(likeBody(record, 'CaseRecord'))).toEqual(record);
});

test('an empty list is no example', () => {
  expect(() => likeSale({ buyers: [] })).toThrow(
    new Error('An empty list does not show what its elements are like.'),
  );
});

test('an example of no branch is no example', () => {
  expect(() => likeSale({ TA6: { type: 'TA6' } })).toThrow(
    new Error('The example has no type of TA6_4th, TA6_5th, TA6_6th.'),
  );
});
