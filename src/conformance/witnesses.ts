import { type Kind, kindOfSchema, type ObjectKind } from '../generation/kind.ts';
import { schemaNamed } from '../specification/description.ts';
import { childPointer, memberOf } from '../specification/pointer.ts';
import { validate } from '../validation/validate.ts';

/**
 * How often case records showed what they can show: each shape, each edition of a form, each field, and each value of a
 * field that has a few. It is named as in `Sale TA6_4th /TA6/listingGrade 'grade II'`.
 */
export interface Witnesses {
  /** By name, in how many records it was seen, and nothing was wrong with it. */
  readonly valid: Readonly<Record<string, number>>;
  /** By name, in how many records something was wrong with it. */
  readonly invalid: Readonly<Record<string, number>>;
}

/** Nothing was seen. */
export const noWitnesses: Witnesses = { valid: {}, invalid: {} };

const recordKind = kindOfSchema(schemaNamed('CaseRecord'));

/** Everything that case records can show, in the description's order. */
export const possibleWitnesses: readonly string[] = [...new Set(possibleIn(recordKind, [], ''))];

function* possibleIn(kind: Kind, branches: readonly string[], pattern: string): Generator<string> {
  switch (kind.kind) {
    case 'object':
      for (const member of kind.members) {
        const place = childPointer(pattern, member.name);
        yield nameOf(branches, place);
        yield* possibleIn(member.kind, branches, place);
      }
      break;
    case 'union':
      for (const { value, object } of kind.branches) {
        yield nameOf([...branches, value]);
        yield* possibleIn(withoutTag(object, kind.tag), [...branches, value], pattern);
      }
      break;
    case 'list':
      yield* possibleIn(kind.items, branches, `${pattern}/*`);
      break;
    case 'choice':
    case 'truth':
      for (const value of kind.values) yield nameOf(branches, pattern, value);
      break;
    default:
  }
}

/** That a branch was seen says what its tag was. */
function withoutTag({ members, ...object }: ObjectKind, tag: string): ObjectKind {
  return { ...object, members: members.filter(({ name }) => name !== tag) };
}

function nameOf(branches: readonly string[], pattern?: string, value?: string | boolean): string {
  const place = pattern === undefined ? [] : [pattern];
  return [...branches, ...place, ...(value === undefined ? [] : [`'${value}'`])].join(' ');
}

/** Something that a record shows. */
interface Sight {
  readonly name: string;
  /** Where, as a JSON pointer. */
  readonly pointer: string;
  /** Whether it stands for all that is below it, as a shape and an edition do. */
  readonly isBranch: boolean;
}

function* sightsIn(
  kind: Kind,
  value: unknown,
  branches: readonly string[],
  pattern: string,
  pointer: string,
): Generator<Sight> {
  switch (kind.kind) {
    case 'object':
      for (const member of kind.members) {
        const held = memberOf(value, member.name);
        if (held === undefined) continue;
        const place = childPointer(pattern, member.name);
        const there = childPointer(pointer, member.name);
        yield { name: nameOf(branches, place), pointer: there, isBranch: false };
        yield* sightsIn(member.kind, held, branches, place, there);
      }
      break;
    case 'union': {
      const branch = kind.branches.find((one) => one.value === memberOf(value, kind.tag));
      if (branch === undefined) break;
      const within = [...branches, branch.value];
      yield { name: nameOf(within), pointer, isBranch: true };
      yield* sightsIn(withoutTag(branch.object, kind.tag), value, within, pattern, pointer);
      break;
    }
    case 'list':
      for (const [index, item] of (Array.isArray(value) ? value : []).entries())
        yield* sightsIn(kind.items, item, branches, `${pattern}/*`, childPointer(pointer, index));
      break;
    case 'choice':
    case 'truth':
      for (const one of kind.values)
        if (one === value) yield { name: nameOf(branches, pattern, one), pointer, isBranch: false };
      break;
    default:
  }
}

/** What case records show. */
export function witnessesOf(records: readonly unknown[]): Witnesses {
  return summedWitnesses(records.map(witnessesIn));
}

/** Of a name that a record shows several times, as elements of a list do, one that is wrong decides. */
function witnessesIn(record: unknown): Witnesses {
  const sights = [...sightsIn(recordKind, record, [], '', '')];
  const places = new Set(sights.map(({ pointer }) => pointer));
  const wrong = validate('CaseRecord', record).map(({ pointer }) => pointer);
  const wrongPlaces = new Set(wrong.map((pointer) => listedPlace(pointer, places)));
  const isWrong = ({ pointer, isBranch }: Sight): boolean =>
    isBranch ? wrong.some((one) => `${one}/`.startsWith(`${pointer}/`)) : wrongPlaces.has(pointer);
  const invalid = new Set(sights.filter(isWrong).map(({ name }) => name));
  const valid = new Set(sights.map(({ name }) => name).filter((name) => !invalid.has(name)));
  return { valid: countedOnce(valid), invalid: countedOnce(invalid) };
}

/** The place that a finding is about: of what is not listed, that which holds it. */
function listedPlace(pointer: string, places: ReadonlySet<string>): string {
  if (pointer === '' || places.has(pointer)) return pointer;
  return listedPlace(pointer.slice(0, pointer.lastIndexOf('/')), places);
}

function countedOnce(names: ReadonlySet<string>): Record<string, number> {
  return Object.fromEntries([...names].map((name) => [name, 1]));
}

/** What several runs saw together, in the description's order; last, what only another version knows. */
export function summedWitnesses(all: readonly Witnesses[]): Witnesses {
  return { valid: summed(all.map(({ valid }) => valid)), invalid: summed(all.map(({ invalid }) => invalid)) };
}

function summed(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [name, number] of counts.flatMap((count) => Object.entries(count)))
    sums.set(name, (sums.get(name) ?? 0) + number);
  return Object.fromEntries(
    [...sums].sort(([one], [other]) => (places.get(one) ?? places.size) - (places.get(other) ?? places.size)),
  );
}

const places = new Map(possibleWitnesses.map((name, place) => [name, place]));

/** What no record showed, neither right nor wrong. */
export function neverWitnessed({ valid, invalid }: Witnesses): string[] {
  return possibleWitnesses.filter((name) => !Object.hasOwn(valid, name) && !Object.hasOwn(invalid, name));
}
