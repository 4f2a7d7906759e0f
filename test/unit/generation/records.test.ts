import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  coveringInvalidRecords,
  coveringRecords,
  edgeCaseRecords,
  editionsOf,
  type GeneratedType,
  generatedTypes,
  invalidRecordStream,
  invalidRecords,
  recordStream,
  records,
} from '../../../src/generation/records.ts';
import { type Kind, kindOfSchema } from '../../../src/schema/kinds.ts';
import { bundled } from '../../../src/specification/bundled.ts';

function first<Value>(count: number, values: Iterable<Value>): Value[] {
  const taken: Value[] = [];
  for (const value of values) {
    if (taken.push(value) === count) break;
  }
  return taken;
}

const digest = (values: Iterable<unknown>): string =>
  createHash('sha256')
    .update(JSON.stringify([...values]))
    .digest('hex')
    .slice(0, 12);

const digestsOf = (make: (type: GeneratedType) => Iterable<unknown>): Readonly<Record<string, string>> =>
  Object.fromEntries(generatedTypes.map((type) => [type, digest(make(type))]));

describe('the same seed makes the same, today and later', () => {
  test('records', () => {
    expect(digestsOf((type) => first(30, recordStream({ type }, 1)))).toEqual({
      Sale: '557140c78471',
      Purchase: 'fea2700eaf75',
      Remortgage: '0f5143fa50a0',
      Transfer: '4a018218ad12',
      Client: '5f357b16f6dc',
      ClientPatch: '428329e151f3',
      OrganisationPayload: '518792c928cf',
    });
  });

  test('invalid records', () => {
    // Enough for every defect and some random ones: a Sale has more than 4,000 defects, other types less than
    // 1,000.
    const count = (type: string): number => (type === 'Sale' ? 5_000 : 1_000);
    expect(digestsOf((type) => first(count(type), invalidRecordStream({ type }, 1)))).toEqual({
      Sale: '1f55b5d91a24',
      Purchase: '47abfce04394',
      Remortgage: '79fe77266a5c',
      Transfer: 'd73aac0df592',
      Client: '788b88a3100d',
      ClientPatch: '494461acf73a',
      OrganisationPayload: 'e35ef3c076ae',
    });
  });

  test('records that look wrong, and hostile texts', () => {
    const sampling = { seed: 1, numRuns: 20 };
    expect(digest(fc.sample(edgeCaseRecords({ type: 'Sale' }), sampling))).toBe('8f7f5751207e');
    expect(digest(fc.sample(records({ type: 'Client', texts: 'hostile' }), sampling))).toBe('7789b037c11e');
  });

  test('and another seed makes others', () => {
    const of = (seed: number): string => digest(first(30, recordStream({ type: 'Sale' }, seed)));
    expect(of(2)).not.toBe(of(1));
  });
});

describe('editions', () => {
  test('are those of the forms of a type', () => {
    expect(editionsOf({ type: 'Sale' })).toEqual([
      'TA6_4th',
      'TA6_5th',
      'TA6_6th',
      'TA7_3rd',
      'TA7_4th',
      'TA7_5th',
    ]);
    expect(editionsOf({ type: 'Purchase' })).toEqual([]);
    expect(editionsOf({ type: 'Client' })).toEqual([]);
  });

  test.each(editionsOf({ type: 'Sale' }))('%s is what every record has that is wanted so', (edition) => {
    const form = edition.slice(0, 3);
    const made = [...first(60, recordStream({ type: 'Sale', edition }, 1))] as Record<
      string,
      { type: string }
    >[];
    expect(made.map((record) => record[form]?.type)).toEqual(made.map(() => edition));
  });

  test.each(['TA6_3rd', 'Sale', 'Purchase'])('%s is none', (edition) => {
    expect(() => records({ type: 'Sale', edition })).toThrow(`A Sale has no edition '${edition}'.`);
  });
});

describe('invalid records', () => {
  test('show one of each defect first', () => {
    const defects = [...coveringInvalidRecords({ type: 'Sale' }, 1)].map(({ defect }) => defect);
    const kinds = new Set(defects);
    expect(kinds.size).toBe(18);
    expect(new Set(defects.slice(0, kinds.size)).size).toBe(kinds.size);
  });

  test.each([
    { type: 'Sale', edition: 'TA6_4th' },
    { type: 'Purchase', isComplete: true },
    { type: 'ClientPatch', isComplete: true },
  ] as const)('are invalid where only some records are wanted: %j', (wanted) => {
    const invalid = [...coveringInvalidRecords(wanted, 1)];
    const schema = wanted.type === 'ClientPatch' ? 'ClientPatch' : 'CaseRecord';
    const valid = invalid.filter(({ record }) => bundled.validate(schema, record).length === 0);
    expect(valid.map(({ pointer, defect }) => ({ pointer, defect }))).toEqual([]);
    expect(invalid.length).toBeGreaterThan(50);
  });

  test('shrink to the least record that can have the defect', () => {
    const property = fc.property(
      invalidRecords({ type: 'Sale' }),
      ({ pointer }) => pointer !== '/TA6/listingGrade',
    );
    const { counterexample } = fc.check(property, { seed: 1, numRuns: 20_000 });
    expect(counterexample?.[0]).toMatchObject({ pointer: '/TA6/listingGrade', keyword: 'enum' });
    const [{ record: least }] = counterexample ?? [{ record: {} }];
    const { TA6, ...record } = least as Record<string, object>;
    expect(Object.keys(record).sort()).toEqual(['caseId', 'caseType']);
    expect(Object.keys(TA6 ?? {}).sort()).toEqual(['listingGrade', 'type']);
  });
});

test.each<[GeneratedType, number]>([
  // Five records have a TA6 form of the 4th edition, five have one of the 5th, one has one of the 6th, and one has no
  // form.
  ['Sale', 12],
  // Each of six records has another type of property, and one has none.
  ['Purchase', 7],
  // Each of four records has another capacity of tenancy, and one has none.
  ['Remortgage', 5],
  ['Transfer', 5],
])('what can be enumerated of a %s takes %i records', (type, count) => {
  expect([...coveringRecords({ type }, 1)]).toHaveLength(count);
});

test('complete records have every field, and an element in each list', () => {
  const kind = kindOfSchema(bundled.schemaNamed('Client'));
  const names = kind.kind === 'object' ? kind.members.map(({ name }) => name) : [];
  for (const record of fc.sample(records({ type: 'Client', isComplete: true }), { seed: 1, numRuns: 5 }))
    expect(Object.keys(record as object)).toEqual(names);
  for (const record of fc.sample(records({ type: 'Sale', isComplete: true }), { seed: 1, numRuns: 5 }))
    expect((record as { buyers: object[] }).buyers.length).toBeGreaterThan(0);
});

describe('specified records', () => {
  function openNames(kind: Kind): string[] {
    switch (kind.kind) {
      case 'object':
        return kind.members.flatMap((one) =>
          one.kind.kind === 'anything' ? [one.name] : openNames(one.kind),
        );
      case 'union':
        return kind.branches.flatMap(({ object }) => openNames(object));
      case 'list':
        return openNames(kind.items);
      default:
        return [];
    }
  }

  const open = new Set(openNames(kindOfSchema(bundled.schemaNamed('Sale'))));

  function namesIn(value: unknown): string[] {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)]);
  }

  const openIn = (values: readonly unknown[]): string[] =>
    values
      .flatMap(namesIn)
      // The 4th edition specifies this field.
      .filter((name) => open.has(name) && name !== 'greenDealSchemeDetails');

  test('are valid, and hold nothing that is open', () => {
    expect([...open]).toEqual(expect.arrayContaining(['TA9', 'TA10', 'EnquiryForms', 'epcUpload']));
    const values = [
      ...coveringRecords({ type: 'Sale', isSpecified: true }, 1),
      ...fc.sample(records({ type: 'Sale', isSpecified: true, isComplete: true }), { seed: 1, numRuns: 2 }),
    ];
    expect(openIn(values)).toEqual([]);
    for (const value of values) expect(bundled.validate('CaseRecord', value)).toEqual([]);
  });

  test('are wanted by name alone: others hold what is open', () => {
    const values = fc.sample(records({ type: 'Sale', isComplete: true }), { seed: 1, numRuns: 2 });
    expect(openIn(values).length).toBeGreaterThan(0);
  });
});
