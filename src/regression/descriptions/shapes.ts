import { isObject } from '../../schema/json.ts';
import { type Digests, digestsOf } from './digests.ts';
import { canonical, type JsonType, jsonTypes, referred } from './json.ts';
import { isUnhandled } from './keywords.ts';
import { both, type Join, unique } from './meet.ts';
import { type Alternative, type NumberShape, type ObjectShape, openKey, type Shape } from './shape.ts';
import { areDisjoint, simplified } from './unions.ts';

type SchemaObject = Readonly<Record<string, unknown>>;

/** Gives the shape of a schema of the document. */
export type Shapes = (schema: unknown) => Shape;

/** Schemas that all hold. */
type Conjunction = readonly unknown[];

/** So many alternatives are told apart; where more would follow from one another, they count as not handled. */
const mostAlternatives = 200;

/** Reads the shapes of a document whose discriminators are spelled out; each is made when it is looked at. */
export function shapesOf(document: unknown): Shapes {
  const known = new Map<string, Shape>();
  const sources = new Map<Shape, Conjunction>();
  const shapeOf = (schemas: Conjunction): Shape => {
    const said = new Map(schemas.filter((one) => !saysNothing(one)).map((one) => [JSON.stringify(one), one]));
    const key = said.size === 0 ? openKey : [...said.keys()].toSorted().join('&');
    const shape =
      known.get(key) ??
      new ReadShape(
        key,
        () => read([...said.values()], reader),
        () => digestOf([...said.values()]),
      );
    known.set(key, shape);
    sources.set(shape, [...said.values()]);
    return shape;
  };
  const join: Join = (one, other) => {
    if (one.key === openKey || one === other) return other;
    if (other.key === openKey) return one;
    return shapeOf([...(sources.get(one) ?? []), ...(sources.get(other) ?? [])]);
  };
  const digestOf = digestsOf(document);
  const reader: Reader = { document, shapeOf, join, digestOf };
  return (schema) => shapeOf([schema]);
}

function saysNothing(schema: unknown): boolean {
  return schema === true || schema === undefined || (isObject(schema) && Object.keys(schema).length === 0);
}

interface Reading {
  readonly alternatives: readonly Alternative[];
  readonly unhandled: Readonly<Record<string, string>>;
}

/** A shape that is read when something of it is asked for: schemas may refer to themselves. */
class ReadShape implements Shape {
  readonly key: string;
  readonly #read: () => Reading;
  readonly #digest: () => string;
  #digested: string | undefined;
  #reading: Reading | undefined;

  constructor(key: string, reading: () => Reading, digest: () => string) {
    this.key = key;
    this.#read = reading;
    this.#digest = digest;
  }

  get digest(): string {
    this.#digested ??= this.#digest();
    return this.#digested;
  }

  get alternatives(): readonly Alternative[] {
    this.#reading ??= this.#read();
    return this.#reading.alternatives;
  }

  get unhandled(): Readonly<Record<string, string>> {
    this.#reading ??= this.#read();
    return this.#reading.unhandled;
  }
}

interface Reader {
  readonly document: unknown;
  readonly shapeOf: (schemas: Conjunction) => Shape;
  readonly join: Join;
  readonly digestOf: Digests;
}

/** What a schema says itself, and the unions that it is one of besides. */
interface Parts {
  readonly plain: SchemaObject[];
  readonly unions: { readonly keyword: 'oneOf' | 'anyOf'; readonly options: readonly unknown[] }[];
  isNothing: boolean;
}

function read(schemas: Conjunction, reader: Reader): Reading {
  const unhandled: Record<string, string> = {};
  const alternatives = alternativesOf(schemas, reader, unhandled, []);
  return { alternatives: simplified(alternatives), unhandled };
}

function alternativesOf(
  schemas: Conjunction,
  reader: Reader,
  unhandled: Record<string, string>,
  around: readonly string[],
): Alternative[] {
  const parts: Parts = { plain: [], unions: [], isNothing: false };
  const references = new Set(around);
  for (const schema of schemas) collect(schema, reader, references, parts);
  if (parts.isNothing) return [];
  for (const [keyword, value] of parts.plain.flatMap(Object.entries)) {
    if (!isUnhandled(keyword, value)) continue;
    const text = reader.digestOf([{ [keyword]: value }]);
    say(unhandled, keyword, text);
  }
  let result = parts.plain
    .map((part) => ofPart(part, reader, unhandled))
    .reduce((one, other) => both(one, other, reader.join), openAlternatives(reader));
  for (const { keyword, options } of parts.unions) {
    const branches = options.map((option) => alternativesOf([option], reader, unhandled, [...references]));
    if (keyword === 'oneOf' && !areDisjoint(branches)) say(unhandled, 'oneOf', reader.digestOf(options));
    const union = branches.flat();
    if (result.length * union.length > mostAlternatives) {
      say(unhandled, keyword, reader.digestOf(options));
      continue;
    }
    result = both(result, union, reader.join);
  }
  return result;
}

/** Keeps what no alternative says; a keyword may stand in several parts. */
function say(unhandled: Record<string, string>, keyword: string, text: string): void {
  const texts = [...(unhandled[keyword]?.split('\n') ?? []), text];
  unhandled[keyword] = unique(texts).toSorted().join('\n');
}

function collect(schema: unknown, reader: Reader, references: Set<string>, parts: Parts): void {
  if (schema === false) parts.isNothing = true;
  if (!isObject(schema)) return;
  const { $ref, allOf, anyOf, oneOf, ...others } = schema;
  if (typeof $ref === 'string' && !references.has($ref)) {
    references.add($ref);
    collect(referred(reader.document, { $ref }), reader, references, parts);
  }
  for (const part of Array.isArray(allOf) ? allOf : []) collect(part, reader, references, parts);
  for (const [keyword, options] of [
    ['anyOf', anyOf],
    ['oneOf', oneOf],
  ] as const)
    if (Array.isArray(options)) parts.unions.push({ keyword, options });
  const malformed = Object.entries({ $ref, allOf, anyOf, oneOf }).filter(
    ([keyword, value]) => value !== undefined && isUnhandled(keyword, value),
  );
  const plain = { ...others, ...Object.fromEntries(malformed) };
  if (Object.keys(plain).length > 0) parts.plain.push(plain);
}

function openAlternatives(reader: Reader): Alternative[] {
  return jsonTypes.map((type) => ofType(type, {}, reader));
}

/** What the keywords of one schema accept, its references and unions apart. */
function ofPart(part: SchemaObject, reader: Reader, unhandled: Record<string, string>): Alternative[] {
  const types: readonly unknown[] = part.type === undefined ? jsonTypes : [part.type].flat();
  const alternatives = jsonTypes
    .filter((type) => types.includes(type) || (type === 'number' && types.includes('integer')))
    .map((type) => {
      const isWhole = type === 'number' && !types.includes('number') && part.type !== undefined;
      return ofType(type, isWhole ? { ...part, isWhole } : part, reader);
    });
  const enumerated = [
    ...(Array.isArray(part.enum) ? [part.enum as unknown[]] : []),
    ...(Object.hasOwn(part, 'const') ? [[part.const]] : []),
  ];
  return enumerated.reduce<Alternative[]>((left, values) => among(left, values, unhandled), alternatives);
}

/** Those of the alternatives that are among the values. */
function among(
  alternatives: readonly Alternative[],
  values: readonly unknown[],
  unhandled: Record<string, string>,
): Alternative[] {
  return alternatives.flatMap((alternative): Alternative[] => {
    const own = values.filter((value) => typeOf(value) === alternative.type);
    if (own.length === 0) return [];
    switch (alternative.type) {
      case 'null':
        return [alternative];
      case 'boolean':
        return [{ ...alternative, values: alternative.values.filter((one) => own.includes(one)) }];
      case 'string':
        return [{ ...alternative, values: unique(own as string[]) }];
      case 'number':
        return [{ ...alternative, values: unique(own as number[]) }];
      default:
        say(
          unhandled,
          `enum of ${alternative.type}s`,
          JSON.stringify(own.map((one) => canonical(one)).toSorted()),
        );
        return [alternative];
    }
  });
}

/** The type of a value of JSON. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonType;
}

function ofType(type: JsonType, part: SchemaObject, { shapeOf }: Reader): Alternative {
  const number = (keyword: string, otherwise: number): number => {
    const value = part[keyword];
    return typeof value === 'number' ? value : otherwise;
  };
  const texts = (keyword: string): string[] => [part[keyword]].filter((one) => typeof one === 'string');
  switch (type) {
    case 'null':
      return { type };
    case 'boolean':
      return { type, values: [false, true] };
    case 'string':
      return {
        type,
        minLength: number('minLength', 0),
        maxLength: number('maxLength', Number.POSITIVE_INFINITY),
        patterns: texts('pattern'),
        formats: texts('format').filter((format) => !isOfNumbers(format)),
      };
    case 'number':
      return numberOf(part, number, texts('format').filter(isOfNumbers));
    case 'array': {
      const first = Array.isArray(part.prefixItems) ? part.prefixItems : [];
      return {
        type,
        first: first.map((schema) => shapeOf([schema])),
        items: shapeOf([part.items]),
        minItems: number('minItems', 0),
        maxItems: number('maxItems', Number.POSITIVE_INFINITY),
        isUnique: part.uniqueItems === true,
      };
    }
    case 'object':
      return objectOf(part, number, shapeOf);
  }
}

/** Formats of OpenAPI that are of numbers; all others are of texts. */
function isOfNumbers(format: string): boolean {
  return ['int32', 'int64', 'float', 'double'].includes(format);
}

function numberOf(
  part: SchemaObject,
  number: (keyword: string, otherwise: number) => number,
  formats: readonly string[],
): NumberShape {
  const least = number('minimum', Number.NEGATIVE_INFINITY);
  const above = number('exclusiveMinimum', Number.NEGATIVE_INFINITY);
  const most = number('maximum', Number.POSITIVE_INFINITY);
  const below = number('exclusiveMaximum', Number.POSITIVE_INFINITY);
  const divisor = number('multipleOf', 0);
  return {
    type: 'number',
    minimum: Math.max(least, above),
    isAbove: above >= least && above !== Number.NEGATIVE_INFINITY,
    maximum: Math.min(most, below),
    isBelow: below <= most && below !== Number.POSITIVE_INFINITY,
    multiples: unique([...(part.isWhole === true ? [1] : []), ...(divisor === 0 ? [] : [divisor])]),
    formats,
  };
}

function objectOf(
  part: SchemaObject,
  number: (keyword: string, otherwise: number) => number,
  shapeOf: Reader['shapeOf'],
): ObjectShape {
  const properties = isObject(part.properties) ? part.properties : {};
  const required = Array.isArray(part.required) ? part.required : [];
  const { additionalProperties } = part;
  const names = unique([...Object.keys(properties), ...required.map(String)]);
  const members = names.map((name) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return [name, { shape: shapeOf([schema]), isRequired: required.includes(name) }] as const;
  });
  return {
    type: 'object',
    members: new Map(members),
    others: shapeOf([additionalProperties]),
    minProperties: number('minProperties', 0),
    maxProperties: number('maxProperties', Number.POSITIVE_INFINITY),
  };
}
