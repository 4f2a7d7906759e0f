import fc from 'fast-check';
import type { JsonObject } from '../schema/json.ts';
import { flatten } from '../schema/places.ts';
import type { Schema } from '../schema/schema.ts';
import { multipleOf } from '../validation/multiples.ts';

const limits = { elements: 1_000, characters: 10_000 };

/**
 * Values that probably satisfy the schema, the likeliest first; never empty. The caller must validate them.
 * @param schema - of a description whose references are linked
 */
export function candidatesFor(schema: Schema): unknown[] {
  return candidatesIn(schema, new Map());
}

type Known = Map<Schema, unknown[]>;

function candidatesIn(schema: Schema, known: Known): unknown[] {
  const earlier = known.get(schema);
  if (earlier !== undefined) return earlier;
  known.set(schema, []);
  const candidates = guessed(flatten(schema, undefined) as JsonObject, known);
  known.set(schema, candidates);
  return candidates;
}

function guessed(flat: JsonObject, known: Known): unknown[] {
  const { const: only, enum: values, examples, default: usual, anyOf, oneOf } = flat;
  const branches = [anyOf, oneOf].flatMap((some) => (Array.isArray(some) ? (some as Schema[]) : []));
  const said = [
    ...(only === undefined ? [] : [only]),
    ...(Array.isArray(values) ? values : []),
    ...(Array.isArray(examples) ? examples : []),
    ...(usual === undefined ? [] : [usual]),
  ];
  const types = flat.type === undefined ? impliedTypes(flat) : [flat.type].flat();
  return [
    ...said,
    ...types.flatMap((type) => ofTypes[String(type)]?.(flat, known) ?? []),
    ...branches.flatMap((branch) => candidatesIn(branch, known)),
    'None',
    0,
  ];
}

export function textsOfFormat(format: string): string[] {
  return textsByFormat[format] ?? ['None', 'See the enclosed letter.'];
}

/**
 * Several texts for each format. They differ in every part, so one probably matches a `pattern` next to the
 * format.
 */
export const textsByFormat: Readonly<Record<string, string[]>> = {
  uuid: ['3d0c7f6e-9a41-4b52-8d7c-1f2e3a4b5c6d', '8f14e45f-ceea-467f-a9c5-0d2f6c1a7b11'],
  email: ['ada.sample@example.com', 'bo.tester@example.org', '1@b.org'],
  date: ['2024-05-17', '2025-11-03', '1999-12-31'],
  'date-time': ['2024-05-17T09:30:00Z', '2025-11-03T16:05:00+01:00', '1999-12-31T23:59:59.9+01:00'],
  time: ['09:30:00Z', '16:05:00+01:00', '23:59:59.9+01:00'],
  duration: ['P1D', 'PT2H'],
  uri: ['https://www.example.com/a', 'https://www.example.org/b'],
  'uri-reference': ['https://www.example.com/a', '/b'],
  url: ['https://www.example.com/a', 'https://www.example.org/b'],
  hostname: ['www.example.com', 'www.example.org'],
  ipv4: ['192.0.2.1', '198.51.100.7'],
  ipv6: ['2001:db8::1', '2001:db8::2'],
  byte: ['c2FtcGxl', 'dGVzdA=='],
  regex: ['^a+$', '^b$'],
};

const typed: Readonly<Record<string, string>> = {
  ...{ minLength: 'string', maxLength: 'string', pattern: 'string', format: 'string' },
  ...{ minimum: 'number', maximum: 'number', exclusiveMinimum: 'number', exclusiveMaximum: 'number' },
  ...{ multipleOf: 'number', items: 'array', minItems: 'array', properties: 'object', required: 'object' },
};

function impliedTypes(schema: JsonObject): string[] {
  return [...new Set(Object.keys(schema).flatMap((keyword) => typed[keyword] ?? []))];
}

const ofTypes: Readonly<Record<string, (schema: JsonObject, known: Known) => unknown[]>> = {
  ...{ string: ofTexts, number: ofNumbers, integer: ofNumbers, array: ofLists, object: ofObjects },
  boolean: () => [true, false],
  null: () => [null],
};

function ofTexts({
  format,
  pattern,
  minLength = 0,
  maxLength = Number.POSITIVE_INFINITY,
}: JsonObject): string[] {
  const plain = typeof format === 'string' ? textsOfFormat(format) : ['Sample', 'Tester', ''];
  const sized = plain.map((text) =>
    text
      .padEnd(Math.min(Number(minLength), limits.characters), 'x')
      .slice(0, Number.isFinite(Number(maxLength)) ? Number(maxLength) : undefined),
  );
  return [...(typeof pattern === 'string' ? matching(pattern) : []), ...sized];
}

/** A matching telephone number comes first: the pattern probably means one. */
function matching(pattern: string): string[] {
  try {
    const expression = new RegExp(pattern, 'u');
    const known = ['+442079460100', '+447700900100', '01632960100'].filter((text) => expression.test(text));
    return [...known, ...fc.sample(fc.stringMatching(expression), { numRuns: 4, seed: 1 })];
  } catch {
    return [];
  }
}

function ofNumbers(schema: JsonObject): number[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf: divisor } = schema;
  const near = [
    ...[minimum, maximum].filter(isNumber),
    ...[exclusiveMinimum].filter(isNumber).flatMap((limit) => [limit + 1, limit + 0.5]),
    ...[exclusiveMaximum].filter(isNumber).flatMap((limit) => [limit - 1, limit - 0.5]),
  ];
  const all = [...near, 1, 2, 10, 100, 0];
  if (!isNumber(divisor)) return all;
  return all.flatMap((number) => [
    multipleOf(divisor, Math.ceil(number / divisor)),
    multipleOf(divisor, Math.floor(number / divisor)),
  ]);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function ofLists({ items, minItems = 0 }: JsonObject, known: Known): unknown[] {
  const [first, second = first] = items === undefined ? ['None'] : candidatesIn(items as Schema, known);
  if (first === undefined) return [[]];
  const length = Math.min(Math.max(1, Number(minItems)), limits.elements);
  return [Array.from({ length }, (_, index) => (index % 2 === 0 ? first : second)), []];
}

function ofObjects({ properties = {}, required = [] }: JsonObject, known: Known): unknown[] {
  const listed = properties as Readonly<Record<string, Schema>>;
  const needed = (required as string[]).map((name) => {
    const schema = listed[name] ?? {};
    const [first = flatten(schema, undefined).type === 'array' ? [] : {}] = candidatesIn(schema, known);
    return [name, first];
  });
  return [Object.fromEntries(needed)];
}
