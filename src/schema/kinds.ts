import { flatten } from './places.ts';
import { annotations, type Schema } from './schema.ts';

/** What the description allows at one place. */
export type Kind =
  | { readonly kind: 'text' | 'number' | 'anything' }
  | { readonly kind: 'truth'; readonly values: readonly boolean[] }
  | { readonly kind: 'formatted'; readonly format: string }
  | { readonly kind: 'patterned'; readonly pattern: string }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | ListKind
  | ObjectKind
  | UnionKind;

export interface ListKind {
  readonly kind: 'list';
  readonly items: Kind;
  /** The fewest elements. */
  readonly atLeast: number;
}

export interface ObjectKind {
  readonly kind: 'object';
  readonly members: readonly Member[];
  /** Whether nothing may be there but the members. */
  readonly isClosed: boolean;
}

export interface Member {
  readonly name: string;
  readonly kind: Kind;
  readonly isRequired: boolean;
}

/** Objects of several kinds, told apart by the value of one member. */
export interface UnionKind {
  readonly kind: 'union';
  /** The name of that member. */
  readonly tag: string;
  /** Every value that it can have, also where fewer branches are allowed here. */
  readonly tags: readonly string[];
  readonly branches: readonly Branch[];
}

export interface Branch {
  /** The value of the tag. */
  readonly value: string;
  readonly object: ObjectKind;
}

/** What is read of a schema: whatever else it says is not known here. */
const known: ReadonlySet<string> = new Set([
  ...annotations,
  ...['type', 'const', 'enum', 'format', 'pattern', 'items', 'oneOf', 'discriminator'],
  ...['properties', 'required', 'additionalProperties'],
]);

/**
 * What a schema of the description allows.
 * @throws {Error} when it says something that is not known here: what is generated must never be a guess
 */
export function kindOfSchema(schema: Schema): Kind {
  const flat = flatten(schema, undefined);
  const unknown = Object.keys(flat).find((keyword) => !known.has(keyword));
  if (unknown !== undefined) throw new Error(`It is not known what the keyword '${unknown}' allows.`);
  const { type, format, pattern, items, discriminator, oneOf } = flat;
  if (flat.const !== undefined) return { kind: 'choice', values: [flat.const] };
  if (flat.enum !== undefined) return { kind: 'choice', values: flat.enum };
  if (discriminator !== undefined && oneOf !== undefined) return unionOf(discriminator.propertyName, oneOf);
  switch (type) {
    case undefined:
      return { kind: 'anything' };
    case 'string':
      if (format !== undefined) return { kind: 'formatted', format };
      return pattern === undefined ? { kind: 'text' } : { kind: 'patterned', pattern };
    case 'number':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'truth', values: [true, false] };
    case 'array':
      return { kind: 'list', items: kindOfSchema(items ?? {}), atLeast: 0 };
    case 'object':
      return objectOf(flat);
    default:
      throw new Error(`It is not known what values are of the type '${type}'.`);
  }
}

function unionOf(tag: string, options: readonly Schema[]): UnionKind {
  const branches = options.map((option) => {
    const object = objectOf(flatten(option, undefined));
    const tagged = object.members.find(({ name }) => name === tag)?.kind;
    if (tagged?.kind !== 'choice') throw new Error(`A branch of a union does not say what its ${tag} is.`);
    return tagged.values.map((value) => ({ value, object }));
  });
  const all = branches.flat();
  return { kind: 'union', tag, tags: all.map(({ value }) => value), branches: all };
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): ObjectKind {
  const members = Object.entries(properties).map(([name, property]) => ({
    name,
    kind: kindOfSchema(property),
    isRequired: required.includes(name),
  }));
  return { kind: 'object', members, isClosed: additionalProperties === false };
}
