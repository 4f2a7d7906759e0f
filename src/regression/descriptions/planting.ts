import type { Holders, Step, Tag } from './change.ts';
import { interestingOf, isOf, least, leastOf } from './interesting.ts';
import type { Alternative, ArrayShape, ObjectShape, Shape } from './shape.ts';
import { memberShape } from './shape.ts';

/** What stands at a place: a value, or nothing. */
export type Planted = { readonly value: unknown } | undefined;

/** Whose demands the rest of a value meets: those of both descriptions, or of one. */
export type Ground = 'both' | 'before' | 'after';

/**
 * The least value that has something at a place, and is otherwise as the descriptions want it.
 * @returns undefined where none can be made
 */
export function planted(steps: readonly Step[], put: Planted, ground: Ground): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return put?.value;
  const inner = rest.length === 0 ? put : wrapped(planted(rest, put, ground));
  if (rest.length > 0 && inner === undefined) return undefined;
  return step.kind === 'member'
    ? objectWith(step.name, inner, step.holders, step.tag, ground)
    : arrayWith(step.index, inner, step.holders, ground);
}

function wrapped(value: unknown): Planted {
  return value === undefined ? undefined : { value };
}

function objectWith(
  name: string,
  put: Planted,
  holders: Holders<ObjectShape>,
  tag: Tag | undefined,
  ground: Ground,
): unknown {
  const object: Record<string, unknown> = tag === undefined ? {} : { [tag.name]: tag.value };
  for (const required of requiredNames(holders, ground)) {
    if (required === name || required === tag?.name) continue;
    const value = commonOf(
      grounded(holders, ground).map((holder) => memberShape(holder, required)),
      0,
    );
    if (value === undefined) return undefined;
    object[required] = value;
  }
  if (put !== undefined) object[name] = put.value;
  return object;
}

function arrayWith(index: number, put: Planted, holders: Holders<ArrayShape>, ground: Ground): unknown {
  const shapes = grounded(holders, ground);
  const fewest = Math.max(...shapes.map(({ minItems }) => minItems), put === undefined ? 0 : index + 1);
  return Array.from({ length: Math.min(fewest, 100) }, (_, at) =>
    at === index && put !== undefined
      ? put.value
      : commonOf(
          shapes.map(({ first, items }) => first[at] ?? items),
          0,
        ),
  );
}

function grounded<Holder>({ before, after }: Holders<Holder>, ground: Ground): Holder[] {
  const both = [...(ground === 'after' ? [] : [before]), ...(ground === 'before' ? [] : [after])];
  return both.filter((holder) => holder !== undefined);
}

function requiredNames(holders: Holders<ObjectShape>, ground: Ground): string[] {
  const names = grounded(holders, ground).flatMap(({ members }) =>
    [...members].flatMap(([name, { isRequired }]) => (isRequired ? [name] : [])),
  );
  return [...new Set(names)];
}

/** A value that all of the shapes accept, as far as that can be told here; else the least of the first. */
function commonOf(shapes: readonly Shape[], depth: number): unknown {
  const [shape, other] = shapes;
  if (shape === undefined) return {};
  if (other === undefined || depth > 4 || shape.key === other.key) return least(shape);
  const pairs = shape.alternatives.flatMap((one) =>
    other.alternatives.filter(({ type }) => type === one.type).map((two) => [one, two] as const),
  );
  for (const [one, two] of pairs) {
    const value = commonOfPair(one, two, depth);
    if (value !== undefined) return value;
  }
  return least(shape);
}

function commonOfPair(one: Alternative, other: Alternative, depth: number): unknown {
  if (one.type === 'object' && other.type === 'object') {
    const holders = { before: one, after: other };
    const members = requiredNames(holders, 'both').map(
      (name) => [name, commonOf([memberShape(one, name), memberShape(other, name)], depth + 1)] as const,
    );
    return members.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(members);
  }
  if (one.type === 'array' && other.type === 'array')
    return leastOf(one.minItems < other.minItems ? other : one);
  return [...interestingOf(one), ...interestingOf(other)].find(
    (value) => isOf(one, value) && isOf(other, value),
  );
}
