import fc from 'fast-check';
import { interestingOf, isOf } from './interesting.ts';
import type { Alternative, ObjectShape, Shape } from './shape.ts';

/** Random values that a shape accepts, as far as it says; always the same ones. */
export function randomValues(shape: Shape, count: number): unknown[] {
  return fc.sample(valuesOf(shape, 0, new Map()), { numRuns: count, seed: 1 });
}

/** A cache by shape and depth: many members share a few shapes. */
type Made = Map<string, fc.Arbitrary<unknown>>;

/** Maximum depth for recursive schemas. */
const deepest = 5;

function valuesOf(shape: Shape, depth: number, made: Made): fc.Arbitrary<unknown> {
  const key = `${depth} ${shape.key}`;
  const values = made.get(key) ?? newValuesOf(shape, depth, made);
  made.set(key, values);
  return values;
}

function newValuesOf({ alternatives }: Shape, depth: number, made: Made): fc.Arbitrary<unknown> {
  const possible = alternatives.filter(
    ({ type }) => depth < deepest || (type !== 'array' && type !== 'object'),
  );
  return possible.length === 0
    ? fc.constant(null)
    : fc.oneof(...possible.map((one) => valuesOfAlternative(one, depth, made)));
}

function valuesOfAlternative(alternative: Alternative, depth: number, made: Made): fc.Arbitrary<unknown> {
  if (alternative.type === 'object') return objectsOf(alternative, depth, made);
  if (alternative.type === 'array') {
    const { first, items, minItems, maxItems, isUnique } = alternative;
    if (first.length > 0) return fc.tuple(...first.map((shape) => valuesOf(shape, depth + 1, made)));
    const lengths = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, minItems + 2)) };
    const elements = valuesOf(items, depth + 1, made);
    return isUnique
      ? fc.uniqueArray(elements, { ...lengths, selector: (one) => JSON.stringify(one) })
      : fc.array(elements, lengths);
  }
  const values = interestingOf(alternative).filter((value) => isOf(alternative, value));
  return values.length === 0 ? fc.constant(null) : fc.constantFrom(...values);
}

function objectsOf({ members }: ObjectShape, depth: number, made: Made): fc.Arbitrary<unknown> {
  const entries = [...members].map(([name, { shape, isRequired }]) => {
    const value = valuesOf(shape, depth + 1, made).map((one) => [[name, one]] as const);
    // Deeper levels get fewer optional members, or the size would grow exponentially.
    return isRequired
      ? value
      : fc.oneof({ weight: 1 + depth ** 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: value });
  });
  return fc.tuple(...entries).map((there) => Object.fromEntries(there.flat()));
}
