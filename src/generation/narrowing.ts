import {
  type Branch,
  type ByKind,
  type Kind,
  type ListKind,
  type ObjectKind,
  ofKind,
} from '../schema/kinds.ts';

export function complete(kind: Kind): Kind {
  return deepened(kind, {
    object: (object) => ({
      ...object,
      members: object.members.map((member) => ({ ...member, isRequired: true })),
    }),
    list: (list) => ({ ...list, minItems: 1 }),
  });
}

export function specified(kind: Kind): Kind {
  return deepened(kind, {
    object: (object) => ({
      ...object,
      members: object.members.filter((one) => one.kind.kind !== 'anything'),
    }),
    list: (list) => list,
  });
}

/**
 * The kind of the values with this branch: `TA6_5th` requires that form in that edition.
 * @returns undefined if no union in the kind has such a branch
 */
export function withBranch(kind: Kind, value: string): Kind | undefined {
  switch (kind.kind) {
    case 'union': {
      const own = kind.branches.filter((branch) => branch.value === value);
      if (own.length > 0) return { ...kind, branches: own };
      const branches = kind.branches.flatMap((branch) => {
        const object = withBranch(branch.object, value) as ObjectKind | undefined;
        return object === undefined ? [] : [{ ...branch, object }];
      });
      return branches.length === 0 ? undefined : { ...kind, branches };
    }
    case 'object': {
      const [taken] = kind.members.flatMap((member) => {
        const narrowed = withBranch(member.kind, value);
        return narrowed === undefined ? [] : [{ name: member.name, kind: narrowed, isRequired: true }];
      });
      if (taken === undefined) return undefined;
      return { ...kind, members: kind.members.map((one) => (one.name === taken.name ? taken : one)) };
    }
    default:
      return undefined;
  }
}

interface Change {
  readonly object: (object: ObjectKind) => ObjectKind;
  readonly list: (list: ListKind) => ListKind;
}

function deepened(kind: Kind, change: Change): Kind {
  return ofKind(kind, deepening, (one) => one, change);
}

const deepening: ByKind<Kind, [change: Change]> = {
  object: deepenedObject,
  union: (kind, change) => ({
    ...kind,
    branches: kind.branches.map((one) => ({ ...one, object: deepenedObject(one.object, change) })),
  }),
  list: (kind, change) => change.list({ ...kind, items: deepened(kind.items, change) }),
};

function deepenedObject(object: ObjectKind, change: Change): ObjectKind {
  const { members, ...rest } = change.object(object);
  return { ...rest, members: members.map((one) => ({ ...one, kind: deepened(one.kind, change) })) };
}

/**
 * Narrowed kinds, called rows. Values of all rows together cover each value of each choice, each branch of each union,
 * and each optional member both present and absent. A choice of n values needs n rows, or n + 1 if it is optional.
 */
export function* coveringKinds(kind: Kind): Generator<Kind> {
  const count = rowsOf(kind);
  for (let row = 0; row < count; row += 1) yield inRow(kind, row);
}

function rowsOf(kind: Kind): number {
  return ofKind(kind, rows, () => 1);
}

const rows: ByKind<number> = {
  choice: ({ values }) => values.length,
  truth: ({ values }) => values.length,
  list: ({ items }) => rowsOf(items),
  union: ({ branches }) => branches.reduce((sum, { object }) => sum + rowsOf(object), 0),
  object: ({ members }) =>
    Math.max(1, ...members.map((member) => rowsOf(member.kind) + (member.isRequired ? 0 : 1))),
};

function inRow(kind: Kind, row: number): Kind {
  return ofKind(kind, narrowed, (one) => one, row);
}

const narrowed: ByKind<Kind, [row: number]> = {
  choice: (kind, row) => ({ ...kind, values: oneOf(kind.values, row) }),
  truth: (kind, row) => ({ ...kind, values: oneOf(kind.values, row) }),
  list: (kind, row) => ({ ...kind, items: inRow(kind.items, row), minItems: 1 }),
  union: (kind, row) => ({ ...kind, branches: [branchInRow(kind.branches, row % rowsOf(kind))] }),
  object: (kind, row) => objectInRow(kind, row % rowsOf(kind)),
};

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

function objectInRow(object: ObjectKind, row: number): ObjectKind {
  const isBare = row === rowsOf(object) - 1;
  return {
    ...object,
    members: object.members
      .filter(({ isRequired }) => isRequired || !isBare)
      .map((member) => ({ ...member, kind: inRow(member.kind, row), isRequired: true })),
  };
}
