import type { Kind, UnionKind } from '../schema/kinds.ts';
import { childPointer, memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';

/**
 * How often case records showed what they can show: each shape, each edition of a form, each field, and each value of a
 * field that has a few. It is named as in `Sale TA6_4th /TA6/listingGrade 'grade II'`.
 */
export interface FieldCoverage {
  /** By name, the number of records that showed it without errors. */
  readonly valid: Readonly<Record<string, number>>;
  /** By name, the number of records that showed it with an error. */
  readonly invalid: Readonly<Record<string, number>>;
}

/** Nothing was seen. */
export const noFieldCoverage: FieldCoverage = { valid: {}, invalid: {} };

/** A spot of the records, with the names of what can be seen there. */
interface Spot {
  readonly members: readonly {
    readonly member: string;
    /** The token of the JSON pointer. */
    readonly step: string;
    readonly name: string;
    readonly spot: Spot;
  }[];
  readonly tag?: string;
  /** By the value of the tag. */
  readonly branches: ReadonlyMap<unknown, { readonly name: string; readonly spot: Spot }>;
  readonly items?: Spot;
  /** The names of the values, where there are a few. */
  readonly values: ReadonlyMap<unknown, string>;
}

/** Everything that case records can show. */
interface Coverable {
  readonly records: Spot;
  /** Everything that they can show, in the description's order. */
  readonly names: readonly string[];
  /** The place of each name in that order. */
  readonly ranks: ReadonlyMap<string, number>;
}

function coverableOf({ kindNamed }: Specification): Coverable {
  const records = spotOf(kindNamed('CaseRecord'), [], '');
  const names = [...namesIn(records)];
  return { records, names, ranks: new Map(names.map((name, rank) => [name, rank])) };
}

function spotOf(kind: Kind, branches: readonly string[], pattern: string): Spot {
  const members = kind.kind === 'object' ? kind.members : [];
  const values = kind.kind === 'choice' || kind.kind === 'truth' ? kind.values : [];
  return {
    members: members.map(({ name, kind: member }) => {
      const there = childPointer(pattern, name);
      return {
        member: name,
        step: childPointer('', name),
        name: nameOf(branches, there),
        spot: spotOf(member, branches, there),
      };
    }),
    branches: new Map(kind.kind === 'union' ? branchesOf(kind, branches, pattern) : []),
    values: new Map(values.map((value) => [value, nameOf(branches, pattern, value)])),
    ...(kind.kind === 'union' ? { tag: kind.tag } : {}),
    ...(kind.kind === 'list' ? { items: spotOf(kind.items, branches, `${pattern}/*`) } : {}),
  };
}

/** The tag of a branch is not a spot of its own, since the branch says its value. */
function branchesOf({ tag, branches: all }: UnionKind, branches: readonly string[], pattern: string) {
  return all.map(({ value, object }) => {
    const within = [...branches, value];
    const untagged = { ...object, members: object.members.filter(({ name }) => name !== tag) };
    return [value, { name: nameOf(within), spot: spotOf(untagged, within, pattern) }] as const;
  });
}

function nameOf(branches: readonly string[], pattern?: string, value?: string | boolean): string {
  const place = pattern === undefined ? [] : [pattern];
  return [...branches, ...place, ...(value === undefined ? [] : [`'${value}'`])].join(' ');
}

/** Everything that case records can show, in the description's order. */
export function coverable(specification: Specification): readonly string[] {
  return specification.derive(coverableOf).names;
}

function* namesIn({ members, branches, items, values }: Spot): Generator<string> {
  for (const { name, spot } of [...branches.values(), ...members]) {
    yield name;
    yield* namesIn(spot);
  }
  yield* values.values();
  if (items !== undefined) yield* namesIn(items);
}

/** Something that a record shows. */
interface Sight {
  readonly name: string;
  /** Where, as a JSON pointer. */
  readonly pointer: string;
  /** Whether it includes everything below it, as a shape and an edition do. */
  readonly isBranch: boolean;
}

function* sightsIn(spot: Spot, value: unknown, pointer: string): Generator<Sight> {
  const seen = spot.values.get(value);
  if (seen !== undefined) yield { name: seen, pointer, isBranch: false };
  if (typeof value !== 'object' || value === null) return;
  if (spot.items !== undefined) {
    for (const [index, item] of (Array.isArray(value) ? value : []).entries())
      yield* sightsIn(spot.items, item, `${pointer}/${index}`);
  }
  const branch = spot.tag === undefined ? undefined : spot.branches.get(memberOf(value, spot.tag));
  if (branch !== undefined) {
    yield { name: branch.name, pointer, isBranch: true };
    yield* sightsIn(branch.spot, value, pointer);
  }
  for (const { member, step, name, spot: there } of spot.members) {
    if (!Object.hasOwn(value, member)) continue;
    yield { name, pointer: pointer + step, isBranch: false };
    yield* sightsIn(there, memberOf(value, member), pointer + step);
  }
}

/** Counts what case records show, one after the other. */
export interface FieldCounts {
  add(record: unknown): void;
  coverage(): FieldCoverage;
}

/** @param earlier - what was counted before */
export function openFieldCounts(specification: Specification, earlier = noFieldCoverage): FieldCounts {
  const { records, ranks } = specification.derive(coverableOf);
  const valid = new Map(Object.entries(earlier.valid));
  const invalid = new Map(Object.entries(earlier.invalid));
  return {
    add(record) {
      const sights = [...sightsIn(records, record, '')];
      const wrong = wrongNames(specification, record, sights);
      // A record may show something several times, as the elements of a list do.
      const names = new Set(sights.map((sight) => sight.name));
      for (const name of wrong) invalid.set(name, (invalid.get(name) ?? 0) + 1);
      for (const name of names) if (!wrong.has(name)) valid.set(name, (valid.get(name) ?? 0) + 1);
    },
    coverage: () => ({ valid: inOrder(valid, ranks), invalid: inOrder(invalid, ranks) }),
  };
}

export function fieldCoverageOf(specification: Specification, shown: Iterable<unknown>): FieldCoverage {
  const counts = openFieldCounts(specification);
  for (const record of shown) counts.add(record);
  return counts.coverage();
}

/** The names that a record shows wrong. If it shows one several times, a single wrong value counts. */
function wrongNames(
  { validate }: Specification,
  record: unknown,
  sights: readonly Sight[],
): ReadonlySet<string> {
  const wrong = validate('CaseRecord', record).map(({ pointer }) => pointer);
  if (wrong.length === 0) return new Set();
  const places = new Set(sights.map(({ pointer }) => pointer));
  const wrongPlaces = new Set(wrong.map((pointer) => listedPlace(pointer, places)));
  const isWrong = ({ pointer, isBranch }: Sight): boolean =>
    isBranch ? wrong.some((one) => `${one}/`.startsWith(`${pointer}/`)) : wrongPlaces.has(pointer);
  return new Set(sights.filter(isWrong).map(({ name }) => name));
}

/** The place that a finding is about: of what is not listed, that which holds it. */
function listedPlace(pointer: string, places: ReadonlySet<string>): string {
  if (pointer === '' || places.has(pointer)) return pointer;
  return listedPlace(pointer.slice(0, pointer.lastIndexOf('/')), places);
}

/** The sums over several runs, in the description's order; names of other versions come last. */
export function summedFieldCoverage(
  specification: Specification,
  all: readonly FieldCoverage[],
): FieldCoverage {
  const { ranks } = specification.derive(coverableOf);
  const summed = (counts: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
    const sums = new Map<string, number>();
    for (const [name, number] of counts.flatMap((count) => Object.entries(count)))
      sums.set(name, (sums.get(name) ?? 0) + number);
    return inOrder(sums, ranks);
  };
  return { valid: summed(all.map(({ valid }) => valid)), invalid: summed(all.map(({ invalid }) => invalid)) };
}

function inOrder(
  counts: ReadonlyMap<string, number>,
  ranks: ReadonlyMap<string, number>,
): Record<string, number> {
  const rankOf = (name: string): number => ranks.get(name) ?? ranks.size;
  return Object.fromEntries([...counts].sort(([one], [other]) => rankOf(one) - rankOf(other)));
}

/** The names that no record showed. */
export function neverCovered(specification: Specification, { valid, invalid }: FieldCoverage): string[] {
  return coverable(specification).filter(
    (name) => !Object.hasOwn(valid, name) && !Object.hasOwn(invalid, name),
  );
}
