import { describe, expect, test } from 'vitest';
import { kindOfSchema } from '../../../src/schema/kinds.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { type Difference, differences } from '../../../src/verification/record-differences.ts';

const kind = kindOfSchema(bundled.schemaNamed('CaseRecord'));
const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const base = { caseId, caseType: 'Sale' };

/** Where a record of the members that were set up is shown otherwise, with these. */
function between(setUp: object, shown: object): Difference[] {
  return differences(kind, { ...base, ...setUp }, { ...base, ...shown });
}

const individual = (surname: string): object => ({ buyerType: 'individual', buyerName: { surname } });
const company = (name: string): object => ({ buyerType: 'company', buyerCompanyName: name });
const ta6 = (members: object): object => ({ TA6: { type: 'TA6_4th', ...members } });

describe('what is no difference', () => {
  test.each<[string, object, object]>([
    ['the same', { price: 1, estateAgentName: 'Quick' }, { estateAgentName: 'Quick', price: 1 }],
    ['further members', { price: 1 }, { price: 1, internal: { a: 1 }, estateAgentName: 'Quick' }],
    ['further members of a form', ta6({ isKeys: 'yes' }), ta6({ isKeys: 'yes', isPool: 'yes', note: 1 })],
    [
      'further members of location, which are judged elsewhere',
      { location: { latitude: 1, longitude: 2 } },
      {
        location: { latitude: 1, longitude: 2, altitude: 3 },
      },
    ],
    ['an open member that is another', { TA9: { a: 1 } }, { TA9: 'b' }],
    ['what is open in a member', { address: { line_1: 'a' } }, { address: { postcode: 'b' } }],
    ['an open member that is not shown', { TA9: { a: 1 } }, {}],
    ['an open member of a form', ta6({ epcUpload: { file: 'a' } }), ta6({})],
    [
      'what is not listed for the shape',
      { caseType: 'Purchase', TA6: { type: 'TA6_4th', isKeys: 'yes' } },
      {
        caseType: 'Purchase',
      },
    ],
    ['an empty text that is not shown', { estateAgentName: '' }, {}],
    ['an empty list that is not shown', { buyers: [] }, {}],
    ['an empty object that is not shown', { buyers: [{ buyerName: {} }] }, {}],
    ['nothing but empty members, deep below', { buyers: [{ buyerName: { title: '', surname: '' } }] }, {}],
    [
      'an empty member of what is shown',
      { buyers: [{ buyerName: { title: '', surname: 'A' } }] },
      {
        buyers: [{ buyerName: { surname: 'A' } }],
      },
    ],
    [
      'empty elements that are not shown',
      { buyers: [{}, individual('A'), { buyerName: { title: '' } }] },
      {
        buyers: [individual('A')],
      },
    ],
    [
      'objects in another order',
      { buyers: [individual('A'), company('B')] },
      {
        buyers: [company('B'), individual('A')],
      },
    ],
    [
      'objects in another order, of which one holds what the other does, and more',
      { buyers: [{ buyerType: 'company' }, company('B')] },
      { buyers: [company('B'), { buyerType: 'company' }] },
    ],
    [
      'a chain of such objects',
      { buyers: [{ buyerType: 'company' }, company('B'), { ...company('B'), buyerEmail: 'b@c.example' }] },
      { buyers: [{ ...company('B'), buyerEmail: 'b@c.example' }, company('B'), { buyerType: 'company' }] },
    ],
    [
      'texts in another order',
      ta6({ floodingType: ['a', 'b', 'a'] }),
      ta6({ floodingType: ['a', 'a', 'b'] }),
    ],
    ['a UUID in another letter case', { caseId: caseId.toLowerCase() }, { caseId: caseId.toUpperCase() }],
    [
      'the domain of an e-mail address in another letter case',
      { estateAgentEmail: 'A@acme.example' },
      {
        estateAgentEmail: 'A@ACME.Example',
      },
    ],
    ['a number that is written in another way', { price: 1 }, JSON.parse('{"price":1.0}')],
    ['a number with an exponent', { price: 1000 }, JSON.parse('{"price":1e3}')],
    ['zero that is negative', { price: 0 }, JSON.parse('{"price":-0.0}')],
  ])('%s', (_, setUp, shown) => {
    expect(between(setUp, shown)).toEqual([]);
  });
});

describe('what is a difference', () => {
  const as = (pointer: string, other: string, kind: Difference['kind'] = 'type'): Difference => ({
    pointer,
    kind,
    message: `${pointer} is not shown as it was set up, but as ${other}`,
  });
  const asAnother = (pointer: string, kindOfOther = 'string'): Difference =>
    as(pointer, `another ${kindOfOther}`, 'altered');
  const missing = (pointer: string): Difference => ({
    pointer,
    message: `${pointer} was set up, but is not shown`,
    kind: 'absent',
  });

  const ofAnotherLength = (pointer: string): Difference => ({
    pointer,
    message: `${pointer} is not shown with as many elements as it was set up with`,
    kind: 'count',
  });

  test.each<[string, object, object, Difference[]]>([
    [
      'another text',
      { estateAgentName: 'Quick' },
      { estateAgentName: 'quick' },
      [asAnother('/estateAgentName')],
    ],
    [
      'a text with a space',
      { estateAgentName: 'Quick' },
      { estateAgentName: 'Quick ' },
      [asAnother('/estateAgentName')],
    ],
    [
      'an empty text that is shown as another',
      { estateAgentName: '' },
      { estateAgentName: 'Quick' },
      [asAnother('/estateAgentName')],
    ],
    [
      'another choice',
      { isOfferAccepted: 'Yes' },
      { isOfferAccepted: 'No' },
      [asAnother('/isOfferAccepted')],
    ],
    ['another number', { price: 1 }, { price: 2 }, [asAnother('/price', 'number')]],
    ['a number as a text', { price: 1 }, { price: '1' }, [as('/price', 'a string')]],
    ['a number that is zero, and not shown', { price: 0 }, {}, [missing('/price')]],
    ['a text that is not shown', { estateAgentName: 'Quick' }, {}, [missing('/estateAgentName')]],
    [
      'null in place of a text',
      { estateAgentName: 'Quick' },
      { estateAgentName: null },
      [as('/estateAgentName', 'null')],
    ],
    ['another UUID', {}, { caseId: caseId.replace('3', '4') }, [asAnother('/caseId')]],
    ['a UUID as a number', {}, { caseId: 7 }, [as('/caseId', 'a number')]],
    [
      'the local part of an e-mail address in another letter case',
      { estateAgentEmail: 'A@acme.example' },
      {
        estateAgentEmail: 'a@acme.example',
      },
      [asAnother('/estateAgentEmail')],
    ],
    [
      'another domain',
      { estateAgentEmail: 'A@acme.example' },
      { estateAgentEmail: 'A@acme.test' },
      [asAnother('/estateAgentEmail')],
    ],
    ['a list in place of an object', ta6({ isKeys: 'yes' }), { TA6: [] }, [as('/TA6', 'an array')]],
    [
      'an object in place of a list',
      { buyers: [company('A')] },
      { buyers: { 0: company('A') } },
      [as('/buyers', 'an object')],
    ],
    ['a form that is not shown', ta6({ isKeys: 'yes' }), {}, [missing('/TA6')]],
    [
      'another edition',
      ta6({ isKeys: 'yes' }),
      { TA6: { type: 'TA6_5th', isKeys: 'yes' } },
      [asAnother('/TA6/type')],
    ],
    [
      'another type of buyer',
      { buyers: [individual('A')] },
      { buyers: [{ ...individual('A'), buyerType: 'company' }] },
      [asAnother('/buyers/0/buyerType')],
    ],
    [
      'a member deep below',
      { buyers: [individual('A'), individual('B')] },
      { buyers: [individual('A'), individual('C')] },
      [asAnother('/buyers/1/buyerName/surname')],
    ],
    [
      'a shorter list',
      { buyers: [company('A'), company('B')] },
      { buyers: [company('A')] },
      [ofAnotherLength('/buyers')],
    ],
    [
      'a longer list',
      { buyers: [company('A')] },
      { buyers: [company('A'), company('B')] },
      [ofAnotherLength('/buyers')],
    ],
    [
      'one of two that are the same, twice',
      ta6({ floodingType: ['a', 'b', 'b'] }),
      ta6({ floodingType: ['a', 'a', 'b'] }),
      [asAnother('/TA6/floodingType/1')],
    ],
    [
      'two things at once',
      { price: 1, estateAgentName: 'Quick' },
      { price: 2 },
      [asAnother('/price', 'number'), missing('/estateAgentName')],
    ],
  ])('%s', (_, setUp, shown, expected) => {
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
