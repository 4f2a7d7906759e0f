import { describe, expect, test } from 'vitest';
import { coveringRecords } from '../../../src/generation/records.ts';
import { valueAt } from '../../../src/schema/pointer.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { smallestRecord } from '../../../src/verification/smallest-record.ts';

type Members = Readonly<Record<string, unknown>>;

const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const bare = { caseId, caseType: 'Sale' };
const individual = { buyerType: 'individual', buyerName: { title: 'Dr', firstName: 'A', surname: 'B' } };
const company = { buyerType: 'company', buyerCompanyName: 'C' };
const full: Members = {
  ...bare,
  ...{ price: 1, reference: 'R', estateAgentName: 'D', listPrice: 2, salePrice: 3 },
  location: { latitude: 1, longitude: 2 },
  TA6: {
    type: 'TA6_4th',
    isKeys: 'yes',
    isRadon: 'no',
    floodingType: ['a', 'b', 'c'],
    listingGrade: 'grade I',
  },
  buyers: [company, individual, company],
};

async function smallest(shows: (record: Members) => boolean, record = full) {
  const tried: Members[] = [];
  const found = await smallestRecord(bundled, record, async (candidate) => {
    tried.push(candidate);
    return shows(candidate);
  });
  for (const one of [found, ...tried]) expect(bundled.validate('CaseRecord', one)).toEqual([]);
  expect(tried.length).toBeLessThanOrEqual(60);
  return { found, tries: tried.length };
}

describe('the smallest record', () => {
  test.each<[string, (record: Members) => boolean, object]>([
    ['nothing at all', () => true, {}],
    ['a member', ({ price }) => price === 1, { price: 1 }],
    [
      'two members together',
      ({ reference, salePrice }) => reference !== undefined && salePrice !== undefined,
      { reference: 'R', salePrice: 3 },
    ],
    [
      'a member of a form',
      (record) => valueAt(record, '/TA6/listingGrade') === 'grade I',
      { TA6: { type: 'TA6_4th', listingGrade: 'grade I' } },
    ],
    [
      'an element of a list of texts',
      (record) => (valueAt(record, '/TA6/floodingType') as string[] | undefined)?.includes('b') === true,
      { TA6: { type: 'TA6_4th', floodingType: ['b'] } },
    ],
    [
      'a member of an element',
      ({ buyers }) => JSON.stringify(buyers)?.includes('"surname":"B"') === true,
      { buyers: [{ buyerName: { surname: 'B' } }] },
    ],
    ['a list of a length', ({ buyers }) => Array.isArray(buyers) && buyers.length >= 2, { buyers: [{}, {}] }],
    ['that there is an object', ({ location }) => location !== undefined, { location: {} }],
    [
      'a member and one of a form',
      (record) => record.price === 1 && valueAt(record, '/TA6/isRadon') === 'no',
      { price: 1, TA6: { type: 'TA6_4th', isRadon: 'no' } },
    ],
  ])('that shows %s', async (_, shows, members) => {
    const { found } = await smallest(shows);
    expect(found).toEqual({ ...bare, ...members });
  });

  test('is what it was where nothing smaller shows it', async () => {
    const { found } = await smallest(() => false);
    expect(found).toEqual(full);
  });

  test('leaves the record that it is made of as it was', async () => {
    const before = structuredClone(full);
    await smallest(({ price }) => price === 1);
    expect(full).toEqual(before);
  });
});

describe('of a record with every field', () => {
  const [complete] = [
    ...coveringRecords({ type: 'Sale', edition: 'TA6_4th', isComplete: true }, 1),
  ] as Members[];

  test('one field of hundreds is found within sixty tries', async () => {
    const { found } = await smallest(
      (record) => valueAt(record, '/TA6/isMovingDate') !== undefined,
      complete,
    );
    const isMovingDate = valueAt(complete, '/TA6/isMovingDate');
    expect(found).toEqual({
      caseId: complete?.caseId,
      caseType: 'Sale',
      TA6: { type: 'TA6_4th', isMovingDate },
    });
  });

  test('what takes more than sixty tries is left as small as it was by then', async () => {
    const names = Object.keys(complete ?? {}).filter((_, index) => index % 2 === 0);
    const { found, tries } = await smallest((record) => names.every((name) => name in record), complete);
    expect(tries).toBe(60);
    expect(Object.keys(found)).toEqual(expect.arrayContaining(names));
    expect(Object.keys(found).length).toBeLessThan(Object.keys(complete ?? {}).length);
  });
});
