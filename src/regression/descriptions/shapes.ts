import { isObject, type JsonObject } from '../../schema/json.ts';
import { memoised } from '../../schema/memoised.ts';
import { memberOf } from '../../schema/pointer.ts';
import { referred } from '../../schema/references.ts';
import { candidateSchemas } from './candidates.ts';
import { type Digests, digestsOf } from './digests.ts';
import { targetsOf } from './discriminators.ts';
import { withoutUnevaluated } from './evaluated.ts';
import { type Intersect, intersection } from './intersection.ts';
import { canonical, type JsonType, jsonTypes, typeOf, unique } from './json.ts';
import { informing, isNarrowing, isUnhandled } from './keywords.ts';
import {
  type Alternative,
  type Conjunction,
  hasUnhandled,
  type Mapping,
  type NumberShape,
  type ObjectShape,
  openKey,
  type Shape,
  type Unhandled,
} from './shape.ts';
import { areDisjoint, simplified } from './unions.ts';

export type Shapes = (schema: unknown) => Shape;

/** The maximum number of alternatives, since nested unions multiply. A union that exceeds it is unhandled. */
const maxAlternatives = 200;

export function shapesOf(document: unknown): Shapes {
  const shapeNamed = memoised((key: string, schemas: Conjunction) => lazyShape(key, schemas, reader));
  const shapeOf = (schemas: Conjunction): Shape => {
    const said = new Map(schemas.filter((one) => !isEmpty(one)).map((one) => [textOf(one), one]));
    const key = said.size === 0 ? openKey : [...said.keys()].toSorted().join('&');
    return shapeNamed(key, [...said.values()]);
  };
  const intersect: Intersect = (one, other) => {
    if (one.key === openKey || one === other) return other;
    if (other.key === openKey) return one;
    return shapeOf([...one.schemas, ...other.schemas]);
  };
  const digests = { digestOf: digestsOf(document), digestOfAll: digestsOf(document, true) };
  const reader: Reader = { document, shapeOf, intersect, ...digests };
  return (schema) => shapeOf([schema]);
}

function textOf(schema: unknown): string {
  return isObject(schema) ? textOfObject(schema) : JSON.stringify(schema);
}

const textOfObject = memoised((schema: JsonObject) => JSON.stringify(schema));

function isEmpty(schema: unknown): boolean {
  return schema === true || schema === undefined || (isObject(schema) && Object.keys(schema).length === 0);
}

interface Unexpressed {
  readonly unhandled: Unhandled[];
  readonly mappings: Mapping[];
  isCovered: boolean;
  readonly candidates: unknown[];
  branched: 'anyOf' | 'oneOf' | undefined;
}

function noneUnhandled(): Unexpressed {
  return { unhandled: [], mappings: [], isCovered: true, candidates: [], branched: undefined };
}

/**
 * A shape that is read on first use, since schemas may be recursive. Reading a schema may need the schema's own shape,
 * for example to test whether its branches overlap: until it is read, the shape counts as unrestricted.
 */
function lazyShape(key: string, schemas: Conjunction, reader: Reader): Shape {
  const { digestOf, digestOfAll, shapeOf } = reader;
  let digest: string | undefined;
  let known: ReturnType<typeof read> | undefined;
  const reading = () => {
    if (known !== undefined) return known;
    known = { alternatives: openAlternatives(reader), ...noneUnhandled() };
    known = read(schemas, reader);
    return known;
  };
  count += 1;
  return {
    ...{ key, id: count, schemas },
    get digest() {
      digest ??= digestOfAll(schemas);
      return digest;
    },
    get alternatives() {
      return reading().alternatives;
    },
    get unhandled() {
      return reading().unhandled;
    },
    get mappings() {
      return reading().mappings;
    },
    get isCovered() {
      return reading().isCovered;
    },
    get branched() {
      return reading().branched;
    },
    get candidates() {
      return new Map(
        reading().candidates.map((schema) => [digestOf([schema]), shapeOf([...schemas, schema])]),
      );
    },
  };
}

let count = 0;

interface Reader {
  readonly document: unknown;
  readonly shapeOf: (schemas: Conjunction) => Shape;
  readonly intersect: Intersect;
  readonly digestOf: Digests;
  readonly digestOfAll: Digests;
}

interface Parts {
  readonly plain: JsonObject[];
  readonly unions: { readonly keyword: 'oneOf' | 'anyOf'; readonly options: readonly unknown[] }[];
  /** `unevaluated…` keywords that could not be replaced, each with a digest of what is evaluated. */
  readonly unevaluated: (readonly [keyword: string, evaluated: string])[];
  isNothing: boolean;
}

function read(schemas: Conjunction, reader: Reader) {
  const unexpressed = noneUnhandled();
  const alternatives = alternativesOf(schemas, reader, unexpressed, []);
  return { alternatives: simplified(alternatives), ...unexpressed };
}

function alternativesOf(
  schemas: Conjunction,
  reader: Reader,
  unexpressed: Unexpressed,
  around: readonly string[],
): Alternative[] {
  const references = new Set(around);
  const parts = collect(schemas, reader, references);
  if (parts.isNothing) return [];
  for (const part of parts.plain) addUnhandledOf(part, reader, unexpressed);
  unexpressed.unhandled.push(...parts.unevaluated.map(([keyword, digest]) => ({ keyword, digest })));
  // Next to an `unevaluated…` keyword, a keyword that evaluates members does not only narrow the schema: without it,
  // the schema may refuse these members.
  if (parts.unevaluated.length > 0) unexpressed.isCovered = false;
  let result = parts.plain
    .map((part) => ofPart(part, reader, unexpressed))
    .reduce((one, other) => intersection(one, other, reader.intersect), openAlternatives(reader));
  for (const { keyword, options } of parts.unions) {
    const ofBranches = noneUnhandled();
    const branches = options.map((option) => alternativesOf([option], reader, ofBranches, [...references]));
    if (hasUnhandled(ofBranches) || parts.unevaluated.length > 0) unexpressed.branched = keyword;
    unexpressed.unhandled.push(...ofBranches.unhandled);
    unexpressed.mappings.push(...ofBranches.mappings);
    unexpressed.isCovered &&= ofBranches.isCovered;
    unexpressed.candidates.push(...ofBranches.candidates);
    if (result.length * branches.flat().length > maxAlternatives) {
      unexpressed.unhandled.push({ keyword, because: 'excess', digest: reader.digestOf(options) });
      unexpressed.candidates.push(...options);
      continue;
    }
    const within = result;
    // Constraints next to a `oneOf`, such as `required`, may make the branches disjoint.
    const met = branches.map((branch) => intersection(within, branch, reader.intersect));
    if (keyword === 'oneOf' && !areDisjoint(met, reader.intersect)) {
      unexpressed.unhandled.push({ keyword, because: 'overlap', digest: reader.digestOf(options) });
      unexpressed.candidates.push(...options);
    }
    result = met.flat();
  }
  return result;
}

function addUnhandledOf(part: JsonObject, { shapeOf, digestOf }: Reader, unexpressed: Unexpressed): void {
  const left = Object.entries(part).filter(([keyword, value]) => isUnhandled(keyword, value));
  for (const [keyword, value] of left) {
    if (memberOf(value, 'hasBranches') === true) continue;
    const constraint = keyword === 'discriminator' ? (memberOf(value, 'propertyName') ?? value) : value;
    unexpressed.unhandled.push({ keyword, digest: digestOf([{ [keyword]: constraint }]) });
  }
  unexpressed.mappings.push(...mappingsIn(part.discriminator, shapeOf));
  const isPlain = left.every(([keyword, value]) => informing.has(keyword) || isNarrowing(keyword, value));
  // A member that matches a pattern is not an additional property. If additional properties are restricted, the schema
  // accepts members that the alternatives refuse.
  const acceptsMore = part.patternProperties !== undefined && !isEmpty(part.additionalProperties);
  if (!isPlain || acceptsMore) unexpressed.isCovered = false;
  else unexpressed.candidates.push(...candidateSchemas(part, (schema) => shapeOf([schema])));
}

function mappingsIn(discriminator: unknown, shapeOf: Reader['shapeOf']): Mapping[] {
  const isOfUnion = memberOf(discriminator, 'hasBranches') === true;
  return targetsOf(discriminator).map(([value, $ref]) => ({
    ...{ tag: String(memberOf(discriminator, 'propertyName')), value, isOfUnion },
    ...{ name: $ref.slice($ref.lastIndexOf('/') + 1), shape: shapeOf([{ $ref }]) },
  }));
}

/** Collects the keywords of schemas. A loop, since recursion would overflow the stack for long chains of references. */
function collect(schemas: Conjunction, { document }: Reader, references: Set<string>): Parts {
  const parts: Parts = { plain: [], unions: [], unevaluated: [], isNothing: false };
  const open = [...schemas];
  const holding: JsonObject[] = [];
  while (open.length > 0) {
    const schema = open.pop();
    if (schema === false) parts.isNothing = true;
    if (!isObject(schema)) continue;
    const { schema: said, closing, left } = withoutUnevaluated(document, schema);
    parts.plain.push(...closing);
    parts.unevaluated.push(...left);
    holding.push(said);
    const { $ref, allOf } = said;
    if (typeof $ref === 'string' && !references.has($ref)) {
      references.add($ref);
      open.push(referred(document, $ref));
    }
    if (Array.isArray(allOf)) open.push(...allOf);
  }
  for (const { $ref, allOf, anyOf, oneOf, ...others } of holding.toReversed()) {
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
  return parts;
}

function openAlternatives(reader: Reader): Alternative[] {
  return jsonTypes.map((type) => ofType(type, {}, reader));
}

function ofPart(part: JsonObject, reader: Reader, unexpressed: Unexpressed): Alternative[] {
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
  return enumerated.reduce<Alternative[]>(
    (left, values) => restrictedTo(left, values, unexpressed),
    alternatives,
  );
}

function restrictedTo(
  alternatives: readonly Alternative[],
  values: readonly unknown[],
  unexpressed: Unexpressed,
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
        unexpressed.unhandled.push({
          ...{ keyword: 'enum', because: 'nested values', values: own },
          digest: JSON.stringify(own.map((one) => canonical(one)).toSorted()),
        });
        return [alternative];
    }
  });
}

function ofType(type: JsonType, part: JsonObject, { shapeOf }: Reader): Alternative {
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

function isOfNumbers(format: string): boolean {
  return ['int32', 'int64', 'float', 'double'].includes(format);
}

function numberOf(
  part: JsonObject,
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
    excludesMinimum: above >= least && above !== Number.NEGATIVE_INFINITY,
    maximum: Math.min(most, below),
    excludesMaximum: below <= most && below !== Number.POSITIVE_INFINITY,
    multiples: unique([...(part.isWhole === true ? [1] : []), ...(divisor === 0 ? [] : [divisor])]),
    formats,
  };
}

function objectOf(
  part: JsonObject,
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
