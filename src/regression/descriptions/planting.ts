import type { Holders, Step, Tag } from './change.ts';
import { filledUp, interesting, interestingOf, least, leastOf } from './interesting.ts';
import { accepts } from './scalars.ts';
import type { Alternative, ArrayShape, ObjectShape, Shape } from './shape.ts';
import { elementShape, memberShape } from './shape.ts';

/** The value at a place, or undefined for none. */
export type Planted = { readonly value: unknown } | undefined;

/** The description whose constraints the rest of a value meets, or both. */
export type Ground = 'both' | 'before' | 'after';

/** Makes the smallest value with this content at the place, if it can. */
export type Planting = (put: Planted) => unknown;

/** Makes a planting for a place. The rest of the value meets the descriptions of `ground`. */
export function plantingAt(steps: readonly Step[], ground: Ground): Planting {
  const [step, ...rest] = steps;
  if (step === undefined) return (put) => put?.value;
  const holding =
    step.kind === 'member'
      ? objectWith(step.name, step.holders, step.tag, ground)
      : arrayWith(step.index, step.holders, ground);
  if (rest.length === 0) return holding;
  const within = plantingAt(rest, ground);
  return (put) => {
    const value = within(put);
    return value === undefined ? undefined : holding({ value });
  };
}

function objectWith(
  name: string,
  holders: Holders<ObjectShape>,
  tag: Tag | undefined,
  ground: Ground,
): Planting {
  const shapesOf = (required: string) =>
    grounded(holders, ground).map((holder) => memberShape(holder, required));
  const others = requiredNames(holders, ground)
    .filter((required) => required !== name && required !== tag?.name)
    .map((required) => [required, commonOf(shapesOf(required), 0)] as const);
  if (others.some(([, value]) => value === undefined)) return () => undefined;
  const tagged = tag === undefined || tag.name === name ? [] : [[tag.name, tag.value] as const];
  const around = [...tagged, ...others];
  const optional = listedNames(holders, ground).filter((listed) => listed !== name);
  return (put) =>
    filledUp(
      put === undefined ? around : [...around, [name, put.value]],
      fewestMembers(grounded(holders, ground)),
      optional,
      (filling) => commonOf(shapesOf(filling), 0),
    );
}

function arrayWith(index: number, holders: Holders<ArrayShape>, ground: Ground): Planting {
  const shapes = grounded(holders, ground);
  const fewest = Math.min(Math.max(...shapes.map(({ minItems }) => minItems)), mostElements);
  const isUnique = shapes.some((shape) => shape.isUnique);
  const elementAt = (at: number): unknown => {
    const elements = shapes.map((shape) => elementShape(shape, at));
    const [first] = elements;
    return isUnique && first !== undefined ? interesting(first)[at] : commonOf(elements, 0);
  };
  const around = Array.from({ length: Math.max(fewest, index) }, (_, at) => elementAt(at));
  return (put) => {
    const list = put === undefined ? around.slice(0, fewest) : around.toSpliced(index, 1, put.value);
    return list.includes(undefined) ? undefined : list;
  };
}

/** A longer list would not be a small proof. */
const mostElements = 100;

function grounded<Holder>({ before, after }: Holders<Holder>, ground: Ground): Holder[] {
  const both = [...(ground === 'after' ? [] : [before]), ...(ground === 'before' ? [] : [after])];
  return both.filter((holder) => holder !== undefined);
}

function fewestMembers(holders: readonly ObjectShape[]): number {
  return Math.max(0, ...holders.map(({ minProperties }) => minProperties));
}

function listedNames(holders: Holders<ObjectShape>, ground: Ground): string[] {
  return grounded(holders, ground).flatMap(({ members }) => [...members.keys()]);
}

function requiredNames(holders: Holders<ObjectShape>, ground: Ground): string[] {
  const names = grounded(holders, ground).flatMap(({ members }) =>
    [...members].flatMap(([name, { isRequired }]) => (isRequired ? [name] : [])),
  );
  return [...new Set(names)];
}

/** A value that all shapes accept, as far as can be found here; else the smallest of the first. */
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
    const valueFor = (name: string): unknown =>
      commonOf([memberShape(one, name), memberShape(other, name)], depth + 1);
    const members = requiredNames(holders, 'both').map((name) => [name, valueFor(name)] as const);
    if (members.some(([, value]) => value === undefined)) return undefined;
    return filledUp(members, fewestMembers([one, other]), listedNames(holders, 'both'), valueFor);
  }
  if (one.type === 'array' && other.type === 'array')
    return leastOf(one.minItems < other.minItems ? other : one);
  return [...interestingOf(one), ...interestingOf(other)].find(
    (value) => accepts(one, value) && accepts(other, value),
  );
}
