import { describe, expect, it } from 'vitest';
import { bareRecord } from '../../../faults/catalogue/records.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { processorClock } from '../../support/processor-clock.ts';

const sale = bareRecord('Sale');
const depth = 400_000;

/** Parsed, since a literal cannot be nested as deeply. */
const nested: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth));

function found(value: unknown): string[] {
  const took = processorClock();
  const findings = bundled.validate('CaseRecord', value);
  expect(took()).toBeLessThan(5_000);
  return findings.map(({ pointer, keyword }) => `${pointer} ${keyword}`);
}

const parsed = (members: string): unknown => JSON.parse(`{"caseId":"${sale.caseId}",${members}}`);

it.each<[place: string, value: unknown, expected: readonly string[]]>([
  ['a field that is not listed', { ...sale, unlisted: nested }, []],
  ['a field that is left open', { ...sale, TA9: nested }, []],
  ['the address', { ...sale, address: { unlisted: nested } }, []],
  ['a document upload', { ...sale, TA6: { type: 'TA6_4th', epcUpload: nested } }, []],
  ['a number', { ...sale, price: nested }, ['/price type']],
  ['a vocabulary', { ...sale, isUndervalue: nested }, ['/isUndervalue enum']],
  ['the tag', { ...sale, caseType: nested }, ['/caseType enum']],
  ['a list of objects', { ...sale, buyers: nested }, ['/buyers/0 type']],
  ['the record itself', nested, [' type']],
])('a value nested 400,000 deep is judged in %s', (_, value, expected) => {
  expect(found(value)).toEqual(expected);
});

describe('a name that every object inherits', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])('%s', (name) => {
    expect(found(parsed(`"caseType":"${name}"`))).toEqual(['/caseType enum']);
    expect(found(parsed(`"caseType":"Sale","TA6":{"type":"${name}"}`))).toEqual(['/TA6/type enum']);
    expect(found(parsed(`"caseType":"Sale","${name}":{"price":"1"}`))).toEqual([]);
    expect(found(parsed(`"caseType":"Sale","location":{"${name}":1}`))).toEqual([
      `/location/${name} additionalProperties`,
    ]);
  });

  it('does not bring in what it holds', () => {
    expect(found(parsed('"__proto__":{"caseType":"Sale"}'))).toEqual(['/caseType required']);
    expect(found(JSON.parse('{"caseType":"Sale","__proto__":{"caseId":1}}'))).toEqual(['/caseId required']);
    // Long enough to be truncated: the truncated copy must be like the original.
    const buyers = JSON.stringify(Array(200).fill({}));
    expect(found(parsed(`"caseType":"Sale","__proto__":{"price":"1"},"buyers":${buyers}`))).toEqual([]);
  });
});

describe('a value of millions', () => {
  const millions = 1_000_000;

  it.each<[what: string, value: unknown, findings: number]>([
    ['right elements', { ...sale, buyers: Array(millions).fill({}) }, 0],
    ['wrong elements', { ...sale, buyers: Array(millions).fill(null) }, 100],
    ['elements wrong twice', { ...sale, buyers: Array(millions).fill({ buyerType: 1, buyerName: 1 }) }, 200],
    ['texts of a form', { ...sale, TA6: { type: 'TA6_4th', floodingType: Array(millions).fill(0) } }, 100],
    ['members of a closed object', { ...sale, location: members(200_000) }, 100],
    ['members of the record', { ...members(200_000), ...sale }, 0],
    ['characters of an address', { ...sale, estateAgentEmail: 'a.'.repeat(2 * millions) }, 1],
    ['quoted characters of an address', { ...sale, estateAgentEmail: `"${'\\a'.repeat(millions)}` }, 1],
    ['characters of a word', { ...sale, isUndervalue: 'Y'.repeat(millions) }, 1],
    ['characters of a date', { ...sale, desiredCompletionDate: '1'.repeat(millions) }, 1],
  ])('%s', (_, value, findings) => {
    expect(found(value)).toHaveLength(findings);
  });

  it('keeps what else is wrong with the record', () => {
    expect(found({ ...sale, location: members(1_000), price: '1', reference: 1 })).toEqual(
      expect.arrayContaining(['/price type', '/reference type']),
    );
    expect(found({ ...sale, buyers: Array(1_000).fill(1), price: '1' })).toContain('/price type');
  });

  it.each([100, 101, 5_000])('shows one wrong element after %i right ones', (count) => {
    const right = Array(count).fill({});
    expect(found({ ...sale, buyers: [...right, { buyerType: 'trust' }] })).toEqual([
      `/buyers/${count}/buyerType enum`,
    ]);
  });
});

function members(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
}
