import { describe, expect, test } from 'vitest';
import { kindOfSchema } from '../../../src/schema/kinds.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { type Difference, differences } from '../../../src/verification/record-differences.ts';

const kind = kindOfSchema(bundled.schemaNamed('CaseRecord'));
const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const base = { caseId, caseType: 'Sale' };

function between(setUp: object, shown: object): Difference[] {
  return differences(kind, { ...base, ...setUp }, { ...base, ...shown });
}

const individual = (surname: string): object => ({ buyerType: 'individual', buyerName: { surname } });
const company = (name: string): object => ({ buyerType: 'company', buyerCompanyName: name });
const ta6 = (members: object): object => ({ TA6: { type: 'TA6_4th', ...members } });
const flooded = (...floodingType: string[]): object => ta6({ floodingType });
const agent = (estateAgentName: unknown): object => ({ estateAgentName });
const email = (estateAgentEmail: string): object => ({ estateAgentEmail });
const sold = (...buyers: object[]): object => ({ buyers });
const nobody = { buyerType: 'company' };
const reached = { ...company('B'), buyerEmail: 'b@c.example' };
const here = { latitude: 1, longitude: 2 };
const purchase = { caseType: 'Purchase' };

test.each<[setUp: object, shown: object]>([
  [
    { price: 1, ...agent('Quick') },
    { ...agent('Quick'), price: 1 },
  ],
  // The shown record has additional members. Those of `location` are judged elsewhere.
  [{ price: 1 }, { price: 1, internal: { a: 1 }, ...agent('Quick') }],
  [ta6({ isKeys: 'yes' }), ta6({ isKeys: 'yes', isPool: 'yes', note: 1 })],
  [{ location: here }, { location: { ...here, altitude: 3 } }],
  // The records differ in fields that the documents leave open, or do not list for the shape.
  [{ TA9: { a: 1 } }, { TA9: 'b' }],
  [{ address: { line_1: 'a' } }, { address: { postcode: 'b' } }],
  [{ TA9: { a: 1 } }, {}],
  [ta6({ epcUpload: { file: 'a' } }), ta6({})],
  [{ ...purchase, ...ta6({ isKeys: 'yes' }) }, purchase],
  // The shown record lacks members and elements that are empty.
  [agent(''), {}],
  [{ buyers: [] }, {}],
  [sold({ buyerName: {} }), {}],
  [sold({ buyerName: { title: '', surname: '' } }), {}],
  [sold({ buyerName: { title: '', surname: 'A' } }), sold({ buyerName: { surname: 'A' } })],
  [sold({}, individual('A'), { buyerName: { title: '' } }), sold(individual('A'))],
  // The elements are in another order. One of them may have all members of another, and more.
  [sold(individual('A'), company('B')), sold(company('B'), individual('A'))],
  [sold(nobody, company('B')), sold(company('B'), nobody)],
  [sold(nobody, company('B'), reached), sold(reached, company('B'), nobody)],
  [flooded('a', 'b', 'a'), flooded('a', 'a', 'b')],
  // A UUID or a domain is in another letter case, or a number has another notation.
  [{ caseId: caseId.toLowerCase() }, { caseId: caseId.toUpperCase() }],
  [email('A@acme.example'), email('A@ACME.Example')],
  [{ price: 1 }, JSON.parse('{"price":1.0}')],
  [{ price: 1000 }, JSON.parse('{"price":1e3}')],
  [{ price: 0 }, JSON.parse('{"price":-0.0}')],
])('there is no difference between %j and %j', (setUp, shown) => {
  expect(between(setUp, shown)).toEqual([]);
});

describe('what is a difference', () => {
  const as = (pointer: string, other: string, kind: Difference['kind'] = 'type'): Difference => ({
    pointer,
    kind,
    message: expect.stringContaining(
      `${pointer} is not shown as it was set up${other === 'another string' ? ': it ' : `, but as ${other}`}`,
    ),
  });
  const asAnother = (pointer: string, kindOfOther = 'string'): Difference =>
    as(pointer, `another ${kindOfOther}`, 'altered');
  const missing = (pointer: string): Difference => ({
    pointer,
    message: `${pointer} was set up, but is not shown`,
    kind: 'absent',
  });
  const ofAnotherLength: Difference = {
    pointer: '/buyers',
    message: '/buyers is not shown with as many elements as it was set up with',
    kind: 'count',
  };

  test.each<[setUp: object, shown: object, ...differences: Difference[]]>([
    [agent('Quick'), agent('quick'), asAnother('/estateAgentName')],
    [agent('Quick'), agent('Quick '), asAnother('/estateAgentName')],
    [agent(''), agent('Quick'), asAnother('/estateAgentName')],
    [agent('Quick'), agent(null), as('/estateAgentName', 'null')],
    [agent('Quick'), {}, missing('/estateAgentName')],
    [{ isOfferAccepted: 'Yes' }, { isOfferAccepted: 'No' }, asAnother('/isOfferAccepted')],
    [{ price: 1 }, { price: 2 }, asAnother('/price', 'number')],
    [{ price: 1 }, { price: '1' }, as('/price', 'a string')],
    [{ price: 0 }, {}, missing('/price')],
    [{}, { caseId: caseId.replace('3', '4') }, asAnother('/caseId')],
    [{}, { caseId: 7 }, as('/caseId', 'a number')],
    // The local part of an e-mail address is case-sensitive.
    [email('A@acme.example'), email('a@acme.example'), asAnother('/estateAgentEmail')],
    [email('A@acme.example'), email('A@acme.test'), asAnother('/estateAgentEmail')],
    [ta6({ isKeys: 'yes' }), { TA6: [] }, as('/TA6', 'an array')],
    [ta6({ isKeys: 'yes' }), {}, missing('/TA6')],
    [ta6({ isKeys: 'yes' }), ta6({ type: 'TA6_5th', isKeys: 'yes' }), asAnother('/TA6/type')],
    [sold(company('A')), { buyers: { 0: company('A') } }, as('/buyers', 'an object')],
    [
      sold(individual('A')),
      sold({ ...individual('A'), buyerType: 'company' }),
      asAnother('/buyers/0/buyerType'),
    ],
    [
      sold(individual('A'), individual('B')),
      sold(individual('A'), individual('C')),
      asAnother('/buyers/1/buyerName/surname'),
    ],
    [sold(company('A'), company('B')), sold(company('A')), ofAnotherLength],
    [sold(company('A')), sold(company('A'), company('B')), ofAnotherLength],
    [flooded('a', 'b', 'b'), flooded('a', 'a', 'b'), asAnother('/TA6/floodingType/1')],
    [
      { price: 1, ...agent('Quick') },
      { price: 2 },
      ...[asAnother('/price', 'number'), missing('/estateAgentName')],
    ],
  ])('%j and %j', (setUp, shown, ...expected) => {
    expect(between(setUp, shown)).toEqual(expected);
  });

  test.each<[string, unknown, string]>([
    ['null', null, 'null'],
    ['a text', 'record', 'a string'],
    ['a list', [base], 'an array'],
  ])('%s in place of the record', (_, shown, words) => {
    expect(differences(kind, base, shown)).toEqual([
      { pointer: '', message: `The record is not shown as it was set up, but as ${words}`, kind: 'type' },
    ]);
  });
});

test('neither what was set up is told nor what is shown in place of it', () => {
  const marker = 'Perdita Quillfeather';
  const setUp = {
    ...ta6({ isKeys: 'yes', floodingType: ['a'] }),
    price: 1,
    estateAgentName: `${marker} the first`,
    estateAgentEmail: `"${marker}"@b.example`,
  };
  const shown = {
    TA6: marker,
    price: marker,
    estateAgentName: { [marker]: marker },
    estateAgentEmail: [marker],
    [marker]: 1,
  };
  const found = between(setUp, shown);
  expect(found.map(({ pointer }) => pointer)).toHaveLength(4);
  expect(JSON.stringify(found)).not.toContain(marker);
});
