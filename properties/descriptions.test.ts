import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../src/generation/values.ts';
import { compareDescriptions } from '../src/regression/descriptions/compare.ts';
import type { DescriptionDifference } from '../src/regression/descriptions/difference.ts';
import { kindOfSchema, UnknownKind } from '../src/schema/kinds.ts';
import { valueAt } from '../src/schema/pointer.ts';
import { linked } from '../src/schema/references.ts';
import { remembered } from '../src/schema/remembered.ts';
import type { Schema } from '../src/schema/schema.ts';
import { bundled } from '../src/specification/bundled.ts';
import { acceptanceOf } from '../test/unit/regression/descriptions/acceptance.ts';
import { sampling } from './sampling.ts';

// Of the bundled description, what is small enough to be compiled a thousand times.

type Json = { readonly [name: string]: unknown };

const roots = ['Address', 'Location', 'CommunicationPreferences', 'Error', 'OrganisationUser', 'ClientPatch'];
const schemas = JSON.parse(JSON.stringify(bundled.description.components.schemas)) as Json;

/** A description of one operation, whose request and answer are of one schema. */
function describing(components: Json): Json {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } };
  const responses = { 200: { description: '', content } };
  return {
    ...{ openapi: '3.1.0', info: { title: 'Random', version: '1' } },
    paths: {
      '/things': { post: { operationId: 'post', requestBody: { required: true, content }, responses } },
    },
    components: { schemas: components },
  };
}

/** The root with what it refers to, and a body that refers to the root: what is edited there stands beside a reference. */
function componentsOf(root: string, beside: Json): Json {
  const names = new Set([root]);
  for (const name of names)
    for (const [, other] of JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g))
      names.add(other ?? '');
  return {
    ...Object.fromEntries([...names].map((name) => [name, schemas[name]])),
    Body: { $ref: `#/components/schemas/${root}`, ...beside },
  };
}

const words = ['extra', 'line_1', 'message'];

/** What a random edit does to a schema. Some change its form alone, some nothing at all. */
const edits: readonly ((schema: Json, word: string) => Json)[] = [
  (schema, word) => ({ ...schema, required: [...((schema.required as string[]) ?? []), word] }),
  ({ required, ...schema }) => ({
    ...schema,
    ...(Array.isArray(required) ? { required: required.slice(1) } : {}),
  }),
  (schema) => ({ ...schema, properties: Object.fromEntries(membersOf(schema).slice(1)) }),
  (schema) => ({ ...schema, properties: Object.fromEntries(membersOf(schema).toReversed()) }),
  (schema, word) => ({
    ...schema,
    properties: Object.fromEntries(membersOf(schema).map(([name, one], at) => [at === 0 ? word : name, one])),
  }),
  (schema, word) => ({
    ...schema,
    properties: { ...(schema.properties as Json), [word]: { type: 'number' } },
  }),
  (schema) => ({ ...schema, additionalProperties: schema.additionalProperties === false }),
  (schema) => ({ ...schema, additionalProperties: { type: 'string' } }),
  (schema) => ({ ...schema, type: 'number' }),
  (schema) => ({ ...schema, type: [schema.type ?? 'string', 'null'].flat() }),
  (schema) => ({ ...schema, minLength: 2 }),
  (schema) => ({ ...schema, maxLength: 12 }),
  (schema) => ({ ...schema, pattern: '^[a-z ]{0,40}$' }),
  (schema) => ({ ...schema, format: 'date' }),
  ({ format: _, ...schema }) => schema,
  ({ pattern: _, ...schema }) => schema,
  (schema) => ({ ...schema, enum: ['one', 'two'] }),
  (schema) => ({ ...schema, minProperties: 1 }),
  (schema) => ({ ...schema, maximum: 90 }),
  (schema) => ({ allOf: [schema] }),
  (schema) => ({ anyOf: [schema, { type: 'null' }] }),
  (schema) => ({ oneOf: [schema, { const: 'other' }] }),
  (schema) => ({ allOf: [{ ...schema }, { type: 'object' }] }),
  (schema) => ({ ...schema, not: { const: 'never' } }),
  (schema, word) => ({ ...schema, not: { required: [word] } }),
  (schema, word) => ({ ...schema, dependentRequired: { [word]: ['other'] } }),
  (schema, word) => ({ ...schema, propertyNames: { not: { const: word } } }),
  (schema) => ({ ...schema, patternProperties: { '^[a-m]': { type: 'string' } } }),
  (schema, word) => ({ ...schema, if: { required: [word] }, else: { maxProperties: 1 } }),
  (schema, word) => ({ ...schema, oneOf: [{ required: [word] }, { required: ['other'] }] }),
  (schema, word) => ({ anyOf: [schema, { ...schema, required: [word] }] }),
  (schema, word) => ({ ...schema, properties: { ...(schema.properties as Json), [word]: {} } }),
  (schema, word) => ({
    ...schema,
    properties: { ...(schema.properties as Json), [word]: { type: 'string', maxLength: 3 } },
    required: [word],
  }),
  (schema) => ({ ...schema, additionalProperties: true }),
  (schema) => ({ ...schema, unevaluatedProperties: false }),
  (schema) => ({ ...schema, description: 'Said otherwise' }),
];

function membersOf({ properties = {} }: Json): [string, unknown][] {
  return Object.entries(properties as Json);
}

/** The places of schemas in components, each as a path of keys. */
function* schemaPaths(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  if (path.length % 2 === 1) yield path;
  const { properties } = value as Json;
  if (path.length % 2 === 0) {
    for (const [name, one] of Object.entries(value)) yield* schemaPaths(one, [...path, name]);
    return;
  }
  if (properties !== undefined) yield* schemaPaths(properties, [...path, 'properties']);
}

function edited(value: unknown, [key, ...rest]: readonly string[], edit: (schema: Json) => Json): unknown {
  if (key === undefined) return edit(value as Json);
  return { ...(value as Json), [key]: edited((value as Json)[key], rest, edit) };
}

/** What is edited. Its description is the same object each time, so that it is compiled once. */
const unedited = roots.flatMap((root) =>
  [{}, { unevaluatedProperties: false }].map((beside) => {
    const components = componentsOf(root, beside);
    return { root, components, before: describing(components) };
  }),
);

const pairs = fc
  .constantFrom(...unedited)
  .chain((one) => {
    const { components } = one;
    const edit = fc.tuple(
      fc.constantFrom(...schemaPaths(components)),
      fc.constantFrom(...edits),
      fc.constantFrom(...words),
    );
    return fc.tuple(fc.constant(one), fc.array(edit, { minLength: 1, maxLength: 2 }));
  })
  .map(([{ root, components, before }, done]) => {
    let changed: unknown = components;
    for (const [path, edit, word] of done)
      changed = isThere(changed, path) ? edited(changed, path, (schema) => edit(schema, word)) : changed;
    return { before, after: describing(changed as Json), root };
  });

function isThere(value: unknown, path: readonly string[]): boolean {
  return path.reduce<unknown>((here, key) => (here as Json | undefined)?.[key], value) !== undefined;
}

/** Whether a body is as a description says; each is compiled once. */
const acceptorOf = remembered(acceptanceOf, (description) => description);
const of = { operation: 'POST /things', part: 'request body' } as const;

/** Values of either description, as the generators of records make them, and with each name that an edit may add. */
function generated(
  { before, after, root }: { before: Json; after: Json; root: string },
  seed: number,
): unknown[] {
  return [before, after].flatMap((description) => {
    const { components } = linked(structuredClone(description)) as unknown as {
      components: { schemas: Record<string, Schema> };
    };
    try {
      const schema = components.schemas[root];
      return schema === undefined
        ? []
        : fc
            .sample(valuesOf(kindOfSchema(schema), 'realistic'), { numRuns: 5, seed })
            .flatMap((value) => [value, ...words.map((word) => ({ ...(value as object), [word]: 0 }))]);
    } catch (error) {
      if (error instanceof UnknownKind) return [];
      throw error;
    }
  });
}

describe('two descriptions, one of them edited at random', () => {
  test('are never compatible where a generated value tells them apart, nor breaking without a witness', () => {
    fc.assert(
      fc.property(pairs, fc.nat(), (pair, seed) => {
        const differences = compareDescriptions(pair.before, pair.after);
        const accepts = { before: acceptorOf(pair.before), after: acceptorOf(pair.after) };
        for (const value of generated(pair, seed)) {
          const [old, now] = [accepts.before(of, value), accepts.after(of, value)];
          if (old === now) continue;
          const concerned = ofBodies(differences, 'response');
          expect(concerned.map((one) => (now ? one.consumers : one.providers).verdict)).not.toEqual(
            concerned.map(() => 'compatible'),
          );
        }
        for (const { consumers, providers, ...difference } of differences)
          for (const { verdict, witness } of [consumers, providers]) {
            expect(verdict === 'breaking').toBe(witness !== undefined);
            if (witness === undefined) continue;
            const other = witness.acceptedBy === 'before' ? 'after' : 'before';
            expect(accepts[witness.acceptedBy](of, witness.body)).toBe(true);
            expect(accepts[other](of, witness.body)).toBe(false);
            expect(isShownBy(witness.body, difference)).toBe(true);
          }
        const mirrored = compareMirrored(differences);
        expect(mirrored.request).toEqual(mirrored.response);
      }),
      sampling(500),
    );
  }, 120_000);
});

/** Whether a value has something at the place that differs, or lacks what must be there. */
function isShownBy(
  value: unknown,
  { pointer, keyword }: Pick<DescriptionDifference, 'pointer' | 'keyword'>,
): boolean {
  return pointer.includes('*') || (valueAt(value, pointer) === undefined) === (keyword === 'required');
}

function ofBodies(differences: readonly DescriptionDifference[], part: string): DescriptionDifference[] {
  return differences.filter((one) => one.part.startsWith(part));
}

/** What a request means for consumers, an answer of the same schema means for providers, and the other way round. */
function compareMirrored(differences: readonly DescriptionDifference[]) {
  const [request, response] = (['request', 'response'] as const).map((part) =>
    ofBodies(differences, part).map(({ consumers, providers }) =>
      part === 'request' ? [consumers.verdict, providers.verdict] : [providers.verdict, consumers.verdict],
    ),
  );
  return { request, response };
}
