import {
  answering,
  choice,
  closed,
  describing,
  integer,
  listOf,
  number,
  type Own,
  object,
  reference,
  type Schema,
  text,
  truth,
} from './describing.ts';
import { alike, edit, type Json, type Pair } from './pair.ts';

const same = { consumers: ['none'], providers: ['none'], proof: 'body' } as const satisfies Partial<Pair>;

const kindOf = (kind: Schema, own: string): Json => object({ 'kind!': kind, [`${own}!`]: truth });
const cat = kindOf({ const: 'Cat' }, 'meows');
const dog = kindOf({ const: 'Dog' }, 'barks');
const kinds = { Cat: cat, Dog: dog };

interface SameBody {
  readonly name: string;
  readonly before: Schema;
  readonly after: Schema;
  readonly schemas?: Json;
  readonly schemasAfter?: Json;
  readonly openapi?: string;
  readonly openapiAfter?: string;
}

const sameBodies: readonly SameBody[] = [
  ...alike(
    {},
    {
      'values of an enum in another order': edit(choice('a', 'b', 'c'), choice('c', 'a', 'b')),
      'allOf that says a limit apart': edit(
        { type: 'string', minLength: 2, maxLength: 4 },
        { type: 'string', allOf: [{ minLength: 2 }, { maxLength: 4 }] },
      ),
      'oneOf of one': edit(object({ pet: cat }), object({ pet: { oneOf: [cat] } })),
      'an enum of one as a const with its type': edit(choice(3), { type: 'integer', const: 3 }),
      'an enum as oneOf of constants': edit(choice('a', 'b'), {
        oneOf: [{ const: 'a' }, { const: 'b', title: 'B' }],
      }),
      'truth as an enum': edit(object({ a: truth }), object({ a: choice(true, false) })),
      'nested unions are flattened': edit(
        { oneOf: [{ oneOf: [cat, dog] }, text] },
        { oneOf: [cat, dog, text] },
      ),
      'integer as a number with multipleOf 1': edit(
        listOf(integer),
        listOf({ type: 'number', multipleOf: 1 }),
      ),
    },
  ),
  ...alike(
    { schemas: kinds },
    {
      'a discriminator is stated': edit(
        { oneOf: [reference('Cat'), reference('Dog')] },
        { oneOf: [reference('Cat'), reference('Dog')], discriminator: { propertyName: 'kind' } },
      ),
      'a mapping by name as a mapping by reference': edit(
        {
          oneOf: [reference('Cat'), reference('Dog')],
          discriminator: { propertyName: 'kind', mapping: { Dog: 'Dog' } },
        },
        {
          oneOf: [reference('Cat'), reference('Dog')],
          discriminator: { propertyName: 'kind', mapping: { Dog: '#/components/schemas/Dog' } },
        },
      ),
    },
  ),
  ...alike(
    { openapi: '3.0.3', openapiAfter: '3.1.0' },
    {
      'nullable as a branch': edit(
        object({ a: { ...text, nullable: true } }),
        object({ a: { oneOf: [text, { type: 'null' }] } }),
      ),
      'nullable where an enum lacks null': edit(
        object({ a: { type: 'string', nullable: true, enum: ['x'] } }),
        object({ a: { type: 'string', enum: ['x'] } }),
      ),
      'nullable where an enum has null': edit(
        object({ a: { type: 'string', nullable: true, enum: ['x', null] } }),
        object({ a: { enum: ['x', null] } }),
      ),
      'exclusiveMinimum as a number': edit(
        { ...number, minimum: 3, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
        { ...number, exclusiveMinimum: 3, maximum: 5 },
      ),
    },
  ),
  ...alike(
    { openapi: '3.0.3', openapiAfter: '3.1.0', schemas: { Cat: object({ 'kind!': choice('Cat') }) } },
    {
      'another version of OpenAPI': edit(
        closed({ 'a!': text, b: listOf(integer), c: reference('Cat') }),
        closed({ 'a!': text, b: listOf(integer), c: reference('Cat') }),
      ),
    },
  ),
];

const samePairs: readonly (readonly [name: string, before: Own, after: Own])[] = [
  [
    'parameters are moved to their path, into components, and change places',
    {
      paths: {
        '/pets/{id}': {
          get: {
            parameters: [
              { name: 'id', in: 'path', required: true, schema: text },
              { name: 'limit', in: 'query', schema: integer },
            ],
            responses: { '200': answering(cat) },
          },
        },
      },
    },
    {
      paths: {
        '/pets/{id}': {
          parameters: [
            { $ref: '#/components/parameters/Limit' },
            { name: 'id', in: 'path', required: true, schema: text },
          ],
          get: { responses: { '200': answering(cat) } },
        },
      },
      components: { parameters: { Limit: { name: 'limit', in: 'query', required: false, schema: integer } } },
    },
  ],
  [
    'a header parameter is written in another letter case',
    {
      operation: {
        parameters: [{ name: 'X-Trace', in: 'header', schema: text }],
        responses: { '200': answering(text) },
      },
    },
    {
      operation: {
        parameters: [{ name: 'x-trace', in: 'header', schema: text }],
        responses: { '200': answering(text) },
      },
    },
  ],
  [
    'the words of a server',
    { top: { servers: [{ url: 'https://{name}.example', variables: { name: { default: 'pets' } } }] } },
    {
      top: {
        servers: [
          {
            url: 'https://{name}.example',
            description: 'The zoo',
            variables: { name: { default: 'pets', description: 'The host' } },
          },
        ],
      },
    },
  ],
  [
    'two components change their names, with the tags of their union',
    {
      answer: {
        oneOf: [reference('Cat'), reference('Dog')],
        discriminator: { propertyName: 'kind', mapping: { Cat: 'Cat', Dog: 'Dog' } },
      },
      schemas: kinds,
    },
    {
      answer: {
        oneOf: [reference('Cat'), reference('Dog')],
        discriminator: { propertyName: 'kind', mapping: { Cat: 'Dog', Dog: 'Cat' } },
      },
      schemas: { Cat: dog, Dog: cat },
    },
  ],
];

export const formPairs: readonly Pair[] = [
  ...sameBodies.map(
    ({ name, before, after, schemas = {}, schemasAfter = schemas, openapi, openapiAfter = openapi }) => ({
      name: `form alone: ${name}`,
      before: describing({ ...(openapi && { openapi }), request: before, answer: before, schemas }),
      after: describing({
        ...(openapiAfter && { openapi: openapiAfter }),
        request: after,
        answer: after,
        schemas: schemasAfter,
      }),
      ...same,
    }),
  ),
  ...samePairs.map(([name, before, after]) => ({
    name: `form alone: ${name}`,
    before: describing(before),
    after: describing(after),
    ...same,
  })),
];
