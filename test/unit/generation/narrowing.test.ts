import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { complete, specified, withBranch } from '../../../src/generation/narrowing.ts';
import { coveringRecords, records } from '../../../src/generation/records.ts';
import { type Kind, kindOfSchema, type ObjectKind } from '../../../src/schema/kinds.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const text: Kind = { kind: 'text' };
const anything: Kind = { kind: 'anything' };

const objectOf = (members: Readonly<Record<string, Kind>>, isRequired = false): ObjectKind => ({
  kind: 'object',
  members: Object.entries(members).map(([name, kind]) => ({ name, kind, isRequired })),
  isClosed: false,
});
const listOf = (items: Kind, atLeast = 0): Kind => ({ kind: 'list', items, atLeast });
const unionOf = (...branches: readonly (readonly [string, ObjectKind])[]): Kind => ({
  kind: 'union',
  tag: 'type',
  tags: branches.map(([value]) => value),
  branches: branches.map(([value, object]) => ({ value, object })),
});

describe('the specified values', () => {
  test.each<[string, Kind, Kind]>([
    ['of an object', objectOf({ a: text, b: anything }), objectOf({ a: text })],
    ['of an object in an object', objectOf({ a: objectOf({ b: anything }) }), objectOf({ a: objectOf({}) })],
    [
      'of objects in a list',
      objectOf({ a: listOf(objectOf({ b: text, c: anything })) }),
      objectOf({ a: listOf(objectOf({ b: text })) }),
    ],
    [
      'of each branch of a union',
      unionOf(['x', objectOf({ a: anything, b: text })], ['y', objectOf({ c: anything })]),
      unionOf(['x', objectOf({ b: text })], ['y', objectOf({})]),
    ],
    ['of lists, which may be empty', listOf(text), listOf(text)],
    ['of a text', text, text],
  ])('%s', (_, kind, expected) => {
    const before = structuredClone(kind);
    expect(specified(kind)).toEqual(expected);
    expect(kind).toEqual(before);
  });
});

describe('the complete values', () => {
  test.each<[string, Kind, Kind]>([
    ['of an object', objectOf({ a: text, b: anything }), objectOf({ a: text, b: anything }, true)],
    [
      'of objects in a list',
      objectOf({ a: listOf(objectOf({ b: text })) }),
      objectOf({ a: listOf(objectOf({ b: text }, true), 1) }, true),
    ],
    [
      'of each branch of a union',
      unionOf(['x', objectOf({ a: text })], ['y', objectOf({ b: objectOf({ c: text }) })]),
      unionOf(['x', objectOf({ a: text }, true)], ['y', objectOf({ b: objectOf({ c: text }, true) }, true)]),
    ],
  ])('%s', (_, kind, expected) => {
    const before = structuredClone(kind);
    expect(complete(kind)).toEqual(expected);
    expect(kind).toEqual(before);
  });

  test('may be specified, too, in either order', () => {
    const kind = objectOf({ a: text, b: anything, c: listOf(objectOf({ d: anything })) });
    expect(complete(specified(kind))).toEqual(specified(complete(kind)));
    expect(complete(specified(kind))).toEqual(objectOf({ a: text, c: listOf(objectOf({}), 1) }, true));
  });
});

test('a branch is taken of the union that has it', () => {
  const form = unionOf(['x', objectOf({ a: text })], ['y', objectOf({ b: text })]);
  expect(withBranch(objectOf({ form, c: text }), 'y')).toEqual({
    ...objectOf({ c: text }),
    members: [
      {
        name: 'form',
        kind: { ...form, branches: [{ value: 'y', object: objectOf({ b: text }) }] },
        isRequired: true,
      },
      { name: 'c', kind: text, isRequired: false },
    ],
  });
  expect(withBranch(objectOf({ form }), 'z')).toBeUndefined();
});

describe('specified records', () => {
  /** The names of members that may hold anything, anywhere in a kind. */
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
      // In the fourth edition it is a text.
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
