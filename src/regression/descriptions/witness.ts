import type { ErrorObject } from 'ajv';
import { isObject } from '../../schema/json.ts';
import { childPointer } from '../../schema/pointer.ts';
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

/**
 * The smallest value found that one description accepts, and the other refuses for what stands at the place of the
 * change; Ajv has confirmed both. Undefined where none of those that were tried is one.
 * @param accepting - the description that must accept it
 */
export function witnessOf(change: Change, judges: JudgesOfBody, accepting: Side): WitnessValue | undefined {
  const { steps, parts = [] } = change;
  const isWitness = (value: unknown): boolean => isAttributed(value, steps, judges, accepting);
  const plantings = plantingsAt(steps);
  for (const put of candidatesOf(change))
    for (const planting of plantings) {
      const value = planting(put);
      if (value !== undefined && isWitness(value)) return { value: smallest(value, isWitness) };
    }
  for (const part of parts) {
    const found = witnessOf(part, judges, accepting);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Values around the place that differ: mostly, both descriptions want the same there. */
function plantingsAt(steps: readonly Step[]): Planting[] {
  const plantings = grounds.map((ground) => plantingAt(steps, ground));
  return [
    ...new Map(plantings.map((planting) => [JSON.stringify(planting({ value: 0 })), planting])).values(),
  ];
}

/** So many values are tried at a place. */
const mostCandidates = 150;

/** What may show the change, the smallest first: that nothing is there, then values at the borders of both shapes. */
function candidatesOf({ steps, shapes, shown = [] }: Change): Planted[] {
  const { before, after } = shapes;
  const values = [before, after].flatMap((shape) => (shape === undefined ? [] : interesting(shape)));
  const sized = values.map((value) => ({ value, size: JSON.stringify(value)?.length ?? 0 }));
  const smallestFirst = sized.toSorted((one, other) => one.size - other.size).map(({ value }) => ({ value }));
  const known = shown.map((value) => ({ value }));
  const nothing = steps.at(-1)?.kind === 'member' ? [undefined] : [];
  return [...known, ...nothing, ...smallestFirst.slice(0, mostCandidates)];
}

function isAttributed(
  value: unknown,
  steps: readonly Step[],
  judges: JudgesOfBody,
  accepting: Side,
): boolean {
  const refusing = accepting === 'before' ? judges.after : judges.before;
  if (judges[accepting](value) !== undefined) return false;
  return refusing(value)?.some((error) => isAt(error, steps)) === true;
}

/** Whether an error is of the place, of what it holds, or of its being there. */
function isAt({ instancePath, params }: ErrorObject, steps: readonly Step[]): boolean {
  const pointer = pointerOfValue(steps);
  if (instancePath === pointer || instancePath.startsWith(`${pointer}/`)) return true;
  const last = steps.at(-1);
  if (last?.kind !== 'member') return false;
  return instancePath === pointerOfValue(steps.slice(0, -1)) && Object.values(params).includes(last.name);
}

/** The JSON pointer of a place in the value that is made for it. */
function pointerOfValue(steps: readonly Step[]): string {
  return steps.reduce(
    (pointer, step) => childPointer(pointer, step.kind === 'member' ? step.name : step.index),
    '',
  );
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
