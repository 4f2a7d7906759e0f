import { boundaryValues, smallestValue, withMinProperties } from './boundary-values.ts';
import type { BothSides, Step, Tag } from './change.ts';
import type { Side } from './difference.ts';
import { intersectionOf } from './intersection.ts';
import {
  type ArrayShape,
  elementShape,
  isAnything,
  memberShape,
  type ObjectShape,
  type Shape,
} from './shape.ts';

export type Content = { readonly value: unknown } | undefined;

export type Embedding = (content: Content) => unknown;

/** @param satisfied - the description that accepts the rest of the body: one of them, or both */
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
  if (satisfied === 'both') return intersectionOf(before, after, common) as Holder | undefined;
  return satisfied === 'before' ? before : after;
}

/** A shape that satisfies both descriptions, approximately: the one that is not unrestricted. */
function common(one: Shape, other: Shape): Shape {
  return isAnything(one) ? other : one;
}

function objectWith(name: string, holder: ObjectShape | undefined, tag: Tag | undefined): Embedding {
  if (holder === undefined) return () => undefined;
  const smallest = (member: string): unknown => smallestValue(memberShape(holder, member));
  const others = [...holder.members.keys()].filter((other) => other !== name);
  const required = others
    .filter((other) => holder.members.get(other)?.isRequired === true && other !== tag?.name)
    .map((other) => [other, smallest(other)] as const);
  if (required.some(([, value]) => value === undefined)) return () => undefined;
  const tagged = tag === undefined || tag.name === name ? [] : [[tag.name, tag.value] as const];
  const around = [...tagged, ...required];
  return (content) =>
    withMinProperties(
      content === undefined ? around : [...around, [name, content.value]],
      holder.minProperties,
      others,
      smallest,
    );
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
