import { isObject } from '../../schema/json.ts';
import { type Attribution, isRequirement, type Shown } from './attribution.ts';
import { boundaryValues } from './boundary-values.ts';
import type { Change, Step } from './change.ts';
import type { Side } from './difference.ts';
import { type Content, type Embedding, embeddingAt } from './embedding.ts';
import type { Validator } from './validators.ts';

/** Both descriptions' validators of one body. */
type BodyValidators = Readonly<Record<Side, Validator>>;

/** A value that one description accepts and the other refuses. */
export interface WitnessValue {
  readonly value: unknown;
}

/** How to search for a witness of a change. */
export interface Search {
  readonly validators: BodyValidators;
  /** Those without regard to discriminators, if a witness must hold by them, too. */
  readonly plain: BodyValidators | undefined;
  /** The description that must accept the witness. */
  readonly accepting: Side;
  readonly attribution: Attribution;
  /** The same change at all of its places. */
  readonly group: readonly Change[];
  /** Contents that have shown changes in other bodies, by side and change. */
  readonly shown: Map<string, Content>;
}

/** Places per change that are searched for a witness: another change may hide it at one of them. */
const searchedPlaces = 3;

/**
 * The smallest value found that one description accepts and the other refuses because of this change, preferably of no
 * other. Ajv confirms both. Undefined if no tried value qualifies.
 */
export function witnessOf(search: Search): WitnessValue | undefined {
  return firstOf(search.group.slice(0, searchedPlaces), (change) => witnessAt(change, search));
}

function firstOf<One, Found>(all: readonly One[], find: (one: One) => Found | undefined): Found | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function witnessAt(change: Change, search: Search): WitnessValue | undefined {
  const { validators, plain, accepting, attribution, group } = search;
  const { steps, elsewhere, origin, keyword, words } = change;
  const key = [accepting, origin, keyword, words].join('\n');
  if (steps.length > deepestPlace) return undefined;
  const refusing: Side = accepting === 'before' ? 'after' : 'before';
  const shownBy = (value: unknown): Shown => {
    // Ajv ignores the schema of a member that is called so.
    if (JSON.stringify(value).includes('"__proto__"')) return 'no';
    if ((validators[accepting](value) ?? plain?.[accepting](value)) !== undefined) return 'no';
    const errors = validators[refusing](value);
    const isRefused = errors !== undefined && (plain === undefined || plain[refusing](value) !== undefined);
    return isRefused ? attribution({ value, refusing, errors }, change, group) : 'no';
  };
  const shrunk = (value: unknown, shown: Shown): WitnessValue => ({
    value: shrink(value, (smaller) => shownBy(smaller) === shown),
  });
  let other: WitnessValue | undefined;
  const embeddings = embeddingsAt(steps);
  for (const content of candidatesOf(change, search.shown.get(key)))
    for (const embedding of embeddings) {
      const value = embedding(content);
      const shown = value === undefined ? 'no' : shownBy(value);
      if (shown !== 'no') search.shown.set(key, content);
      if (shown === 'alone') return shrunk(value, shown);
      if (shown === 'with others') other ??= { value };
    }
  if (other !== undefined) return shrunk(other.value, 'with others');
  return elsewhere && witnessAt(elsewhere, search);
}

/** Deeper values are not tried: validating them is slow, and nobody could read them. */
const deepestPlace = 50;

/** Bodies around the place. Usually both descriptions require the same there. */
function embeddingsAt(steps: readonly Step[]): Embedding[] {
  const embeddings = (['both', 'after', 'before'] as const).map((satisfied) => embeddingAt(steps, satisfied));
  const bodyOf = (embed: Embedding): string => JSON.stringify([embed(undefined), embed({ value: 0 })]);
  return [...new Map(embeddings.map((embed) => [bodyOf(embed), embed])).values()];
}

/** Values per place. */
const mostCandidates = 150;

/**
 * Contents that may show the change: none at all, or one that has shown it, then values at the limits of both shapes,
 * the smallest first.
 */
function* candidatesOf(change: Change, known: Content): Generator<Content> {
  if (isRequirement(change)) return yield undefined;
  if (known !== undefined) yield known;
  const { shapes, shown } = change;
  const { before, after } = shapes;
  const values = [before, after].flatMap((shape) => boundaryValues(shape));
  const sized = values.map((value) => ({ value, size: JSON.stringify(value)?.length ?? 0 }));
  const smallestFirst = sized.toSorted((one, other) => one.size - other.size).map(({ value }) => ({ value }));
  yield* (shown?.() ?? []).map((value) => ({ value }));
  yield* smallestFirst.slice(0, mostCandidates);
}

/** Removes all parts that the witness does not need, within a limited number of attempts. */
function shrink(value: unknown, isWitness: (value: unknown) => boolean): unknown {
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

/** The value without one of its members or elements, at any depth. */
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
