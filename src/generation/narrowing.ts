import type { Kind, ListKind, ObjectKind } from '../schema/kinds.ts';

// A narrowed kind allows a subset of a kind's values. So a kind alone determines what is generated.

/** Requires every member, and at least one element in each list. */
export function complete(kind: Kind): Kind {
  return deepened(kind, {
    object: (object) => ({
      ...object,
      members: object.members.map((member) => ({ ...member, isRequired: true })),
    }),
    list: (list) => ({ ...list, atLeast: 1 }),
  });
}

/** Removes members that may hold anything. */
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
 * Requires the union that has a branch with this tag, and selects that branch.
 * @returns undefined if no union of the kind has such a branch
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

/** Changes to the objects and lists of a kind, at any depth. */
interface Change {
  readonly object: (object: ObjectKind) => ObjectKind;
  readonly list: (list: ListKind) => ListKind;
}

function deepened(kind: Kind, change: Change): Kind {
  switch (kind.kind) {
    case 'object':
      return deepenedObject(kind, change);
    case 'union':
      return {
        ...kind,
        branches: kind.branches.map((branch) => ({
          ...branch,
          object: deepenedObject(branch.object, change),
        })),
      };
    case 'list':
      return change.list({ ...kind, items: deepened(kind.items, change) });
    default:
      return kind;
  }
}

function deepenedObject(object: ObjectKind, change: Change): ObjectKind {
  const { members, ...rest } = change.object(object);
  return { ...rest, members: members.map((one) => ({ ...one, kind: deepened(one.kind, change) })) };
}
