import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../faults/catalogue/fields.ts';
import type { Edition, Shape } from '../../faults/catalogue/table.ts';
import { coverable, fieldCoverageOf } from '../../src/folds/field-coverage.ts';
import { bundled } from '../../src/specification/bundled.ts';

type Properties = Readonly<Record<string, unknown>>;

interface InvalidFixture {
  readonly rule: string;
  readonly pointer: string;
  readonly keyword: string;
  readonly record: unknown;
}

interface Demo {
  readonly organisations: readonly {
    readonly subDomain: string;
    readonly users: readonly {
      readonly id: string;
      readonly tokens: readonly { readonly token: string }[];
    }[];
    readonly clients: readonly { readonly id: string }[];
    readonly cases: readonly string[];
  }[];
}

const fixtures = new URL('../../fixtures/', import.meta.url);

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, fixtures), 'utf8'));

const namesIn = (folder: string): readonly string[] =>
  readdirSync(new URL(folder, fixtures)).map((file) => file.replace(/\.json$/, ''));

const validNames = namesIn('records/valid/');

const validRecord = (name: string): Properties => read(`records/valid/${name}.json`) as Properties;

/** Whether the record itself has the field: `toString`, for example, is inherited from every object. */
function isThere(value: unknown, pointer: string): boolean {
  const [, step, ...rest] = pointer.split('/');
  if (step === undefined) return true;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false;
  return isThere((value as Properties)[step], rest.map((each) => `/${each}`).join(''));
}

describe('the valid records', () => {
  it('are each of a case of their own', () => {
    const ids = validNames.map((name) => validRecord(name).caseId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each<[name: string, shape: Shape, editions: readonly Edition[], under: string]>([
    ['sale-ta6-4th', 'Sale', ['TA6_4th', 'TA7_3rd'], ''],
    ['sale-ta6-5th', 'Sale', ['TA6_5th', 'TA7_4th'], '/TA6/'],
    ['purchase', 'Purchase', [], ''],
    ['remortgage', 'Remortgage', [], ''],
    ['transfer', 'Transfer', [], ''],
  ])('%s holds every field that is listed', (name, shape, editions, under) => {
    const record = validRecord(name);
    const listed = fieldsOf(shape, editions).filter(({ pointer }) => pointer.startsWith(under));
    // A list needs several elements to show all fields: an individual has no company name.
    const missing = listed.filter(({ pointer }) => {
      const places = ['/0', '/1', '/2'].map((index) => pointer.replace('/0', index));
      return !places.some((place) => isThere(record, place));
    });
    expect(missing.map(({ pointer }) => pointer)).toEqual([]);
  });

  it.each(['Sale', 'Purchase', 'Remortgage', 'Transfer'] as const)(
    '%s is there with nothing optional',
    (shape) => {
      expect(Object.keys(validRecord(`${shape.toLowerCase()}-bare`))).toEqual(['caseId', 'caseType']);
    },
  );
});

it.each(namesIn('records/invalid/'))(
  'the invalid record %s names its rule, and a place that it has',
  (name) => {
    const { rule, pointer, keyword, record } = read(`records/invalid/${name}.json`) as InvalidFixture;
    expect(rule).toMatch(/^[A-Z].*\.$/);
    expect(isThere(record, keyword === 'required' ? pointer.replace(/\/[^/]*$/, '') : pointer)).toBe(true);
  },
);

describe('the demo organisations', () => {
  const { organisations } = read('demo.json') as Demo;

  it('share out every valid record, the foreign one to the other organisation', () => {
    expect(organisations.flatMap(({ cases }) => cases).toSorted()).toEqual(validNames.toSorted());
    const other = organisations.find(({ subDomain }) => subDomain === 'other');
    expect(other?.cases).toEqual(['foreign-sale']);
  });

  it('give every user a token of both cases, and nobody the token or identifier of another', () => {
    expect(tokensOf(organisations)).toHaveLength(4);
  });
});

describe('the realistic organisation and its neighbour', () => {
  const { organisations } = read('realistic.json') as Demo;
  const records = new Map(
    namesIn('records/realistic/').map((name) => [name, read(`records/realistic/${name}.json`) as Properties]),
  );
  const own = organisations.slice(0, 1).flatMap(({ cases }) => cases.map((name) => records.get(name) ?? {}));

  it('share out every record, and each is of a case of its own', () => {
    expect(organisations.flatMap(({ cases }) => cases).toSorted()).toEqual([...records.keys()].toSorted());
    const ids = [...records.values()].map(({ caseId }) => caseId);
    expect(new Set([...ids, ...validNames.map((name) => validRecord(name).caseId)]).size).toBe(
      ids.length + validNames.length,
    );
  });

  it.each([...records])('%s is valid', (_, record) => {
    expect(bundled.validate('CaseRecord', record)).toEqual([]);
  });

  it('has 48 cases of all types, with forms of every edition', () => {
    expect(own).toHaveLength(48);
    const types = own.map(({ caseType, TA6, TA7 }) => [caseType, Object(TA6).type, Object(TA7).type]);
    const editions = ['TA6_4th', 'TA6_5th', 'TA6_6th', 'TA7_3rd', 'TA7_4th', 'TA7_5th'];
    expect(new Set(types.flat())).toEqual(
      new Set(['Sale', 'Purchase', 'Remortgage', 'Transfer', ...editions, undefined]),
    );
  });

  it('shows nearly everything that records can show, and most of it in one case alone', () => {
    const { valid, invalid } = fieldCoverageOf(bundled, own);
    expect(invalid).toEqual({});
    const shown = Object.values(valid);
    expect(shown.length / coverable(bundled).length).toBeGreaterThan(0.98);
    expect(shown.filter((count) => count === 1).length / shown.length).toBeGreaterThan(0.6);
  });

  it('gives nobody the token or identifier of another', () => {
    expect(tokensOf(organisations)).toHaveLength(3);
  });
});

function tokensOf(organisations: Demo['organisations']): readonly string[] {
  const users = organisations.flatMap((organisation) => organisation.users);
  const tokens = users.flatMap((user) => user.tokens.map(({ token }) => token));
  for (const token of tokens)
    expect(token).toMatch(/^(demo|realistic)-[a-z]+-(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9]{40}$/);
  const ids = [...users, ...organisations.flatMap(({ clients }) => clients)].map(({ id }) => id);
  expect(new Set([...tokens, ...ids]).size).toBe(tokens.length + ids.length);
  return tokens;
}
