import { followed } from '../schema/references.ts';
import { annotations, type Schema, tagsOf } from '../schema/schema.ts';
import { formats } from './formats.ts';

/** Whether a value is surely as its schema says. */
type Acceptor = (value: unknown) => boolean;

/**
 * What accepts the values of a schema of the description. It refuses what it does not know how to judge, so only
 * its yes says something.
 *
 * It looks at the members that a record has, where Ajv's code asks for each that it could have: that takes Ajv ten
 * times as long as reading the record did, where no two records have the same members.
 */
export function acceptorOf(schema: Schema): Acceptor {
  const known = acceptors.get(schema);
  if (known !== undefined) return known;
  const acceptor = created(schema);
  acceptors.set(schema, acceptor);
  return acceptor;
}

/** Kept with the schemas, and so a part of the description that they are of. */
const acceptors = new WeakMap<Schema, Acceptor>();

function created(schema: Schema): Acceptor {
  const { $ref, ...beside } = schema;
  if ($ref !== undefined && Object.keys(beside).every((keyword) => annotations.has(keyword)))
    return acceptorOf(followed(schema));
  const parts = partsOf(schema);
  const isUnderstood = parts.flatMap(Object.keys).every((keyword) => understood.has(keyword));
  if (!isUnderstood) return never;
  return every([...parts.flatMap((part) => readers.flatMap((reader) => reader(part))), ...membersOf(parts)]);
}

const never: Acceptor = () => false;

/** These, and the keywords that are read here. */
const understood: ReadonlySet<string> = new Set([
  ...annotations,
  ...['$ref', 'allOf', 'oneOf', 'discriminator', 'type', 'const', 'enum', 'format', 'pattern', 'items'],
  ...['required', 'properties', 'additionalProperties'],
]);

/** A schema and all that holds beside it: what it refers to, and the parts of its `allOf`. */
function partsOf(schema: Schema): Schema[] {
  const { $ref, allOf = [] } = schema;
  return [schema, ...($ref === undefined ? [] : partsOf(followed(schema))), ...allOf.flatMap(partsOf)];
}

/** Of a part of a schema, what one keyword asks for. */
const readers: readonly ((part: Schema) => Acceptor[])[] = [
  ({ type, enum: values }) => {
    if (type === undefined) return [];
    // Each of the values that are listed is a string already.
    return type === 'string' && values !== undefined ? [] : [types[type] ?? never];
  },
  (part) => (part.const === undefined ? [] : [(value) => value === part.const]),
  ({ enum: values }) => {
    if (values === undefined) return [];
    const allowed: ReadonlySet<unknown> = new Set(values);
    return [(value) => allowed.has(value)];
  },
  ({ format }) => {
    if (format === undefined) return [];
    const known: Readonly<Record<string, (text: string) => boolean>> = formats;
    const isFormat = known[format] ?? never;
    return [(value) => typeof value !== 'string' || isFormat(value)];
  },
  ({ pattern }) => {
    if (pattern === undefined) return [];
    const expression = new RegExp(pattern, 'u');
    return [(value) => typeof value !== 'string' || expression.test(value)];
  },
  ({ items }) => {
    if (items === undefined) return [];
    const acceptItem = acceptorOf(items);
    return [(value) => !Array.isArray(value) || acceptsEach(acceptItem, value)];
  },
  (part) => {
    if (part.oneOf === undefined) return [];
    const tag = part.discriminator?.propertyName;
    if (tag === undefined) return [never];
    const names = tagsOf(part);
    const branches = new Map<unknown, Acceptor>(
      part.oneOf.map((branch, index) => [names[index], whenNeeded(branch)]),
    );
    return [
      (value) => {
        if (!isObject(value)) return true;
        const accept = branches.get(value[tag]) ?? never;
        return accept(value);
      },
    ];
  },
];

/** Also what is missing between two elements is looked at: `every` would pass over it. */
function acceptsEach(acceptItem: Acceptor, items: readonly unknown[]): boolean {
  for (let index = 0; index < items.length; index += 1) if (!acceptItem(items[index])) return false;
  return true;
}

/** A file holds cases of few types, and forms of few editions. */
function whenNeeded(schema: Schema): Acceptor {
  let accept: Acceptor | undefined;
  return (value) => {
    accept ??= acceptorOf(schema);
    return accept(value);
  };
}

const types: Readonly<Record<string, Acceptor>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What all parts together say of an object's members: each member is looked at once. */
function membersOf(parts: readonly Schema[]): Acceptor[] {
  const declared = parts.flatMap(({ properties = {} }) => Object.entries(properties));
  const required = parts.flatMap((part) => part.required ?? []);
  const closed = parts.filter(({ additionalProperties = true }) => additionalProperties !== true);
  const isClosed = closed.length > 0;
  if (declared.length === 0 && required.length === 0 && !isClosed) return [];
  // A closed part refuses what the others declare.
  if (closed.some((part) => parts.some((other) => other !== part && other.properties !== undefined)))
    return [never];
  const members = new Map(
    [...Map.groupBy(declared, ([name]) => name)].map(([name, schemas]) => [
      name,
      every(schemas.map(([, schema]) => acceptorOf(schema))),
    ]),
  );
  const countListed = listing(members, isClosed);
  const countAsked = asking([...members]);
  // Like comes after like.
  let hadMany = false;
  return [
    (value) => {
      if (!isObject(value)) return true;
      if (!isPlain(value)) return false;
      for (const name of required) if (value[name] === undefined) return false;
      const count = hadMany ? countAsked(value) : countListed(value);
      hadMany = !isClosed && count > manyMembers;
      return count !== refused;
    },
  ];
}

/** Whether an object inherits nothing: what it inherits is not listed, but found by who asks for it. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** V8 keeps an object of more members as a hash table: to list them takes longer than to ask for each. */
const manyMembers = 128;

/** How many members an object has, or that one of them is refused. */
type Count = (value: Readonly<Record<string, unknown>>) => number;

const refused = -1;

function listing(members: ReadonlyMap<string, Acceptor>, isClosed: boolean): Count {
  return (value) => {
    let count = 0;
    for (const name in value) {
      const member = value[name];
      const accept = members.get(name);
      if (accept === undefined) {
        if (isClosed) return refused;
      } else if (member !== undefined && !accept(member)) return refused;
      count += 1;
    }
    // A member that is not enumerable was not looked at.
    return Object.getOwnPropertyNames(value).length === count ? count : refused;
  };
}

function asking(members: readonly (readonly [name: string, accept: Acceptor])[]): Count {
  return (value) => {
    let count = 0;
    for (const [name, accept] of members) {
      const member = value[name];
      if (member === undefined) continue;
      if (!accept(member)) return refused;
      count += 1;
    }
    return count;
  };
}

function every(acceptors: readonly Acceptor[]): Acceptor {
  const [first = () => true, second, ...others] = acceptors;
  if (second === undefined) return first;
  const rest = every([second, ...others]);
  return (value) => first(value) && rest(value);
}
