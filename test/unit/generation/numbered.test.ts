import { describe, expect, test } from 'vitest';
import { fieldCoverageOf, neverCovered } from '../../../src/folds/field-coverage.ts';
import { numberedRecords, unusualRecords } from '../../../src/generation/numbered.ts';
import { generatedTypes, schemaNameOf } from '../../../src/generation/records.ts';
import { bundled } from '../../../src/specification/bundled.ts';

type Members = Readonly<Record<string, unknown>>;

const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, at) => first + at);

describe('numbered records', () => {
  test.each([0, 17, 1_001])('show all that can be enumerated, from %d on in so many as they say', (first) => {
    const shown = bundled.caseTypes.flatMap((type) => {
      const { covering, at } = numberedRecords({ type }, 7);
      return from(first, covering).map(at);
    });
    expect(neverCovered(bundled, fieldCoverageOf(bundled, shown))).toEqual([]);
    const { covering, at } = numberedRecords({ type: 'Client' }, 7);
    const clients = from(first, covering).map(at) as Members[];
    for (const field of bundled.fieldsOf('Client')) {
      expect(new Set(clients.map((client) => field in client)), field).toEqual(new Set([true, false]));
    }
    expect(new Set(clients.map(({ status }) => status)).size).toBe(6);
  });

  test.each(generatedTypes)('of the type %s are valid, strange or not, and the same for a seed', (type) => {
    for (const make of [numberedRecords, unusualRecords]) {
      const [one, same, other] = [7, 7, 8].map((seed) => make({ type }, seed));
      for (const number of from(0, 60)) {
        expect(bundled.validate(schemaNameOf(type), one?.at(number))).toEqual([]);
        expect(one?.at(number)).toEqual(same?.at(number));
      }
      expect(one?.at(3)).not.toEqual(other?.at(3));
    }
  });

  test('that are strange have fields that nothing lists, whole forms of other types, and long texts', () => {
    const purchases = from(0, 60).map(unusualRecords({ type: 'Purchase' }, 7).at) as Members[];
    const listed = new Set(Object.keys(numberedRecords({ type: 'Purchase' }, 1).at(0) as Members));
    expect(purchases.every((one) => Object.keys(one).some((name) => !listed.has(name)))).toBe(true);
    expect(purchases.some(({ TA6 }) => Object.keys(TA6 ?? {}).length > 20)).toBe(true);
    expect(purchases.some((one) => JSON.stringify(one).length > 5_000)).toBe(true);
  });
});
