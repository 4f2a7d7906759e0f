import { isObject } from '../../schema/json.ts';
import { boundaryValues, smallestOf, smallestValue } from './boundary-values.ts';
import type { BothSides, Step, Tag } from './change.ts';
import type { Side } from './difference.ts';
import { intersectionOf } from './intersection.ts';
import { type ArrayShape, elementShape, isAnything, type ObjectShape, type Shape } from './shape.ts';

export type Content = { readonly value: unknown } | undefined;

export type Embedding = (content: Content) => unknown;

/**
 * Makes a body around a value.
 * @param satisfied - the descriptions that must accept the rest of the body
 */
export function embeddingAt(steps: readonly Step[], satisfied: Side | 'both'): Embedding {
  const [step, ...rest] = steps;
  if (step === undefined) return (content) => content?.value;
  const around =
    step.kind === 'member'
      ? objectWith(step.name, oneOf(step.holders, satisfied), step.tag)
      : arrayWith(step.index, oneOf(step.holders, satisfied));
  if (rest.length === 0) return around;
  const within = embeddingAt(rest, satisfied);
  return (content) => {
    const value = within(content);
    return value === undefined ? undefined : around({ value });
  };
}

function oneOf<Holder extends ObjectShape | ArrayShape>(
  { before, after }: BothSides<Holder>,
  satisfied: Side | 'both',
): Holder | undefined {
  // An approximation of the shape that satisfies both descriptions: the first one, unless it accepts anything.
  const common = (one: Shape, other: Shape): Shape => (isAnything(one) ? other : one);
  if (satisfied === 'both') return intersectionOf(before, after, common) as Holder | undefined;
  return satisfied === 'before' ? before : after;
}

function objectWith(name: string, holder: ObjectShape | undefined, tag: Tag | undefined): Embedding {
  if (holder === undefined) return () => undefined;
  const members = new Map([...holder.members].filter(([other]) => other !== name && other !== tag?.name));
  const tagged = tag === undefined || tag.name === name ? [] : [tag];
  const otherMembers = (count: number): unknown => {
    const minProperties = holder.minProperties - tagged.length - count;
    return smallestOf({ ...holder, members, minProperties });
  };
  const [alone, beside] = [otherMembers(0), otherMembers(1)];
  const tags = Object.fromEntries(tagged.map((one) => [one.name, one.value]));
  return (content) => {
    if (content === undefined) return isObject(alone) ? { ...tags, ...alone } : undefined;
    return isObject(beside) ? { ...tags, ...beside, [name]: content.value } : undefined;
  };
}

function arrayWith(index: number, holder: ArrayShape | undefined): Embedding {
  if (holder === undefined) return () => undefined;
  const fewest = Math.min(holder.minItems, maxElements);
  const around = Array.from({ length: Math.max(fewest, index) }, (_, at) => {
    const element = elementShape(holder, at);
    return holder.isUnique ? boundaryValues(element)[at] : smallestValue(element);
  });
  return (content) => {
    const list = content === undefined ? around.slice(0, fewest) : around.toSpliced(index, 1, content.value);
    return list.includes(undefined) ? undefined : list;
  };
}

const maxElements = 100;
