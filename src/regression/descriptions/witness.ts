import { isObject } from '../../schema/json.ts';
import { valueAt } from '../../schema/pointer.ts';
import { type Attribution, isRequirement, pointerOfValue, type Shown } from './attribution.ts';
import { boundaryValues } from './boundary-values.ts';
import type { Change, Step } from './change.ts';
import type { Side } from './difference.ts';
import { type Content, type Embedding, embeddingAt } from './embedding.ts';
import type { Validator } from './validators.ts';

type BodyValidators = Readonly<Record<Side, Validator>>;

export interface Search {
  readonly validators: BodyValidators;
  /** Validators that ignore discriminators. If set, they must also accept the witness. */
  readonly plain: BodyValidators | undefined;
  /** The description that must accept the witness. The other description must refuse it. */
  readonly accepting: Side;
  readonly attribution: Attribution;
  readonly group: readonly Change[];
  readonly progress: Progress;
}

export interface Progress {
  readonly changes: Map<string, Earlier>;
  /**
   * The number of values that may still be validated. A time limit would give different results on different machines.
   */
  left: number;
}

interface Earlier {
  readonly searches: number;
  readonly content: Content;
}

const maxSearchedPlaces = 3;

/**
 * The smallest witness found: a value that one description accepts, and the other refuses because of this change, if
 * possible because of no other change. `by policy` if only validators that read discriminators refuse a value.
 */
export function witnessOf(search: Search): Content | 'by policy' {
  let found: 'by policy' | undefined;
  for (const change of search.group.slice(0, maxSearchedPlaces)) {
    const witness = witnessAt(change, search);
    if (witness !== undefined && witness !== 'by policy') return witness;
    found ??= witness;
  }
  return found;
}

function witnessAt(change: Change, search: Search): Content | 'by policy' {
  const { validators, plain, accepting, attribution, group, progress } = search;
  const { steps, origin, keyword, words } = change;
  const key = [accepting, origin, keyword, words].join('\n');
  if (steps.length > maxDepth) return undefined;
  const refusing: Side = accepting === 'before' ? 'after' : 'before';
  const isPlain = (value: unknown): boolean =>
    plain === undefined || (plain[accepting](value) === undefined && plain[refusing](value) !== undefined);
  const shownBy = (value: unknown): Shown | 'by policy' => {
    progress.left -= 1;
    if (validators[accepting](value) !== undefined) return 'no';
    const errors = validators[refusing](value);
    const shown = errors === undefined ? 'no' : attribution({ value, refusing, errors }, change, group);
    return shown === 'no' || isPlain(value) ? shown : 'by policy';
  };
  const { searches, content: known } = progress.changes.get(key) ?? { searches: 0, content: undefined };
  progress.changes.set(key, { searches: searches + 1, content: known });
  const shrunk = (value: unknown, shown: Shown): Content => {
    const attempts = Math.floor(maxAttempts / 2 ** searches);
    const least = shrink(value, attempts, (smaller) => shownBy(smaller) === shown);
    const content = valueAt(least, pointerOfValue(steps));
    if (content !== undefined)
      progress.changes.set(key, { searches: searches + 1, content: { value: content } });
    return { value: least };
  };
  let other: Content;
  let isByPolicy = false;
  let left = Math.max(maxTried / 2 ** searches, minTried);
  const embeddings = embeddingsAt(steps);
  const tried = new Set<string>();
  for (const content of candidatesOf(change, known)) {
    for (const embed of embeddings) {
      const value = embed(content);
      const text = JSON.stringify(value);
      // Ajv ignores the schema of a member `__proto__`.
      if (text === undefined || tried.has(text) || text.includes('"__proto__"')) continue;
      tried.add(text);
      left -= 1;
      const shown = shownBy(value);
      if (shown === 'alone') return shrunk(value, shown);
      if (shown === 'by policy') isByPolicy = true;
      if (shown !== 'with others' || other !== undefined) continue;
      other = { value };
      left = Math.min(left, maxTriedForAlone);
    }
    if (left <= 0) break;
  }
  if (other !== undefined) return shrunk(other.value, 'with others');
  return isByPolicy ? 'by policy' : undefined;
}

/** The maximum number of values that the first search for a change tries. Each further search may try half as many. */
const maxTried = 2_000;
const minTried = 20;

/** The maximum number of further values to try after a value that shows the change only together with others. */
const maxTriedForAlone = 40;

/** At deeper places, validation is slow, and nobody could read the witness. */
const maxDepth = 50;

function embeddingsAt(steps: readonly Step[]): Embedding[] {
  return (['both', 'after', 'before'] as const).map((satisfied) => {
    let embed: Embedding | undefined;
    return (content) => {
      embed ??= embeddingAt(steps, satisfied);
      return embed(content);
    };
  });
}

const maxCandidates = 150;

/**
 * Contents that may prove the change. For `required`: no content. For any other keyword: the content that proved the
 * change before, then values at the limits of both shapes, the smallest first.
 */
function* candidatesOf(change: Change, known: Content): Generator<Content> {
  if (isRequirement(change)) return yield undefined;
  if (known !== undefined) yield known;
  const { shapes, shown } = change;
  yield* (shown?.() ?? []).map((value) => ({ value }));
  const { before, after } = shapes;
  const values = [before, after].flatMap((shape) => boundaryValues(shape));
  const distinct = new Map(values.map((value) => [JSON.stringify(value), value]));
  const smallestFirst = [...distinct].toSorted(([one], [other]) => one.length - other.length);
  yield* smallestFirst.slice(0, maxCandidates).map(([, value]) => ({ value }));
}

function shrink(value: unknown, attempts: number, isWitness: (value: unknown) => boolean): unknown {
  let least = value;
  let rest = withoutOne(least);
  let needed = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const next = rest.next();
    if (next.done === true) break;
    const smaller = next.value();
    if (isWitness(smaller)) {
      least = smaller;
      rest = withoutOne(least);
      for (let index = 0; index < needed; index += 1) rest.next();
    } else needed += 1;
  }
  return least;
}

const maxAttempts = 60;

/** Yields a function for each smaller value, since `shrink` skips most of the values. */
function* withoutOne(value: unknown): Generator<() => unknown, undefined> {
  if (Array.isArray(value)) {
    for (const index of value.keys()) yield () => value.toSpliced(index, 1);
    for (const [index, element] of value.entries())
      for (const smaller of withoutOne(element)) yield () => value.with(index, smaller());
  }
  if (!isObject(value)) return;
  for (const name of Object.keys(value))
    yield () => {
      const { [name]: _, ...others } = value;
      return others;
    };
  for (const [name, member] of Object.entries(value))
    for (const smaller of withoutOne(member)) yield () => ({ ...value, [name]: smaller() });
}
