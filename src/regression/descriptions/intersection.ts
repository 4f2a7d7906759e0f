import { unique } from './json.ts';
import {
  type Alternative,
  type ArrayShape,
  memberShape,
  type NumberShape,
  type ObjectShape,
  type Shape,
  type StringShape,
} from './shape.ts';

export type Intersect = (one: Shape, other: Shape) => Shape;

export function intersection(
  one: readonly Alternative[],
  other: readonly Alternative[],
  intersect: Intersect,
): Alternative[] {
  return one.flatMap((left) =>
    other.flatMap((right) => {
      const alternative = intersectionOf(left, right, intersect);
      return alternative === undefined ? [] : [alternative];
    }),
  );
}

export function intersectionOf(
  one: Alternative,
  other: Alternative,
  intersect: Intersect,
): Alternative | undefined {
  if (one.type === 'null' && other.type === 'null') return one;
  if (one.type === 'boolean' && other.type === 'boolean') {
    const values = one.values.filter((value) => other.values.includes(value));
    return values.length === 0 ? undefined : { type: 'boolean', values };
  }
  if (one.type === 'string' && other.type === 'string') return ofStrings(one, other);
  if (one.type === 'number' && other.type === 'number') return ofNumbers(one, other);
  if (one.type === 'array' && other.type === 'array') return ofArrays(one, other, intersect);
  if (one.type === 'object' && other.type === 'object') return ofObjects(one, other, intersect);
  return undefined;
}

function ofStrings(one: StringShape, other: StringShape): StringShape | undefined {
  const values = common(one.values, other.values);
  const shape: StringShape = {
    type: 'string',
    ...(values === undefined ? {} : { values }),
    minLength: Math.max(one.minLength, other.minLength),
    maxLength: Math.min(one.maxLength, other.maxLength),
    patterns: unique([...one.patterns, ...other.patterns]).toSorted(),
    formats: unique([...one.formats, ...other.formats]).toSorted(),
  };
  return values?.length === 0 || shape.minLength > shape.maxLength ? undefined : shape;
}

function ofNumbers(one: NumberShape, other: NumberShape): NumberShape | undefined {
  const values = common(one.values, other.values);
  const minimum = Math.max(one.minimum, other.minimum);
  const maximum = Math.min(one.maximum, other.maximum);
  const excludesMinimum = [one, other].some((each) => each.minimum === minimum && each.excludesMinimum);
  const excludesMaximum = [one, other].some((each) => each.maximum === maximum && each.excludesMaximum);
  if (
    values?.length === 0 ||
    minimum > maximum ||
    (minimum === maximum && (excludesMinimum || excludesMaximum))
  )
    return undefined;
  return {
    ...{ type: 'number', ...(values === undefined ? {} : { values }) },
    ...{ minimum, excludesMinimum, maximum, excludesMaximum },
    multiples: unique([...one.multiples, ...other.multiples]).toSorted(),
    formats: unique([...one.formats, ...other.formats]).toSorted(),
  };
}

function ofArrays(one: ArrayShape, other: ArrayShape, intersect: Intersect): ArrayShape | undefined {
  const length = Math.max(one.first.length, other.first.length);
  const minItems = Math.max(one.minItems, other.minItems);
  const maxItems = Math.min(one.maxItems, other.maxItems);
  if (minItems > maxItems) return undefined;
  return {
    type: 'array',
    first: Array.from({ length }, (_, index) =>
      intersect(one.first[index] ?? one.items, other.first[index] ?? other.items),
    ),
    items: intersect(one.items, other.items),
    ...{ minItems, maxItems },
    isUnique: one.isUnique || other.isUnique,
  };
}

function ofObjects(one: ObjectShape, other: ObjectShape, intersect: Intersect): ObjectShape | undefined {
  const names = unique([...one.members.keys(), ...other.members.keys()]);
  const minProperties = Math.max(one.minProperties, other.minProperties);
  const maxProperties = Math.min(one.maxProperties, other.maxProperties);
  if (minProperties > maxProperties) return undefined;
  const members = names.map((name) => {
    const isRequired = [one, other].some(({ members: own }) => own.get(name)?.isRequired === true);
    const shape = intersect(memberShape(one, name), memberShape(other, name));
    return [name, { shape, isRequired }] as const;
  });
  const others = intersect(one.others, other.others);
  return { type: 'object', members: new Map(members), others, minProperties, maxProperties };
}

function common<Value>(
  one: readonly Value[] | undefined,
  other: readonly Value[] | undefined,
): readonly Value[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.filter((value) => other.includes(value));
}
