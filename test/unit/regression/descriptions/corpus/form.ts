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

/** The same values, written differently, in a request and in its answer. */
const sameBodies: readonly SameBody[] = [
  ...alike(
    {},
    {
      'values of an enum in another order': edit(choice('a', 'b', 'c'), choice('c', 'a', 'b')),
      'required names in another order': edit(
        object({ 'a!': text, 'b!': text }),
        object({ 'a!': text, 'b!': text }, { required: ['b', 'a'] }),
      ),
      'properties in another order': edit(object({ a: text, b: number }), object({ b: number, a: text })),
      'keywords in another order': edit({ type: 'string', minLength: 1 }, { minLength: 1, type: 'string' }),
      'branches of oneOf in another order': edit({ oneOf: [cat, dog] }, { oneOf: [dog, cat] }),
      'parts of allOf in another order': edit(
        { allOf: [cat, object({ age: integer })] },
        { allOf: [object({ age: integer }), cat] },
      ),
      'types in another order': edit({ type: ['string', 'null'] }, { type: ['null', 'string'] }),
      'allOf is flattened': edit(
        { allOf: [object({ 'a!': text }), object({ b: number })] },
        object({ 'a!': text, b: number }),
      ),
      'allOf is nested': edit(
        { allOf: [object({ a: text }), object({ b: number }), object({ c: truth })] },
        { allOf: [{ allOf: [object({ a: text }), object({ b: number })] }, object({ c: truth })] },
      ),
      'allOf that says a limit apart': edit(
        { type: 'string', minLength: 2, maxLength: 4 },
        { type: 'string', allOf: [{ minLength: 2 }, { maxLength: 4 }] },
      ),
      'oneOf of one': edit(object({ pet: cat }), object({ pet: { oneOf: [cat] } })),
      'a const as an enum of one': edit(object({ a: { const: 'x' } }), object({ a: choice('x') })),
      'an enum of one as a const with its type': edit(choice(3), { type: 'integer', const: 3 }),
      'an enum with the type that its values have': edit(choice('a', 'b'), {
        type: 'string',
        enum: ['a', 'b'],
      }),
      'an enum as oneOf of constants': edit(choice('a', 'b'), {
        oneOf: [{ const: 'a' }, { const: 'b', title: 'B' }],
      }),
      'truth as an enum': edit(object({ a: truth }), object({ a: choice(true, false) })),
      'anyOf of disjoint branches as oneOf': edit({ anyOf: [cat, dog] }, { oneOf: [cat, dog] }),
      'a const as an enum of one in branches that are told by a member which stands beside the union': edit(
        {
          ...object({ 'kind!': text }),
          oneOf: [object({ kind: { const: 'a' }, v: text }), object({ kind: { const: 'b' }, v: number })],
        },
        {
          ...object({ 'kind!': text }),
          oneOf: [object({ kind: choice('a'), v: text }), object({ kind: choice('b'), v: number })],
        },
      ),
      'what branches require as what stands beside them requires, and oneOf as anyOf': edit(
        {
          ...object({ 'kind!': text }),
          oneOf: [object({ kind: { const: 'a' }, v: text }), object({ kind: { const: 'b' }, v: number })],
        },
        {
          type: 'object',
          anyOf: [
            object({ 'kind!': { const: 'b' }, v: number }),
            object({ 'kind!': { const: 'a' }, v: text }),
          ],
        },
      ),
      'oneOf of different types as anyOf': edit(
        object({ a: { oneOf: [text, number] } }),
        object({ a: { anyOf: [text, number] } }),
      ),
      'a union of types as a list of types': edit(
        { anyOf: [text, { type: 'null' }] },
        { type: ['string', 'null'] },
      ),
      'nested unions are flattened': edit(
        { oneOf: [{ oneOf: [cat, dog] }, text] },
        { oneOf: [cat, dog, text] },
      ),
      'a list of one type': edit(text, { type: ['string'] }),
      'additionalProperties true': edit(
        object({ a: text }),
        object({ a: text }, { additionalProperties: true }),
      ),
      'additionalProperties as an empty schema': edit(
        object({ a: text }, { additionalProperties: {} }),
        object({ a: text }),
      ),
      'true as an empty schema': edit(object({ 'a!': true }), object({ 'a!': {} })),
      'limits that limit nothing': edit(
        object({ a: text, b: listOf(text) }),
        object(
          { a: { ...text, minLength: 0 }, b: listOf(text, { minItems: 0, uniqueItems: false }) },
          { required: [], minProperties: 0 },
        ),
      ),
      'integer as a number with multipleOf 1': edit(
        listOf(integer),
        listOf({ type: 'number', multipleOf: 1 }),
      ),
      'titles, descriptions, examples and extensions': edit(
        object({ a: text }),
        object(
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
      ),
    },
  ),
  ...alike(
    { schemas: kinds },
    {
      'a reference is inlined': edit(object({ pet: reference('Cat') }), object({ pet: cat })),
      'a schema is moved into a component': edit(object({ pet: dog }), object({ pet: reference('Dog') })),
      'allOf of one': edit(object({ pet: reference('Cat') }), object({ pet: { allOf: [reference('Cat')] } })),
      'oneOf of disjoint references as anyOf': edit(
        listOf({ oneOf: [reference('Cat'), reference('Dog')] }),
        listOf({ anyOf: [reference('Cat'), reference('Dog')] }),
      ),
      'a discriminator is stated': edit(
        { oneOf: [reference('Cat'), reference('Dog')] },
        { oneOf: [reference('Cat'), reference('Dog')], discriminator: { propertyName: 'kind' } },
      ),
      'a mapping is stated that the names imply': edit(
        { oneOf: [reference('Cat'), reference('Dog')], discriminator: { propertyName: 'kind' } },
        {
          oneOf: [reference('Cat'), reference('Dog')],
          discriminator: {
            propertyName: 'kind',
            mapping: { Cat: '#/components/schemas/Cat', Dog: '#/components/schemas/Dog' },
          },
        },
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
    { schemas: kinds, schemasAfter: { Feline: cat } },
    {
      'a component is renamed': edit(object({ pet: reference('Cat') }), object({ pet: reference('Feline') })),
    },
  ),
  ...alike(
    { schemas: kinds, schemasAfter: { ...kinds, Alias: reference('Cat') } },
    { 'a reference goes by way of another': edit(listOf(reference('Cat')), listOf(reference('Alias'))) },
  ),
  ...alike(
    { schemas: { Base: object({ 'a!': text }) } },
    {
      'allOf of references is flattened': edit(
        { allOf: [reference('Base'), object({ 'b!': number })] },
        object({ 'a!': text, 'b!': number }),
      ),
    },
  ),
  ...alike(
    { openapi: '3.0.3', openapiAfter: '3.1.0' },
    {
      'nullable as a list of types': edit(
        object({ a: { ...text, nullable: true } }),
        object({ a: { type: ['string', 'null'] } }),
      ),
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
    { openapi: '3.0.3' },
    { 'nullable false': edit(object({ a: { ...text, nullable: false } }), object({ a: text })) },
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
  ...alike(
    { schemas: { Tree: object({ size: integer, branches: listOf(reference('Tree')) }) } },
    {
      'a recursive schema is unrolled once': edit(
        reference('Tree'),
        object({ size: integer, branches: listOf(reference('Tree')) }),
      ),
    },
  ),
  ...alike(
    { schemas: { Box: { $defs: { Side: integer } } }, schemasAfter: { Side: integer } },
    {
      'definitions in place as components': edit(
        listOf({ $ref: '#/components/schemas/Box/$defs/Side' }),
        listOf(reference('Side')),
      ),
    },
  ),
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
