import {
  answering,
  choice,
  closed,
  describing,
  integer,
  json,
  listOf,
  number,
  type Own,
  object,
  reference,
  type Schema,
  text,
  truth,
} from './describing.ts';
import type { Json, Pair } from './pair.ts';

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

/** The same values, written differently, in a request and in its answer. */
const sameBodies: readonly SameBody[] = [
  { name: 'values of an enum in another order', before: choice('a', 'b', 'c'), after: choice('c', 'a', 'b') },
  {
    name: 'required names in another order',
    before: object({ 'a!': text, 'b!': text }),
    after: object({ 'a!': text, 'b!': text }, { required: ['b', 'a'] }),
  },
  {
    name: 'properties in another order',
    before: object({ a: text, b: number }),
    after: object({ b: number, a: text }),
  },
  {
    name: 'keywords in another order',
    before: { type: 'string', minLength: 1 },
    after: { minLength: 1, type: 'string' },
  },
  { name: 'branches of oneOf in another order', before: { oneOf: [cat, dog] }, after: { oneOf: [dog, cat] } },
  {
    name: 'parts of allOf in another order',
    before: { allOf: [cat, object({ age: integer })] },
    after: { allOf: [object({ age: integer }), cat] },
  },
  {
    name: 'types in another order',
    before: { type: ['string', 'null'] },
    after: { type: ['null', 'string'] },
  },
  {
    name: 'a reference is inlined',
    before: object({ pet: reference('Cat') }),
    after: object({ pet: cat }),
    schemas: kinds,
  },
  {
    name: 'a schema is moved into a component',
    before: object({ pet: dog }),
    after: object({ pet: reference('Dog') }),
    schemas: kinds,
  },
  {
    name: 'a component is renamed',
    before: object({ pet: reference('Cat') }),
    after: object({ pet: reference('Feline') }),
    schemas: kinds,
    schemasAfter: { Feline: cat },
  },
  {
    name: 'a reference goes by way of another',
    before: listOf(reference('Cat')),
    after: listOf(reference('Alias')),
    schemas: kinds,
    schemasAfter: { ...kinds, Alias: reference('Cat') },
  },
  {
    name: 'allOf is flattened',
    before: { allOf: [object({ 'a!': text }), object({ b: number })] },
    after: object({ 'a!': text, b: number }),
  },
  {
    name: 'allOf of references is flattened',
    before: { allOf: [reference('Base'), object({ 'b!': number })] },
    after: object({ 'a!': text, 'b!': number }),
    schemas: { Base: object({ 'a!': text }) },
  },
  {
    name: 'allOf is nested',
    before: { allOf: [object({ a: text }), object({ b: number }), object({ c: truth })] },
    after: { allOf: [{ allOf: [object({ a: text }), object({ b: number })] }, object({ c: truth })] },
  },
  {
    name: 'allOf of one',
    before: object({ pet: reference('Cat') }),
    after: object({ pet: { allOf: [reference('Cat')] } }),
    schemas: kinds,
  },
  {
    name: 'allOf that says a limit apart',
    before: { type: 'string', minLength: 2, maxLength: 4 },
    after: { type: 'string', allOf: [{ minLength: 2 }, { maxLength: 4 }] },
  },
  { name: 'oneOf of one', before: object({ pet: cat }), after: object({ pet: { oneOf: [cat] } }) },
  {
    name: 'a const as an enum of one',
    before: object({ a: { const: 'x' } }),
    after: object({ a: choice('x') }),
  },
  {
    name: 'an enum of one as a const with its type',
    before: choice(3),
    after: { type: 'integer', const: 3 },
  },
  {
    name: 'an enum with the type that its values have',
    before: choice('a', 'b'),
    after: { type: 'string', enum: ['a', 'b'] },
  },
  {
    name: 'an enum as oneOf of constants',
    before: choice('a', 'b'),
    after: { oneOf: [{ const: 'a' }, { const: 'b', title: 'B' }] },
  },
  { name: 'truth as an enum', before: object({ a: truth }), after: object({ a: choice(true, false) }) },
  {
    name: 'anyOf of disjoint branches as oneOf',
    before: { anyOf: [cat, dog] },
    after: { oneOf: [cat, dog] },
  },
  {
    name: 'a const as an enum of one in branches that are told by a member which stands beside the union',
    before: {
      ...object({ 'kind!': text }),
      oneOf: [object({ kind: { const: 'a' }, v: text }), object({ kind: { const: 'b' }, v: number })],
    },
    after: {
      ...object({ 'kind!': text }),
      oneOf: [object({ kind: choice('a'), v: text }), object({ kind: choice('b'), v: number })],
    },
  },
  {
    name: 'what branches require as what stands beside them requires, and oneOf as anyOf',
    before: {
      ...object({ 'kind!': text }),
      oneOf: [object({ kind: { const: 'a' }, v: text }), object({ kind: { const: 'b' }, v: number })],
    },
    after: {
      type: 'object',
      anyOf: [object({ 'kind!': { const: 'b' }, v: number }), object({ 'kind!': { const: 'a' }, v: text })],
    },
  },
  {
    name: 'oneOf of disjoint references as anyOf',
    before: listOf({ oneOf: [reference('Cat'), reference('Dog')] }),
    after: listOf({ anyOf: [reference('Cat'), reference('Dog')] }),
    schemas: kinds,
  },
  {
    name: 'oneOf of different types as anyOf',
    before: object({ a: { oneOf: [text, number] } }),
    after: object({ a: { anyOf: [text, number] } }),
  },
  {
    name: 'a union of types as a list of types',
    before: { anyOf: [text, { type: 'null' }] },
    after: { type: ['string', 'null'] },
  },
  {
    name: 'nested unions are flattened',
    before: { oneOf: [{ oneOf: [cat, dog] }, text] },
    after: { oneOf: [cat, dog, text] },
  },
  {
    name: 'a discriminator is stated',
    before: { oneOf: [reference('Cat'), reference('Dog')] },
    after: { oneOf: [reference('Cat'), reference('Dog')], discriminator: { propertyName: 'kind' } },
    schemas: kinds,
  },
  {
    name: 'a mapping is stated that the names imply',
    before: { oneOf: [reference('Cat'), reference('Dog')], discriminator: { propertyName: 'kind' } },
    after: {
      oneOf: [reference('Cat'), reference('Dog')],
      discriminator: {
        propertyName: 'kind',
        mapping: { Cat: '#/components/schemas/Cat', Dog: '#/components/schemas/Dog' },
      },
    },
    schemas: kinds,
  },
  {
    name: 'a mapping by name as a mapping by reference',
    before: {
      oneOf: [reference('Cat'), reference('Dog')],
      discriminator: { propertyName: 'kind', mapping: { Dog: 'Dog' } },
    },
    after: {
      oneOf: [reference('Cat'), reference('Dog')],
      discriminator: { propertyName: 'kind', mapping: { Dog: '#/components/schemas/Dog' } },
    },
    schemas: kinds,
  },
  { name: 'a list of one type', before: text, after: { type: ['string'] } },
  {
    name: 'additionalProperties true',
    before: object({ a: text }),
    after: object({ a: text }, { additionalProperties: true }),
  },
  {
    name: 'additionalProperties as an empty schema',
    before: object({ a: text }, { additionalProperties: {} }),
    after: object({ a: text }),
  },
  { name: 'true as an empty schema', before: object({ 'a!': true }), after: object({ 'a!': {} }) },
  {
    name: 'limits that limit nothing',
    before: object({ a: text, b: listOf(text) }),
    after: object(
      { a: { ...text, minLength: 0 }, b: listOf(text, { minItems: 0, uniqueItems: false }) },
      { required: [], minProperties: 0 },
    ),
  },
  {
    name: 'integer as a number with multipleOf 1',
    before: listOf(integer),
    after: listOf({ type: 'number', multipleOf: 1 }),
  },
  {
    name: 'titles, descriptions, examples and extensions',
    before: object({ a: text }),
    after: object(
      {
        a: {
          ...text,
          title: 'A',
          examples: ['x'],
          'x-order': 1,
          deprecated: true,
          $comment: 'first',
        },
      },
      {
        title: 'Thing',
        description: 'A thing.',
        example: { a: 'x' },
        'x-owner': 'us',
        externalDocs: { url: 'https://pets.example' },
      },
    ),
  },
  {
    name: 'nullable as a list of types',
    openapi: '3.0.3',
    openapiAfter: '3.1.0',
    before: object({ a: { ...text, nullable: true } }),
    after: object({ a: { type: ['string', 'null'] } }),
  },
  {
    name: 'nullable as a branch',
    openapi: '3.0.3',
    openapiAfter: '3.1.0',
    before: object({ a: { ...text, nullable: true } }),
    after: object({ a: { oneOf: [text, { type: 'null' }] } }),
  },
  {
    name: 'nullable false',
    openapi: '3.0.3',
    before: object({ a: { ...text, nullable: false } }),
    after: object({ a: text }),
  },
  {
    name: 'nullable where an enum lacks null',
    openapi: '3.0.3',
    openapiAfter: '3.1.0',
    before: object({ a: { type: 'string', nullable: true, enum: ['x'] } }),
    after: object({ a: { type: 'string', enum: ['x'] } }),
  },
  {
    name: 'nullable where an enum has null',
    openapi: '3.0.3',
    openapiAfter: '3.1.0',
    before: object({ a: { type: 'string', nullable: true, enum: ['x', null] } }),
    after: object({ a: { enum: ['x', null] } }),
  },
  {
    name: 'exclusiveMinimum as a number',
    openapi: '3.0.3',
    openapiAfter: '3.1.0',
    before: { ...number, minimum: 3, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
    after: { ...number, exclusiveMinimum: 3, maximum: 5 },
  },
  {
    name: 'another version of OpenAPI',
    openapi: '3.0.3',
    openapiAfter: '3.1.0',
    before: closed({ 'a!': text, b: listOf(integer), c: reference('Cat') }),
    after: closed({ 'a!': text, b: listOf(integer), c: reference('Cat') }),
    schemas: { Cat: object({ 'kind!': choice('Cat') }) },
  },
  {
    name: 'a recursive schema is unrolled once',
    before: reference('Tree'),
    after: object({ size: integer, branches: listOf(reference('Tree')) }),
    schemas: { Tree: object({ size: integer, branches: listOf(reference('Tree')) }) },
  },
  {
    name: 'definitions in place as components',
    before: listOf({ $ref: '#/components/schemas/Box/$defs/Side' }),
    after: listOf(reference('Side')),
    schemas: { Box: { $defs: { Side: integer } } },
    schemasAfter: { Side: integer },
  },
];

const samePairs: readonly (readonly [name: string, before: Own, after: Own])[] = [
  [
    'a response is moved into components',
    { operation: { responses: { '200': answering(text), '404': answering(cat) } } },
    {
      operation: { responses: { '404': { $ref: '#/components/responses/Missing' }, '200': answering(text) } },
      components: { responses: { Missing: answering(cat, { description: 'Not there' }) } },
    },
  ],
  [
    'a request body is moved into components',
    { request: cat },
    {
      operation: { requestBody: { $ref: '#/components/requestBodies/Pet' } },
      components: { requestBodies: { Pet: { required: true, content: json(cat) } } },
    },
  ],
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
    'a parameter of a path is called otherwise',
    {
      paths: {
        '/pets/{id}': {
          get: {
            parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
            responses: { '200': answering(cat) },
          },
        },
      },
    },
    {
      paths: {
        '/pets/{petId}': {
          get: {
            parameters: [{ name: 'petId', in: 'path', required: true, schema: text }],
            responses: { '200': answering(cat) },
          },
        },
      },
    },
  ],
  [
    'a header is moved into components and written in another letter case',
    {
      operation: {
        responses: { '200': answering(text, { headers: { 'X-Rate': { required: true, schema: integer } } }) },
      },
    },
    {
      operation: {
        responses: {
          '200': answering(text, { headers: { 'x-rate': { $ref: '#/components/headers/Rate' } } }),
        },
      },
      components: { headers: { Rate: { required: true, description: 'Calls left', schema: integer } } },
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
    'the names, tags and words of an operation',
    { operation: { operationId: 'addPet', tags: ['Pets'], responses: { '200': answering(text) } } },
    {
      operation: {
        operationId: 'createPet',
        summary: 'Adds a pet',
        description: 'Adds it.',
        tags: ['Animals'],
        deprecated: true,
        'x-team': 'zoo',
        responses: { '200': answering(text, { description: 'Added' }) },
      },
      top: { tags: [{ name: 'Animals' }], info: { title: 'Animals', version: '2' } },
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
    'security of the whole as that of each operation',
    {
      top: { security: [{ key: [] }] },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    },
    {
      operation: {
        security: [{ key: [] }],
        requestBody: { required: true, content: json({ type: 'object' }) },
        responses: { '200': answering({ type: 'object' }) },
      },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A token' } } },
    },
  ],
  [
    'alternatives of security in another order',
    {
      top: { security: [{ key: [] }, { oauth: ['read', 'write'] }] },
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'X-Key' },
          oauth: { type: 'openIdConnect', openIdConnectUrl: 'https://pets.example/id' },
        },
      },
    },
    {
      top: { security: [{ oauth: ['write', 'read'] }, { key: [] }] },
      components: {
        securitySchemes: {
          oauth: { type: 'openIdConnect', openIdConnectUrl: 'https://pets.example/id' },
          key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        },
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
  ['a component that nothing uses', { schemas: { Ghost: text } }, { schemas: { Ghost: number } }],
  [
    'paths in another order, and an example',
    {
      paths: {
        '/a': { get: { responses: { '200': answering(text) } } },
        '/b': { get: { responses: { '200': answering(text) } } },
      },
    },
    {
      paths: {
        '/b': { get: { responses: { '200': answering(text) } } },
        '/a': {
          get: {
            responses: {
              '200': { description: 'A', content: { 'application/json': { schema: text, example: 'x' } } },
            },
          },
        },
      },
    },
  ],
];

/** Two descriptions that differ in form alone: nothing must be told. */
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
