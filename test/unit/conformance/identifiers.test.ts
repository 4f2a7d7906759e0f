import { describe, expect, test } from 'vitest';
import {
  inTrialOrder,
  type ShownIdentifier,
  identifiersIn as shownIn,
  spread,
} from '../../../src/conformance/identifiers.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { processorClock } from '../../support/processor-clock.ts';

const identifiersIn = (value: unknown): string[] => shownIn(value, bundled.caseTypes).map(({ id }) => id);

function uuid(number: number): string {
  return `3f2b7c1e-5b0a-4d52-9a59-${number.toString(16).padStart(12, '0')}`;
}

const [one, two, three, four] = [1, 2, 3, 4].map(uuid) as [string, string, string, string];

function nested(value: unknown, depth: number): unknown {
  let outer = value;
  for (let level = 0; level < depth; level += 1) outer = [outer];
  return outer;
}

test.each<[string, unknown, string[]]>([
  ['in a list', [one, two], [one, two]],
  ['in a text', one, [one]],
  ['in objects of a list', { cases: [{ caseId: one }, { caseId: two }] }, [one, two]],
  ['in a page of a list', { data: { items: [{ id: one }], next: 2 }, total: 1 }, [one]],
  ['in the names of members', { [one]: { caseType: 'Sale' }, [two]: null }, [one, two]],
  ['in links', { _links: { item: [{ href: `/api/v2/cases/${one}/data` }, { href: two }] } }, [one, two]],
  ['in a link with a query', `https://acme.example/?case=${one}&other=${two}`, [one, two]],
  ['in capital letters', [one.toUpperCase()], [one.toUpperCase()]],
  ['as a URN', [`urn:uuid:${one}`], [one]],
  ['in a member that every object has', JSON.parse(`{"__proto__":{"id":"${one}"}}`), [one]],
  ['once', [one, one.toUpperCase(), { id: one }, { [one]: one }], [one]],
  ['nowhere', { id: 1, name: 'none', more: [null, true, { deep: [] }] }, []],
  ['nowhere in longer numbers', [`${one}0`, `0${one}`, one.slice(1), one.replaceAll('-', '')], []],
  ['at the end of a text of two thousand characters', [' '.repeat(1_964) + one], [one]],
  ['nowhere in a long text', [' '.repeat(2_000) + one], []],
  ['nowhere in nothing', undefined, []],
])('identifiers are found %s', (_name, value, expected) => {
  expect(identifiersIn(value)).toEqual(expected);
});

describe('those that look like the identifier of a case come first', () => {
  test.each([
    ...['id', '_id', 'ID', 'caseId', 'case_id', 'case-uuid', 'uuid', 'guid', 'cases', 'caseIds'],
    ...['identifier', 'case'],
  ])('under %s', (name) => {
    expect(identifiersIn([{ client: one, [name]: two, agent: three }])).toEqual([two, one, three]);
  });

  test.each(['clientId', 'caseHandlerId', 'organisation', 'reference', 'paid', 'idCard', 'showcase'])(
    'not under %s',
    (name) => {
      expect(identifiersIn([{ [name]: one, caseId: two }])).toEqual([two, one]);
    },
  );

  test('behind a link to a case, and not behind one to something else, whatever its name', () => {
    const value = [{ id: `/clients/${one}`, self: `/org/${two}/cases/${three}`, view: `/Case/${four}?x` }];
    expect(identifiersIn(value)).toEqual([three, four, one, two]);
  });

  test('behind a link with a host, and not behind one to a part of a case', () => {
    const value = [{ part: `/cases/1/documents/${one}`, view: `https://acme.example/cases/${two}` }];
    expect(identifiersIn(value)).toEqual([two, one]);
  });

  test('also where another place shows them before', () => {
    expect(identifiersIn([{ client: one, parent: two }, { caseId: two }])).toEqual([two, one]);
  });

  test('and what is less deep before what is deeper', () => {
    const value = [
      { client: { id: one }, id: two },
      { client: { id: three }, id: four },
    ];
    expect(identifiersIn(value)).toEqual([two, four, one, three]);
  });
});

describe('the type that stands beside the identifier of a case', () => {
  const typesIn = (value: unknown) => shownIn(value, bundled.caseTypes).map(({ caseType }) => caseType);

  test.each<[string, unknown]>([
    ['in the same object', { id: one, caseType: 'Purchase' }],
    ['as type', { caseId: one, type: 'Purchase' }],
    ['in other letters', { id: one, case_type: ' PURCHASE' }],
    ['before it', { caseType: 'Purchase', caseId: one }],
    ['in an object beside it', { id: one, type: 'cases', attributes: { caseType: 'Purchase' } }],
    ['in the object that holds it', { caseType: 'Purchase', case: { id: one } }],
    ['under it, where it is the name of the member', { [one]: { caseType: 'Purchase' } }],
  ])('is told %s', (_name, value) => {
    expect(typesIn([value])).toEqual(['Purchase']);
  });

  test.each<[string, unknown]>([
    ['where it is none', { id: one, caseType: 'Lease' }],
    ['where it is of something else', { id: one, propertyType: 'Purchase' }],
    ['of what is not of a case', { clientId: one, caseType: 'Purchase' }],
    ['of another entry', [{ id: one }, { caseType: 'Purchase' }]],
  ])('is not told %s', (_name, value) => {
    expect(typesIn([value])).toEqual([undefined]);
  });
});

describe('a value without end is looked at for as long as is sensible', () => {
  test('deep', () => {
    expect(identifiersIn(nested(one, 31))).toEqual([one]);
    expect(identifiersIn(nested(one, 33))).toEqual([]);
    expect(identifiersIn([nested(one, 400_000), two])).toEqual([two]);
  });

  test.each<[string, unknown]>([
    ['a list', [one, ...Array<number>(3_000_000).fill(0), two]],
    [
      'an object',
      { a: one, ...Object.fromEntries(Array.from({ length: 600_000 }, (_, at) => [`b${at}`, 0])), c: two },
    ],
    ['lists of lists', [one, Array.from({ length: 200_000 }, () => [0, 0]), [[[two]]]]],
  ])('wide: %s', (_name, value) => {
    const took = processorClock();
    expect(identifiersIn(value)).toEqual([one]);
    expect(took()).toBeLessThan(2_000);
  });

  test('without a look at the rest of a list', () => {
    const rest = () => expect.fail('An element beyond the limit is read.');
    const list = Object.defineProperty([one, ...Array(600_000).fill(0)], 550_000, { get: rest });
    expect(identifiersIn(list)).toEqual([one]);
  });
});

function some(caseType: 'Sale' | 'Purchase' | undefined, count: number): ShownIdentifier[] {
  return Array.from({ length: count }, (_, at) => ({ id: `${caseType}-${at}`, isOfCase: true, caseType }));
}

describe('what is spread', () => {
  test('is from the whole, however few of it are taken', () => {
    const values = Array.from({ length: 1_000 }, (_, at) => at);
    const few = spread(values).slice(0, 9);
    expect(few.slice(0, 3)).toEqual([0, 999, 512]);
    for (const part of [0, 250, 500, 750]) expect(few.some((at) => at >= part && at < part + 250)).toBe(true);
  });

  test.each([0, 1, 2, 3, 17])('is all of %i values, each once', (length) => {
    const values = Array.from({ length }, (_, at) => at);
    expect(spread(values).toSorted((one, other) => one - other)).toEqual(values);
  });
});

describe('The order in which identifiers are tried', () => {
  test('takes the types that the list shows in turn', () => {
    const order = inTrialOrder([...some('Sale', 90), ...some('Purchase', 2), ...some(undefined, 3)]);
    const first = order.slice(0, 12).map(({ id }) => id);
    expect(first.filter((id) => id.startsWith('Purchase'))).toHaveLength(2);
    expect(first.filter((id) => id.startsWith('undefined'))).toHaveLength(3);
  });

  test('ends with what does not look like a case, and has each once', () => {
    const order = inTrialOrder([{ id: 'client', isOfCase: false }, ...some('Sale', 3)]);
    expect(order.map(({ id }) => id)).toEqual(['Sale-0', 'Sale-2', 'Sale-1', 'client']);
  });
});
