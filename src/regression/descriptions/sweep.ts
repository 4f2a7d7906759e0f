import type { ErrorObject } from 'ajv';
import { childPointer, generalPointer } from '../../schema/pointer.ts';
import type { Change, Possibility, Side } from './change.ts';
import { interesting } from './interesting.ts';
import { pointerOfPlace } from './places.ts';
import { plantingAt } from './planting.ts';
import { randomValues } from './random.ts';
import type { Shape } from './shape.ts';
import { sitesOf } from './sites.ts';
import { type JudgesOfBody, smallest } from './witness.ts';

/** A value that the descriptions judge otherwise, though no change that was told says so. */
export interface Unexplained {
  /** The description that accepts it. */
  readonly accepting: Side;
  /** Where the other refuses it. */
  readonly pointer: string;
  readonly keyword: string;
  readonly value: unknown;
}

/** So many values are tried of what can be enumerated, of one place, and so many random ones of each description. */
const limits = { enumerated: 1_000, ofPlace: 24, random: 25 };

/**
 * Tries what the changes that were found do not explain: every value at the borders of every place that the two
 * descriptions word otherwise, then random values of both.
 * @returns the first of each place and keyword, made as small as it can be
 */
export function unexplained(
  before: Shape,
  after: Shape,
  changes: readonly Change[],
  judges: JudgesOfBody,
): Unexplained[] {
  const found = new Map<string, Unexplained>();
  for (const value of valuesToTry(before, after)) {
    const accepting = acceptingAlone(value, judges);
    if (accepting === undefined || isExplained(value, accepting, changes, judges)) continue;
    const [error] = refusalsOf(value, accepting, judges);
    if (error === undefined) continue;
    const { keyword } = error;
    const key = `${accepting} ${generalPointer(error.instancePath)} ${keyword}`;
    if (found.has(key)) continue;
    const isWitness = (smaller: unknown): boolean =>
      acceptingAlone(smaller, judges) === accepting && !isExplained(smaller, accepting, changes, judges);
    found.set(key, {
      accepting,
      pointer: generalPointer(error.instancePath),
      keyword,
      value: smallest(value, isWitness),
    });
  }
  return [...found.values()];
}

function* valuesToTry(before: Shape, after: Shape): Generator<unknown> {
  let left = limits.enumerated;
  for (const { steps, shapes } of sitesOf(before, after)) {
    if (left <= 0) break;
    const values = [shapes.before, shapes.after].flatMap((shape) =>
      shape === undefined ? [] : interesting(shape),
    );
    const planting = plantingAt(steps, 'both');
    for (const put of [undefined, ...values.slice(0, limits.ofPlace).map((value) => ({ value }))]) {
      left -= 1;
      const value = planting(put);
      if (value !== undefined) yield value;
    }
  }
  for (const shape of [before, after]) yield* randomValues(shape, limits.random);
}

/** The description that alone accepts the value; undefined where both judge alike. */
function acceptingAlone(value: unknown, judges: JudgesOfBody): Side | undefined {
  const isOfBefore = judges.before(value) === undefined;
  if (isOfBefore === (judges.after(value) === undefined)) return undefined;
  return isOfBefore ? 'before' : 'after';
}

function refusalsOf(value: unknown, accepting: Side, judges: JudgesOfBody): readonly ErrorObject[] {
  return (accepting === 'before' ? judges.after : judges.before)(value) ?? [];
}

/** Whether a change is told that says that the one accepts more there, or may. */
function isExplained(
  value: unknown,
  accepting: Side,
  changes: readonly Change[],
  judges: JudgesOfBody,
): boolean {
  const places = refusalsOf(value, accepting, judges).flatMap(placesOf);
  return changes.some((change) => {
    const possibility: Possibility = accepting === 'after' ? change.gains : change.loses;
    if (possibility === 'no' || possibility === 'informs') return false;
    const pointer = pointerOfPlace(change.steps);
    return places.some(
      (place) => isWithin(place, pointer) || isWithin(pointer, place) || isDeeper(place, pointer),
    );
  });
}

/** Where an error is, and the member that it is about. */
function placesOf({ instancePath, params }: ErrorObject): string[] {
  const names = [params.missingProperty, params.additionalProperty].filter(
    (name) => typeof name === 'string',
  );
  return names.length === 0
    ? [generalPointer(instancePath)]
    : names.map((name) => childPointer(generalPointer(instancePath), name));
}

/** Whether a place is one that a schema which refers to itself has again, further down. */
function isDeeper(place: string, other: string): boolean {
  return other !== '' && place.endsWith(other);
}

/** Whether a place is another, or within it; `*` stands for any name. */
function isWithin(place: string, other: string): boolean {
  const tokens = place.split('/');
  return other
    .split('/')
    .every((token, index) => token === '*' || tokens[index] === '*' || token === tokens[index]);
}
