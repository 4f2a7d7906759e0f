import { isObject } from '../../schema/json.ts';
import { type Attribution, isRequirement, type Shown } from './attribution.ts';
import type { Change, Side, Step } from './change.ts';
import { interesting } from './interesting.ts';
import type { Judge } from './judges.ts';
import { type Ground, type Planted, type Planting, plantingAt } from './planting.ts';

/** What the two descriptions say of one body. */
export type JudgesOfBody = Readonly<Record<Side, Judge>>;

/** A value that one description accepts and the other refuses. */
export interface WitnessValue {
  readonly value: unknown;
}

const grounds: readonly Ground[] = ['both', 'after', 'before'];

/** How a witness of a change is looked for. */
export interface Search {
  readonly judges: JudgesOfBody;
  /** The description that must accept it. */
  readonly accepting: Side;
  readonly attribution: Attribution;
  /** The same change, wherever it is. */
  readonly group: readonly Change[];
}

/**
 * The smallest value found that one description accepts, and the other refuses for the change: if there is one, for no
 * other. Ajv has confirmed both. Undefined where none of those that were tried is one.
 */
export function witnessOf(change: Change, search: Search): WitnessValue | undefined {
  const { judges, accepting, attribution, group } = search;
  const { steps, parts } = change;
  if (steps.length > deepestPlace) return undefined;
  const refusing: Side = accepting === 'before' ? 'after' : 'before';
  const shownBy = (value: unknown): Shown => {
    if (judges[accepting](value) !== undefined) return 'no';
    const errors = judges[refusing](value);
    return errors === undefined ? 'no' : attribution({ value, refusing, errors }, change, group);
  };
  const least = (value: unknown, shown: Shown): WitnessValue => ({
    value: smallest(value, (smaller) => shownBy(smaller) === shown),
  });
  let other: WitnessValue | undefined;
  const plantings = plantingsAt(steps);
  for (const put of candidatesOf(change))
    for (const planting of plantings) {
      const value = planting(put);
      const shown = value === undefined ? 'no' : shownBy(value);
      if (shown === 'alone') return least(value, shown);
      if (shown === 'with others') other ??= { value };
    }
  if (other !== undefined) return least(other.value, 'with others');
  for (const part of parts?.() ?? []) {
    const found = witnessOf(part, search);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Deeper values are not tried: to judge them takes long, and nobody could read them. */
const deepestPlace = 50;

/** Values around the place that differ: mostly, both descriptions want the same there. */
function plantingsAt(steps: readonly Step[]): Planting[] {
  const plantings = grounds.map((ground) => plantingAt(steps, ground));
  return [
    ...new Map(plantings.map((planting) => [JSON.stringify(planting({ value: 0 })), planting])).values(),
  ];
}

/** So many values are tried at a place. */
const mostCandidates = 150;

/** What may show the change, the smallest first: that nothing is there, or values at the borders of both shapes. */
function candidatesOf(change: Change): Planted[] {
  if (isRequirement(change)) return [undefined];
  const { shapes, shown = [] } = change;
  const { before, after } = shapes;
  const values = [before, after].flatMap((shape) => (shape === undefined ? [] : interesting(shape)));
  const sized = values.map((value) => ({ value, size: JSON.stringify(value)?.length ?? 0 }));
  const smallestFirst = sized.toSorted((one, other) => one.size - other.size).map(({ value }) => ({ value }));
  const known = shown.map((value) => ({ value }));
  return [...known, ...smallestFirst.slice(0, mostCandidates)];
}

/** The value without what it is a witness without, as far as that is found in bounded time. */
export function smallest(value: unknown, isWitness: (value: unknown) => boolean): unknown {
  let left = mostAttempts;
  const next = (from: unknown): unknown => {
    for (const smaller of withoutOne(from)) {
      left -= 1;
      if (left < 0) return undefined;
      if (isWitness(smaller)) return smaller;
    }
    return undefined;
  };
  let least = value;
  for (let found = next(least); found !== undefined; found = next(least)) least = found;
  return least;
}

const mostAttempts = 60;

/** The value without a member or an element, wherever that stands. */
function* withoutOne(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const index of value.keys()) yield value.toSpliced(index, 1);
    for (const [index, element] of value.entries())
      for (const smaller of withoutOne(element)) yield value.with(index, smaller);
  }
  if (!isObject(value)) return;
  for (const name of Object.keys(value))
    yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
  for (const [name, member] of Object.entries(value))
    for (const smaller of withoutOne(member)) yield { ...value, [name]: smaller };
}
