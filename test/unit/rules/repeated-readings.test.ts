import { describe, expect, test } from 'vitest';
import { differingPlaces, flipIndex, judgeFlips, shownPlaces } from '../../../src/rules/repeated-readings.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { exchangeOf } from '../../support/exchange.ts';

describe('a value goes back and forth', () => {
  // Each letter is a reading, and equal letters are equal values. The number is the index of the first wrong reading.
  test.each<[string, number | undefined]>([
    ['AAAA', undefined],
    // The value changes once. A replica that lags may still show the former value for a while.
    ['ABBBBBB', undefined],
    ['ABABBBB', undefined],
    ['AABABBB', undefined],
    // The first value returns after another value.
    ['ABAAAAA', 1],
    ['AABAAAA', 2],
    ['ABBAAAA', 1],
    // The value changes, stays for a while, and is changed back. The C in the last row does not stay.
    ['ABBBAAA', undefined],
    ['AABBBBBAAA', undefined],
    ['ABBBACAAA', 5],
    // The values still alternate at the end.
    ['ABABABA', 1],
    ['AABABAB', 2],
    ['ABCBCBC', 2],
    // No former value returns.
    ['ABCDEFG', undefined],
    ['AABBCCD', undefined],
  ])('in %s: %s', (readings, at) => {
    expect(flipIndex([...readings])).toBe(at);
  });

  test('where it is not there in between', () => {
    expect(flipIndex(['A', undefined, 'A', 'A', 'A'])).toBe(1);
    expect(flipIndex([undefined, 'A', undefined, undefined, undefined])).toBe(1);
  });
});

describe('two readings of one record', () => {
  const differing = (one: object, other: object): string[] => {
    const [ofOne, ofOther] = [one, other].map((record) =>
      shownPlaces(bundled, { caseId: '1', caseType: 'Sale', ...record }),
    );
    return differingPlaces(ofOne ?? new Map(), ofOther ?? new Map());
  };
  const person = (surname: string): object => ({ buyerType: 'individual', buyerName: { surname } });

  test.each<[string, object, object]>([
    ['in another order', { price: 1, reference: 'a' }, { reference: 'a', price: 1 }],
    ['with another order', { buyers: [person('a'), person('b')] }, { buyers: [person('b'), person('a')] }],
    ['with what is not described', { readAt: 1 }, { readAt: 2 }],
    ['with what a form does not describe', { TA6: { type: 'TA6_4th' } }, { TA6: { type: 'TA6_4th', at: 2 } }],
    ['with an identifier in capitals', { caseId: 'a' }, { caseId: 'A' }],
    ['with a form that is open', { TA9: { at: 1 } }, { TA9: { at: 2 } }],
    ['with a location, where there is one', { location: { latitude: 1, longitude: 2 } }, {}],
    ['with what is not known of an address', { address: { checkedAt: 1 } }, { address: { checkedAt: 2 } }],
  ])('show the same %s', (_, one, other) => {
    expect(differing(one, other)).toEqual([]);
  });

  test.each<[object, object, string[]]>([
    [{ price: 1 }, { price: 2 }, ['/price']],
    [{ price: 1 }, {}, ['/price']],
    [{ address: {} }, {}, ['/address']],
    [{ address: { postcode: 'a' } }, { address: { postcode: 'b' } }, ['/address/postcode']],
    [{ buyers: [person('a')] }, { buyers: [person('b')] }, ['/buyers/*/buyerName/surname']],
    [{ location: { latitude: 1 } }, { location: { latitude: 2 } }, ['/location/latitude']],
    [{ TA9: {} }, {}, ['/TA9']],
  ])('%j and %j differ', (one, other, places) => {
    expect(differing(one, other)).toEqual(places);
  });
});

// Each letter is a price. Capitals are concurrent readings.
test.each<[readings: string, isWrong: boolean]>([
  ['ABcccccc', true],
  ['ABCddddd', true],
  // One value may have changed meanwhile.
  ['AAcccccc', false],
  ['ABbbbbbb', false],
  // It still changes, but not with every reading.
  ['ABccdd', false],
  ['ABcc', false],
])(
  'values of concurrent readings that no other reading shows deviate if they differ, too: %s',
  (readings, isWrong) => {
    const id = '00000000-0000-4000-8000-000000000001';
    const replies = [...readings].map((letter) =>
      exchangeOf(
        200,
        JSON.stringify({ caseId: id, caseType: 'Sale', price: letter.toLowerCase().charCodeAt(0) }),
        { wasConcurrent: letter === letter.toUpperCase() },
      ),
    );
    const kinds = judgeFlips(bundled, replies, { caseType: 'Sale', id }).map(({ kind }) => kind);
    expect(kinds).toEqual([isWrong ? 'deviates' : 'held']);
  },
);

describe('what another case showed first', () => {
  const [id, other] = ['3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11', '7c98eb41-fab6-45a7-b898-83459561dd78'];
  const reading = (caseId: string, record: object) =>
    exchangeOf(200, JSON.stringify({ caseId, caseType: 'Sale', ...record }));
  const address = { line_1: '12 High Street', postcode: 'BS1 1AA' };

  test.each<[string, object[], string[]]>([
    ['an address', [{}, { address }], ['/address']],
    ['an address, at first', [{ address }, {}], []],
    ['an address, always', [{ address }, { address }], []],
    ['some lines of an address', [{}, { address: { line_1: '12 High Street' } }], []],
    ['a reference', [{ reference: 'A-2' }, { reference: 'A-1' }], ['/reference']],
    ['an e-mail address, which may be an agent’s', [{}, { estateAgentEmail: 'a@agents.example' }], []],
    ['a number', [{ price: 2 }, { price: 1 }], []],
    ['a list without distinctive texts', [{}, { buyers: [{ buyerType: 'company' }] }], []],
  ])('is wrong in a later reading of a case: %s', (_, records, pointers) => {
    const shown = { address, reference: 'A-1', estateAgentEmail: 'a@agents.example', price: 1 };
    const others = [reading(other, { ...shown, buyers: [{ buyerType: 'company' }] })];
    const judgements = judgeFlips(
      bundled,
      records.map((record) => reading(id, record)),
      { id },
      others,
    );
    const found = judgements.flatMap((one) => (one.kind === 'deviates' ? [one.finding.pointer] : []));
    expect(found).toEqual(pointers);
  });
});
