import { isDeepStrictEqual } from 'node:util';
import { memoised } from './memoised.ts';
import { dereferenced } from './references.ts';
import { annotations, type Schema } from './schema.ts';

/**
 * The values that a schema allows, in a form that generators and the fast validator can read. `choice` is an enum of
 * texts; `truth` is a boolean.
 */
export type Kind =
  | { readonly kind: 'text' | 'number' | 'anything' }
  | { readonly kind: 'truth'; readonly values: readonly boolean[] }
  | { readonly kind: 'formatted'; readonly format: string }
  | { readonly kind: 'patterned'; readonly pattern: string }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  /** A nested schema with a keyword that `kindOfSchema` cannot read. */
  | { readonly kind: 'described'; readonly schema: Schema }
  | ListKind
  | ObjectKind
  | UnionKind;

/** What to do with a value of each kind. Kinds that are left out are treated otherwise. */
export type ByKind<Result, Further extends readonly unknown[] = []> = {
  readonly [Name in Kind['kind']]?: (kind: Kind & { readonly kind: Name }, ...further: Further) => Result;
};

export function ofKind<Result, Further extends readonly unknown[]>(
  kind: Kind,
  cases: ByKind<Result, Further>,
  otherwise: (kind: Kind, ...further: Further) => Result,
  ...further: Further
): Result {
  const own = (cases[kind.kind] ?? otherwise) as typeof otherwise;
  return own(kind, ...further);
}

export interface ListKind {
  readonly kind: 'list';
  readonly items: Kind;
  readonly minItems: number;
}

export interface ObjectKind {
  readonly kind: 'object';
  readonly members: readonly Member[];
  readonly isClosed: boolean;
}

export interface Member {
  readonly name: string;
  readonly kind: Kind;
  readonly isRequired: boolean;
}

export interface UnionKind {
  readonly kind: 'union';
  readonly tag: string;
  /** The values of the tag in the schema. Narrowing to a subset removes branches, but no tags. */
  readonly tags: readonly string[];
  readonly branches: readonly Branch[];
}

export interface Branch {
  readonly value: string;
  readonly object: ObjectKind;
}

const known: ReadonlySet<string> = new Set([
  ...annotations,
  ...['$ref', 'allOf', 'type', 'const', 'enum', 'format', 'pattern', 'items', 'oneOf', 'discriminator'],
  ...['properties', 'required', 'additionalProperties'],
]);

export class UnknownKind extends Error {
  override readonly name = 'UnknownKind';
}

/**
 * The kind of a schema: the intersection of its own keywords, its reference and its `allOf`.
 * @param schema - of a linked description (see `linked`)
 * @throws {UnknownKind} when a keyword or a combination cannot be read: a kind must never be a guess
 */
export const kindOfSchema = memoised(readKind);

function readKind(schema: Schema, around: readonly Schema[] = []): Kind {
  if (around.includes(schema)) throw new UnknownKind('A schema refers to itself.');
  const within = [...around, schema];
  if (isReferenceAlone(schema)) return kindOfSchema(dereferenced(schema), within);
  const parts = partsOf(schema);
  const unknown = parts.flatMap(Object.keys).find((keyword) => !known.has(keyword));
  if (unknown !== undefined) throw new UnknownKind(`It is not known what the keyword '${unknown}' allows.`);
  const implied = parts.some(({ oneOf }) => oneOf !== undefined) ? 'object' : undefined;
  const [type = implied, another] = new Set(parts.flatMap((part) => part.type ?? []));
  if (another !== undefined)
    throw new UnknownKind(`No value is of the types '${type}' and '${another}' at once.`);
  return parts
    .flatMap((part) => kindsOfPart(part, type, within))
    .reduce(intersectionOf, { kind: 'anything' });
}

/** A member or an element that cannot be read is `described`, and the schema around it still has a kind. */
function kindWithin(schema: Schema, within: readonly Schema[]): Kind {
  try {
    return kindOfSchema(schema, within);
  } catch (error) {
    if (error instanceof UnknownKind) return { kind: 'described', schema };
    throw error;
  }
}

function isReferenceAlone(schema: Schema): boolean {
  if (schema.$ref === undefined) return false;
  return Object.keys(schema).every((keyword) => keyword === '$ref' || annotations.has(keyword));
}

function partsOf(schema: Schema): Schema[] {
  const { $ref, allOf = [] } = schema;
  return [...($ref === undefined ? [] : partsOf(dereferenced(schema))), ...allOf.flatMap(partsOf), schema];
}

function kindsOfPart(part: Schema, type: string | undefined, within: readonly Schema[]): Kind[] {
  return [
    ...(part.const === undefined ? [] : [choiceOf([part.const])]),
    ...(part.enum === undefined ? [] : [choiceOf(part.enum)]),
    ...(part.oneOf === undefined ? [] : [unionOf(part, within)]),
    ...kindsOfType(part, type, within),
  ];
}

function choiceOf(values: readonly unknown[]): Kind {
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length < values.length) throw new UnknownKind('It is not known what is among texts and others.');
  if (texts.length === 0) throw new UnknownKind('A choice has no values.');
  return { kind: 'choice', values: texts };
}

function kindsOfType(part: Schema, type: string | undefined, within: readonly Schema[]): Kind[] {
  if (type === undefined) return [anyType(part)];
  const kinds = ofType[type]?.(part, within);
  if (kinds === undefined) throw new UnknownKind(`It is not known what values are of the type '${type}'.`);
  return kinds;
}

const ofType: Readonly<Record<string, (part: Schema, within: readonly Schema[]) => Kind[]>> = {
  string: textOf,
  number: (part) => [numberOf(part)],
  boolean: () => [{ kind: 'truth', values: [true, false] }],
  array: ({ items = {} }, within) => [{ kind: 'list', items: kindWithin(items, within), minItems: 0 }],
  object: (part, within) => [objectOf(part, within)],
};

/** Keywords that constrain values of one type only. Without a `type`, they allow every value of the other types. */
const typed = ['format', 'pattern', 'items', 'properties', 'required', 'additionalProperties'] as const;

function anyType(part: Schema): Kind {
  const keyword = typed.find((one) => part[one] !== undefined);
  if (keyword === undefined) return { kind: 'anything' };
  throw new UnknownKind(`It is not known what '${keyword}' allows of a value of any type.`);
}

function textOf({ format, pattern }: Schema): Kind[] {
  return [
    { kind: 'text' },
    ...(format === undefined ? [] : [{ kind: 'formatted', format } as const]),
    ...(pattern === undefined ? [] : [{ kind: 'patterned', pattern } as const]),
  ];
}

function numberOf({ format = 'double' }: Schema): Kind {
  if (['float', 'double'].includes(format)) return { kind: 'number' };
  throw new UnknownKind(`It is not known what numbers are of the format '${format}'.`);
}

function unionOf({ oneOf = [], discriminator }: Schema, within: readonly Schema[]): UnionKind {
  const tag = discriminator?.propertyName;
  if (tag === undefined) throw new UnknownKind('It is not known what distinguishes the branches of a union.');
  const branches = oneOf.flatMap((option) => {
    const object = kindOfSchema(option, within);
    const tagged =
      object.kind === 'object' ? object.members.find(({ name }) => name === tag)?.kind : undefined;
    if (object.kind !== 'object' || tagged?.kind !== 'choice')
      throw new UnknownKind(`A branch of a union does not say what its ${tag} is.`);
    return tagged.values.map((value) => ({ value, object }));
  });
  const tags = branches.map(({ value }) => value);
  if (new Set(tags).size < tags.length)
    throw new UnknownKind(`Two branches of a union have the same ${tag}.`);
  return { kind: 'union', tag, tags, branches };
}

function objectOf(part: Schema, within: readonly Schema[]): ObjectKind {
  const { properties = {}, required = [], additionalProperties = true } = part;
  if (typeof additionalProperties !== 'boolean')
    throw new UnknownKind('It is not known what a schema of additional properties allows.');
  const listed = Object.entries(properties).map(([name, property]) => ({
    name,
    kind: kindWithin(property, within),
    isRequired: required.includes(name),
  }));
  const unlisted = required.filter((name) => !Object.hasOwn(properties, name));
  if (unlisted.length > 0 && !additionalProperties)
    throw new UnknownKind('A closed object wants what it refuses.');
  const asked = unlisted.map((name) => ({ name, kind: { kind: 'anything' } as const, isRequired: true }));
  return { kind: 'object', members: [...listed, ...asked], isClosed: !additionalProperties };
}

function intersectionOf(one: Kind, other: Kind): Kind {
  if (one.kind === 'anything') return other;
  if (other.kind === 'anything') return one;
  if (one.kind === 'object' && other.kind === 'object') return intersectionOfObjects(one, other);
  if (one.kind === 'union' && other.kind === 'object') return intersectionOfUnion(one, other);
  if (one.kind === 'object' && other.kind === 'union') return intersectionOfUnion(other, one);
  if (one.kind === 'list' && other.kind === 'list')
    return {
      ...one,
      items: intersectionOf(one.items, other.items),
      minItems: Math.max(one.minItems, other.minItems),
    };
  if (one.kind === 'choice' && other.kind === 'choice')
    return choiceOf(one.values.filter((value) => other.values.includes(value)));
  if (one.kind === 'text' && isOfTexts(other)) return other;
  if (other.kind === 'text' && isOfTexts(one)) return one;
  if (isDeepStrictEqual(one, other)) return one;
  throw new UnknownKind(`It is not known what is of the kinds '${one.kind}' and '${other.kind}' at once.`);
}

function isOfTexts({ kind }: Kind): boolean {
  return kind === 'text' || kind === 'choice' || kind === 'formatted' || kind === 'patterned';
}

function intersectionOfObjects(one: ObjectKind, other: ObjectKind): ObjectKind {
  const listedByOne = new Set(one.members.map(({ name }) => name));
  const listedByOther = new Map(other.members.map((member) => [member.name, member]));
  const members = one.members.map((member) => {
    const same = listedByOther.get(member.name);
    if (same === undefined) return member;
    const isRequired = member.isRequired || same.isRequired;
    return { name: member.name, kind: intersectionOf(member.kind, same.kind), isRequired };
  });
  const further = other.members.filter(({ name }) => !listedByOne.has(name));
  if (
    (one.isClosed && further.length > 0) ||
    (other.isClosed && members.some(({ name }) => !listedByOther.has(name)))
  )
    throw new UnknownKind('A closed object refuses the members of a schema next to it.');
  return { kind: 'object', members: [...members, ...further], isClosed: one.isClosed || other.isClosed };
}

function intersectionOfUnion(union: UnionKind, object: ObjectKind): UnionKind {
  const branches = union.branches.map((branch) => ({
    ...branch,
    object: intersectionOfObjects(branch.object, object),
  }));
  return { ...union, branches };
}
