import type { Branch, Kind, ObjectKind } from '../schema/kinds.ts';

/**
 * Narrowed kinds. One value of each is enough to cover every value of every choice, every branch of every union, and in
 * each branch every member both present and, if optional, absent. The number is minimal: a choice of n values needs n
 * rows, and one more if the member is optional.
 */
export function* coveringKinds(kind: Kind): Generator<Kind> {
  for (let row = 0; row < rowsOf(kind); row += 1) yield inRow(kind, row);
}

/** The number of rows that the kind needs. */
function rowsOf(kind: Kind): number {
  switch (kind.kind) {
    case 'choice':
    case 'truth':
      return kind.values.length;
    case 'list':
      return rowsOf(kind.items);
    case 'union':
      return kind.branches.reduce((sum, { object }) => sum + rowsOf(object), 0);
    case 'object':
      return Math.max(1, ...kind.members.map((member) => rowsOf(member.kind) + (member.isRequired ? 0 : 1)));
    default:
      return 1;
  }
}

/** The kind in one row. Rows beyond its own start again from the first. */
function inRow(kind: Kind, row: number): Kind {
  switch (kind.kind) {
    case 'choice':
      return { ...kind, values: oneOf(kind.values, row) };
    case 'truth':
      return { ...kind, values: oneOf(kind.values, row) };
    case 'list':
      return { ...kind, items: inRow(kind.items, row), atLeast: 1 };
    case 'union':
      return { ...kind, branches: [branchInRow(kind.branches, row % rowsOf(kind))] };
    case 'object':
      return objectInRow(kind, row % rowsOf(kind));
    default:
      return kind;
  }
}

function oneOf<Value>(values: readonly Value[], row: number): Value[] {
  return values.slice(row % values.length).slice(0, 1);
}

function branchInRow([first, ...others]: readonly Branch[], row: number): Branch {
  if (first === undefined) throw new Error('A union without branches allows nothing.');
  const own = rowsOf(first.object);
  return row < own || others.length === 0
    ? { ...first, object: objectInRow(first.object, row) }
    : branchInRow(others, row - own);
}

/** Every member is present, except in the last row, which has only the required ones. */
function objectInRow(object: ObjectKind, row: number): ObjectKind {
  const isBare = row === rowsOf(object) - 1;
  return {
    ...object,
    members: object.members
      .filter(({ isRequired }) => isRequired || !isBare)
      .map((member) => ({ ...member, kind: inRow(member.kind, row), isRequired: true })),
  };
}
