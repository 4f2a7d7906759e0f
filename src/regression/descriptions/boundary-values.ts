import fc from 'fast-check';
import { textsByFormat } from '../../generation/candidates.ts';
import { memoised } from '../../schema/memoised.ts';
import { expressionOf } from '../../validation/expression.ts';
import { multipleOf } from '../../validation/multiples.ts';
import { unique } from './json.ts';
import { accepts } from './scalars.ts';
import {
  type Alternative,
  elementShape,
  memberShape,
  type NumberShape,
  type Shape,
  type StringShape,
} from './shape.ts';

export const valuesOfEveryType: readonly unknown[] = [null, true, false, 0, -1, 0.5, '', 'x', [], {}];

const maxDepth = 6;

export function smallestValue(shape: Shape, depth = 0): unknown {
  const known = smallestValues.get(shape);
  if (known !== undefined || depth > maxDepth) return known;
  for (const alternative of shape.alternatives.toSorted((one, other) => rank(one) - rank(other))) {
    const value = smallestOf(alternative, depth);
    if (value === undefined) continue;
    smallestValues.set(shape, value);
    return value;
  }
  return undefined;
}

const smallestValues = new WeakMap<Shape, unknown>();

function rank({ type }: Alternative): number {
  return ['string', 'number', 'boolean', 'object', 'array', 'null'].indexOf(type);
}

export function smallestOf(alternative: Alternative, depth = 0): unknown {
  switch (alternative.type) {
    case 'null':
      return null;
    case 'boolean':
      return alternative.values[0];
    case 'string':
      return textsOf(alternative).find((text) => accepts(alternative, text));
    case 'number':
      return numbersOf(alternative).find((number) => accepts(alternative, number));
    case 'array': {
      const { first, items, minItems, isUnique } = alternative;
      const values = Array.from({ length: Math.min(minItems, 50) }, (_, index) => {
        const shape = first[index] ?? items;
        return isUnique ? boundaryValues(shape, depth + 1)[index] : smallestValue(shape, depth + 1);
      });
      return values.includes(undefined) ? undefined : values;
    }
    case 'object': {
      const required = [...alternative.members].filter(([, { isRequired }]) => isRequired);
      const members = required.map(([name, { shape }]) => [name, smallestValue(shape, depth + 1)] as const);
      if (members.some(([, value]) => value === undefined)) return undefined;
      return withMinProperties(members, alternative.minProperties, alternative.members.keys(), (name) =>
        smallestValue(memberShape(alternative, name), depth + 1),
      );
    }
  }
}

function withMinProperties(
  members: Iterable<readonly [name: string, value: unknown]>,
  minCount: number,
  optional: Iterable<string>,
  valueFor: (name: string) => unknown,
): object {
  const filled = new Map(members);
  if (filled.size >= minCount) return Object.fromEntries(filled);
  const unlisted = Array.from({ length: Math.min(minCount, maxElements) }, (_, index) => `unlisted${index}`);
  for (const name of [...optional, ...unlisted]) {
    if (filled.size >= minCount) break;
    const value = filled.has(name) ? undefined : valueFor(name);
    if (value !== undefined) filled.set(name, value);
  }
  return Object.fromEntries(filled);
}

export function boundaryValues(shape: Shape, depth = 0): unknown[] {
  if (depth > maxDepth) return [];
  const values = shape.alternatives.flatMap((alternative) => boundaryValuesOf(alternative, depth));
  const known = new Set<string>();
  return [...values, ...valuesOfEveryType].filter((value) => {
    const text = JSON.stringify(value);
    const isNew = text !== undefined && !known.has(text);
    if (isNew) known.add(text);
    return isNew;
  });
}

export function boundaryValuesOf(alternative: Alternative, depth = 0): unknown[] {
  switch (alternative.type) {
    case 'null':
      return [null];
    case 'boolean':
      return [...alternative.values];
    case 'string':
      return [...textsOf(alternative)];
    case 'number':
      return numbersOf(alternative);
    case 'array': {
      const { items, minItems, maxItems } = alternative;
      const elementAt = (index: number): unknown =>
        smallestValue(elementShape(alternative, index), depth + 1) ?? null;
      const lengths = unique([minItems, minItems - 1, minItems + 1, maxItems, maxItems + 1, 1, 2]);
      const distinct = depth > 1 ? [] : boundaryValues(items, depth + 1);
      const lists = lengths
        .filter((length) => length >= 0 && length <= maxElements)
        .flatMap((length) => [
          Array.from({ length }, (_, index) => elementAt(index)),
          distinct.slice(0, length),
        ]);
      const single = distinct.slice(0, maxValues).map((element) => [element]);
      return [smallestOf(alternative, depth), ...lists, ...single].filter((list) => list !== undefined);
    }
    case 'object': {
      const whole = smallestOf(alternative, depth);
      if (typeof whole !== 'object' || whole === null) return [];
      const without = Object.keys(whole)
        .slice(0, maxValues)
        .map((name) => Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name)));
      const { members, minProperties, maxProperties } = alternative;
      const valueFor = (name: string): unknown => smallestValue(memberShape(alternative, name), depth + 1);
      const sizes = [minProperties - 1, minProperties, maxProperties, maxProperties + 1]
        .filter((size) => size >= 0 && size <= maxElements)
        .map((size) =>
          withMinProperties(Object.entries(whole).slice(0, size), size, members.keys(), valueFor),
        );
      return [whole, ...without, { ...whole, unlisted: 0 }, ...sizes];
    }
  }
}

/** The maximum length of generated lists and objects, since a proof should be readable. */
const maxElements = 1_100;

const lookalikes = [
  ...['a', ' ', '2024-02-30', '20240101', 'a@b', 'A', '1', 'é', '\n'],
  '00000000-0000-4000-8000-00000000000',
];

const textsOf = memoised(newTextsOf);

function newTextsOf({ values, minLength, maxLength, patterns, formats }: StringShape): string[] {
  if (values !== undefined) {
    const first = values.slice(0, maxValues);
    return unique([...first, ...first.flatMap((text) => [text.toUpperCase(), `${text} `])]);
  }
  const lengths = [minLength, minLength - 1, maxLength, maxLength + 1].filter(
    (length) => length >= 0 && length <= maxTextLength,
  );
  const matched = patterns.flatMap(textsMatching).toSorted((one, other) => one.length - other.length);
  const others = [
    ...lengths.map((length) => 'x'.repeat(length)),
    ...Object.values(textsByFormat).flat(),
    ...lookalikes,
    ...matched
      .slice(0, 100)
      .flatMap((text) => [`${text}${text.at(-1) ?? 'x'}`, text.slice(0, -1), `${text}\n`]),
  ];
  return unique([
    ...formats.flatMap((format) => textsByFormat[format] ?? []),
    // Only a few long texts, since some regular expressions take exponential time on a long text that does not match.
    ...matched.filter((text, index) => index < maxLongMatches || text.length <= maxMismatchLength),
    ...others.filter((text) => patterns.length === 0 || text.length <= maxMismatchLength),
  ]);
}

const maxMismatchLength = 16;
const maxLongMatches = 3;

const maxValues = 20;
const maxTextLength = 10_000;

const maxTexts = 200;

export const textsMatching = memoised(newTextsMatching);

function newTextsMatching(pattern: string): readonly string[] {
  try {
    const sampled = fc.sample(fc.stringMatching(expressionOf(pattern)), { numRuns: maxTexts, seed: 1 });
    return unique(sampled.filter((text) => text.length < maxTextLength));
  } catch {
    // fast-check cannot generate texts for some constructs, such as lookahead.
    return [];
  }
}

function numbersOf({ values, minimum, maximum, multiples }: NumberShape): number[] {
  if (values !== undefined) {
    const first = values.slice(0, maxValues);
    return unique([...first, ...first.map((number) => number + 1)]);
  }
  const steps = [...multiples, 1, 0.5, 0.1];
  return unique(
    [
      0,
      ...[minimum, maximum]
        .filter(Number.isFinite)
        .flatMap((bound) => [
          bound,
          ...steps.flatMap((step) => [bound + step, bound - step]),
          ...[bound * 1.01, bound * 0.99],
          ...multiples.flatMap((divisor) => [
            multipleOf(divisor, Math.ceil(bound / divisor)),
            multipleOf(divisor, Math.floor(bound / divisor)),
          ]),
        ]),
      ...multiples.flatMap((divisor) => [divisor, divisor * 2, multipleOf(divisor, 3), divisor / 2]),
      ...[1, -1, 2, 0.5, 0.1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63],
    ].filter(Number.isFinite),
  );
}
