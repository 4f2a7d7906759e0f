import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { fieldCoverageOf, neverCovered } from '../src/folds/field-coverage.ts';
import {
  coveringEdgeCaseRecords,
  coveringInvalidRecords,
  coveringRecords,
  edgeCaseRecords,
  type GeneratedType,
  generatedTypes,
  type InvalidRecord,
  invalidRecords,
  records,
  schemaNameOf,
} from '../src/generation/records.ts';
import { bundled } from '../src/specification/bundled.ts';
import { sampling } from './sampling.ts';
import { type Place, type SecondValidator, secondValidator } from './second-validator.ts';

// Our validator and an independent one accept every valid record, and find each defect at its place.

const second = new Map<GeneratedType, SecondValidator>();

beforeAll(async () => {
  for (const type of generatedTypes) second.set(type, await secondValidator(type));
});

describe.each(generatedTypes)('a generated %s', (type) => {
  const isAccepted = (record: unknown): boolean => ourPlaces(type, record).length === 0;
  const isAcceptedBySecond = (record: unknown): boolean => secondPlaces(type, record) === undefined;

  test('that is valid is accepted', () => {
    const covering = [...coveringRecords({ type }, 1)];
    expect(covering.filter((record) => !isAccepted(record) || !isAcceptedBySecond(record))).toEqual([]);
    fc.assert(
      fc.property(records({ type }), (record) => isAccepted(record) && isAcceptedBySecond(record)),
      sampling(100),
    );
  });

  test('that is hostile is accepted', () => {
    fc.assert(
      fc.property(
        records({ type, texts: 'hostile' }),
        (record) => isAccepted(record) && isAcceptedBySecond(record),
      ),
      sampling(100),
    );
  });

  test('that merely looks wrong is accepted', () => {
    const covering = [...coveringEdgeCaseRecords({ type }, 1)];
    expect(covering.length).toBeGreaterThan(10);
    expect(covering.filter(({ record }) => !isAccepted(record) || !isAcceptedBySecond(record))).toEqual([]);
    fc.assert(
      fc.property(
        edgeCaseRecords({ type }),
        ({ record }) => isAccepted(record) && isAcceptedBySecond(record),
      ),
      sampling(100),
    );
  });

  test('that is invalid is refused for its defect alone', () => {
    const covering = [...coveringInvalidRecords({ type }, 1)];
    expect(covering.length).toBeGreaterThan(50);
    expect(covering.filter((one) => !isRefusedForIt(type, one))).toEqual([]);
    fc.assert(
      fc.property(invalidRecords({ type }), (one) => isRefusedForIt(type, one)),
      sampling(300),
    );
  });

  test('that is invalid is refused for its defect by the other validator', () => {
    const covering = [...coveringInvalidRecords({ type }, 1)];
    expect(covering.filter((one) => !isRefusedBySecond(type, one)).map(withoutRecord)).toEqual([]);
  });
});

test('The covering records show everything that case records can show', () => {
  const covering = bundled.caseTypes.flatMap((type) => [...coveringRecords({ type }, 1)]);
  expect(neverCovered(bundled, fieldCoverageOf(bundled, covering))).toEqual([]);
});

test('The covering records of a type have each field both there and absent', () => {
  for (const type of bundled.caseTypes) {
    const covering = [...coveringRecords({ type }, 1)] as Record<string, unknown>[];
    const names = [...new Set(covering.flatMap((record) => Object.keys(record)))];
    const always = names.filter((name) => covering.every((record) => name in record));
    expect(always.sort()).toEqual(['caseId', 'caseType']);
  }
});

function ourPlaces(type: GeneratedType, record: unknown) {
  return bundled.validate(schemaNameOf(type), record).map(({ pointer, keyword }) => ({ pointer, keyword }));
}

function secondPlaces(type: GeneratedType, record: unknown): readonly Place[] | undefined {
  const validator = second.get(type);
  if (validator === undefined) throw new Error(`There is no second validator of a ${type}.`);
  return validator(record);
}

function isRefusedForIt(type: GeneratedType, { record, pointer, keyword }: InvalidRecord): boolean {
  const [found, ...others] = ourPlaces(type, record);
  return found?.pointer === pointer && found.keyword === keyword && others.length === 0;
}

/** The second validator reports a missing member at its parent, and an enum of one value as `const`. */
function isRefusedBySecond(type: GeneratedType, { record, pointer, keyword }: InvalidRecord): boolean {
  const places = secondPlaces(type, record) ?? [];
  const at = keyword === 'required' ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer;
  const keywords = keyword === 'enum' ? ['enum', 'const'] : [keyword];
  return places.some((place) => place.pointer === at && keywords.includes(place.keyword));
}

function withoutRecord({ pointer, keyword, defect }: InvalidRecord) {
  return { pointer, keyword, defect };
}
