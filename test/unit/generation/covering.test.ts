import { describe, expect, test } from 'vitest';
import { coveringKinds } from '../../../src/generation/narrowing.ts';
import { leastOf } from '../../../src/generation/sites.ts';
import { type Kind, kindOfSchema } from '../../../src/schema/kinds.ts';
import { bundled } from '../../../src/specification/bundled.ts';

/** The one value of each row, where the kind leaves nothing else to choose. */
const rows = (kind: Kind): unknown[] => [...coveringKinds(kind)].map(leastOf);

const choice = (...values: string[]): Kind => ({ kind: 'choice', values });
const object = (members: Record<string, Kind>, ...required: string[]): Kind => ({
  kind: 'object',
  isClosed: false,
  members: Object.entries(members).map(([name, kind]) => ({
    name,
    kind,
    isRequired: required.includes(name),
  })),
});

describe('the covering kinds', () => {
  test('show every value of every choice, and last the required members alone', () => {
    const kind = object({ a: choice('1', '2', '3'), b: choice('x', 'y'), id: choice('i') }, 'id');
    expect(rows(kind)).toEqual([
      { a: '1', b: 'x', id: 'i' },
      { a: '2', b: 'y', id: 'i' },
      { a: '3', b: 'x', id: 'i' },
      { id: 'i' },
    ]);
  });

  test('need no last one where every member is required', () => {
    expect(rows(object({ a: choice('1', '2') }, 'a'))).toEqual([{ a: '1' }, { a: '2' }]);
  });

  test('need none more where a required choice has as many values', () => {
    expect(rows(object({ a: choice('1', '2'), b: choice('x') }, 'a'))).toEqual([
      { a: '1', b: 'x' },
      { a: '2' },
    ]);
  });

  test('show both truths', () => {
    expect(rows(object({ a: { kind: 'truth', values: [true, false] } }))).toEqual([
      { a: true },
      { a: false },
      {},
    ]);
  });

  test('show every branch of a union, with its own rows', () => {
    const branch = (value: string, kind: Kind) => ({
      value,
      object: object({ type: choice(value), a: kind }, 'type') as Extract<Kind, { kind: 'object' }>,
    });
    const branches = [branch('A', choice('1', '2')), branch('B', choice('3'))];
    const union: Kind = { kind: 'union', tag: 'type', tags: ['A', 'B'], branches };
    expect(rows(union)).toEqual([
      { type: 'A', a: '1' },
      { type: 'A', a: '2' },
      { type: 'A' },
      { type: 'B', a: '3' },
      { type: 'B' },
    ]);
    // Within an object, what has fewer rows begins again.
    expect(rows(object({ form: union, b: choice('x', 'y') }))).toHaveLength(6);
  });

  test('show a list with an element', () => {
    expect([...coveringKinds({ kind: 'list', items: choice('1', '2'), atLeast: 0 })]).toEqual([
      { kind: 'list', items: choice('1'), atLeast: 1 },
      { kind: 'list', items: choice('2'), atLeast: 1 },
    ]);
  });

  test.each([
    // Five of TA6 4th edition, five of the 5th, one of the 6th; and the bare record.
    ['Sale', 12],
    // Six types of property; and the bare record.
    ['Purchase', 7],
    // Four capacities of tenancy; and the bare record.
    ['Remortgage', 5],
    ['Transfer', 5],
  ])('of a %s are %i', (type, count) => {
    expect([...coveringKinds(kindOfSchema(bundled.schemaNamed(type)))]).toHaveLength(count);
  });
});
