import { isObject } from '../schema/json.ts';
import {
  type Branch,
  type ByKind,
  type Kind,
  type ObjectKind,
  ofKind,
  type UnionKind,
} from '../schema/kinds.ts';
import { memoised } from '../schema/memoised.ts';
import { childPointer } from '../schema/pointer.ts';
import { candidatesFor } from './candidates.ts';

/** A place in the values of a kind, such as `/owners/0/name`. */
interface Site {
  readonly steps: readonly Step[];
  readonly kind: Kind;
}

export interface Step {
  readonly key: string | 0;
  /** Set if only one branch of a union has the place: the tag that the object must have. */
  readonly tag?: Tag;
  /**
   * The smallest valid object or list that can have `key`. Used if a record has no such object, or one of another
   * branch.
   */
  readonly holder: unknown;
}

export interface Tag {
  readonly name: string;
  readonly value: string;
}

export function tagOf({ tag }: UnionKind, { value }: Branch): Tag {
  return { name: tag, value };
}

export function stepInto(holder: ObjectKind | UnionKind, key: string, tag?: Tag): Step {
  return { key, holder: smallestHolder(holder), ...(tag === undefined ? {} : { tag }) };
}

const smallestHolder = memoised(smallestValueOf);

function pointerOf(steps: readonly Step[]): string {
  return steps.reduce((pointer, { key }) => childPointer(pointer, key), '');
}

/** All places in values of a kind, the value itself first. The tag of a union is not a place. */
export function* sitesOf(kind: Kind): Generator<Site> {
  yield* sitesFrom({ steps: [], kind });
}

function* sitesFrom(site: Site): Generator<Site> {
  yield site;
  const { kind, steps } = site;
  if (kind.kind === 'object') yield* memberSites(steps, kind);
  if (kind.kind === 'union') {
    for (const branch of kind.branches) yield* memberSites(steps, branch.object, tagOf(kind, branch));
  }
  if (kind.kind === 'list') yield* sitesFrom({ steps: [...steps, { key: 0, holder: [] }], kind: kind.items });
}

function* memberSites(steps: readonly Step[], object: ObjectKind, tag?: Tag): Generator<Site> {
  for (const { name, kind } of object.members) {
    if (name === tag?.name) continue;
    yield* sitesFrom({ steps: [...steps, stepInto(object, name, tag)], kind });
  }
}

export function smallestValueOf(kind: Kind): unknown {
  return ofKind(kind, smallest, () => '');
}

const smallest: ByKind<unknown> = {
  object: ({ members }) => {
    const required = members.filter(({ isRequired }) => isRequired);
    return Object.fromEntries(required.map((member) => [member.name, smallestValueOf(member.kind)]));
  },
  union: ({ branches: [first] }) => (first === undefined ? {} : smallestValueOf(first.object)),
  list: () => [],
  choice: ({ values }) => values[0],
  truth: ({ values }) => values[0],
  number: () => 0,
  formatted: ({ format }) => smallestTexts[format] ?? candidatesFor({ type: 'string', format })[0],
  described: ({ schema }) => candidatesFor(schema)[0],
};

const smallestTexts: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'a@example.com',
  date: '2024-01-01',
};

/** A value to put at one place of a valid record, which makes the record invalid or unusual. */
export interface PlacedValue<Name extends string> {
  readonly name: Name;
  readonly pointer: string;
  readonly steps: readonly Step[];
  /** Undefined removes the present value. */
  readonly value: unknown;
}

export function placedAt<Name extends string>(
  steps: readonly Step[],
  name: Name,
  value: unknown,
): PlacedValue<Name> {
  return { name, pointer: pointerOf(steps), steps, value };
}

/**
 * A copy of the value, changed at one place. Creates missing objects on the way.
 * @param put - the new value; undefined removes the old one
 */
export function withValueAt(value: unknown, [step, ...rest]: readonly Step[], put: unknown): unknown {
  if (step === undefined) return structuredClone(put);
  if (step.key === 0) {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return [withValueAt(first, rest, put), ...others];
  }
  const copy: Record<string, unknown> = { ...holderOf(value, step) };
  const there = Object.hasOwn(copy, step.key) ? copy[step.key] : undefined;
  const changed = withValueAt(there, rest, put);
  if (changed === undefined) delete copy[step.key];
  else copy[step.key] = changed;
  return copy;
}

/** Whether the last step can be changed without creating objects or lists on the way. */
export function reaches(value: unknown, [step, ...rest]: readonly Step[]): boolean {
  if (step === undefined) return true;
  const { key, tag } = step;
  if (key === 0) return Array.isArray(value) && value.length > 0 && reaches(value[0], rest);
  if (!isObject(value) || (tag !== undefined && value[tag.name] !== tag.value)) return false;
  return reaches(Object.hasOwn(value, key) ? value[key] : undefined, rest);
}

function holderOf(value: unknown, { tag, holder }: Step): Readonly<Record<string, unknown>> {
  const object = isObject(value) ? value : (holder as Readonly<Record<string, unknown>>);
  if (tag === undefined || object[tag.name] === tag.value) return object;
  return holder as Readonly<Record<string, unknown>>;
}
