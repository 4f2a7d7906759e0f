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

/** A value that only one description accepts, although no reported change says so. */
export interface Unexplained {
  /** The description that accepts it. */
  readonly accepting: Side;
  /** Where the other description refuses it. */
  readonly pointer: string;
  readonly keyword: string;
  readonly value: unknown;
}

/** Values to try: enumerable ones in total, those of one place, and random ones per description. */
const limits = { enumerated: 1_000, ofPlace: 24, random: 25 };

/**
 * Searches for values that the changes do not explain: values at the limits of every place that the descriptions word
 * differently, then random values of both.
 * @returns the first value for each place and keyword, made as small as possible
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

/** The only description that accepts the value; undefined if both agree. */
function acceptingAlone(value: unknown, judges: JudgesOfBody): Side | undefined {
  const isOfBefore = judges.before(value) === undefined;
  if (isOfBefore === (judges.after(value) === undefined)) return undefined;
  return isOfBefore ? 'before' : 'after';
}

function refusalsOf(value: unknown, accepting: Side, judges: JudgesOfBody): readonly ErrorObject[] {
  return (accepting === 'before' ? judges.after : judges.before)(value) ?? [];
}

/** Whether a reported change says that this description accepts more there, or may. */
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

/** The pointer of an error, or of the member that it names. */
function placesOf({ instancePath, params }: ErrorObject): string[] {
  const names = [params.missingProperty, params.additionalProperty].filter(
    (name) => typeof name === 'string',
  );
  return names.length === 0
    ? [generalPointer(instancePath)]
    : names.map((name) => childPointer(generalPointer(instancePath), name));
}

/** Whether a recursive schema repeats the place further down. */
function isDeeper(place: string, other: string): boolean {
  return other !== '' && place.endsWith(other);
}

/** Whether a place is another, or within it; `*` matches any name. */
function isWithin(place: string, other: string): boolean {
  const tokens = place.split('/');
  return other
    .split('/')
    .every((token, index) => token === '*' || tokens[index] === '*' || token === tokens[index]);
}
