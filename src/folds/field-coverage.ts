import type { Kind } from '../schema/kinds.ts';
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

/** A part that a kind can have: what it is called, where a value has it, and what is below it. */
interface Part {
  /** Not set for the elements of a list. */
  readonly name?: string;
  /** Whether it includes everything below it, as a shape and an edition do. */
  readonly isBranch?: true;
  /** Where a value has it, as the end of a JSON pointer. */
  readonly found: (value: unknown) => readonly (readonly [end: string, inner: unknown])[];
  readonly below?: Within;
}

/** A kind, the branches that lead to it, and its pattern in the description. */
type Within = readonly [kind: Kind, branches: readonly string[], pattern: string];

function partsOf([kind, branches, pattern]: Within): Part[] {
  const place = [...branches, pattern].join(' ');
  switch (kind.kind) {
    case 'choice':
    case 'truth':
      return kind.values.map((one) => ({
        name: `${place} '${one}'`,
        found: (value) => (value === one ? [['', value]] : []),
      }));
    case 'list':
      return [
        {
          found: (value) => (Array.isArray(value) ? value.map((item, index) => [`/${index}`, item]) : []),
          below: [kind.items, branches, `${pattern}/*`],
        },
      ];
    case 'object':
      return kind.members.map(({ name, kind: member }) => ({
        name: `${place}${childPointer('', name)}`,
        found: (value) => {
          const inner = memberOf(value, name);
          return inner === undefined ? [] : [[childPointer('', name), inner]];
        },
        below: [member, branches, childPointer(pattern, name)],
      }));
    case 'union':
      return kind.branches.map(({ value: tag, object }) => {
        // The tag is not a part of its own, since the branch says its value.
        const members = object.members.filter(({ name }) => name !== kind.tag);
        return {
          name: [...branches, tag].join(' '),
          isBranch: true,
          found: (value) => (memberOf(value, kind.tag) === tag ? [['', value]] : []),
          below: [{ ...object, members }, [...branches, tag], pattern],
        };
      });
    default:
      return [];
  }
}

function* namesIn(within: Within): Generator<string> {
  for (const { name, below } of partsOf(within)) {
    if (name !== undefined) yield name;
    if (below !== undefined) yield* namesIn(below);
  }
}

/** Something that a record shows. */
interface Sight {
  readonly name: string;
  readonly isBranch: boolean;
  /** Where, as a JSON pointer. */
  readonly pointer: string;
}

function* sightsIn(within: Within, value: unknown, pointer: string): Generator<Sight> {
  for (const { name, isBranch = false, found, below } of partsOf(within)) {
    for (const [end, inner] of found(value)) {
      if (name !== undefined) yield { name, isBranch, pointer: pointer + end };
      if (below !== undefined) yield* sightsIn(below, inner, pointer + end);
    }
  }
}

const recordsOf = ({ kindNamed }: Specification): Within => [kindNamed('CaseRecord'), [], ''];

/** Everything that case records can show, in the description's order. */
export function coverable(specification: Specification): readonly string[] {
  return [...specification.derive(ranksOf).keys()];
}

/** The place of each name in that order. */
function ranksOf(specification: Specification): ReadonlyMap<string, number> {
  return new Map([...namesIn(recordsOf(specification))].map((name, rank) => [name, rank]));
}

/** Counts what case records show, one after the other. */
export interface FieldCounts {
  add(record: unknown): void;
  coverage(): FieldCoverage;
}

/** @param earlier - what was counted before */
export function openFieldCounts(specification: Specification, earlier = noFieldCoverage): FieldCounts {
  const ranks = specification.derive(ranksOf);
  const valid = new Map(Object.entries(earlier.valid));
  const invalid = new Map(Object.entries(earlier.invalid));
  return {
    add(record) {
      const sights = [...sightsIn(recordsOf(specification), record, '')];
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
  const ranks = specification.derive(ranksOf);
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
