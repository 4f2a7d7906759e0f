import { describe, expect, test } from 'vitest';
import { compareDescriptions } from '../../../../src/regression/descriptions/compare.ts';
import type { DescriptionDifference } from '../../../../src/regression/descriptions/difference.ts';
import { fromYaml } from '../../../../src/schema/yaml.ts';
import { describing, object } from './corpus/describing.ts';

type Json = Readonly<Record<string, unknown>>;

function differences(before: string, after: string): DescriptionDifference[] {
  const [old, now] = [before, after].map(
    (text) =>
      fromYaml(`openapi: 3.1.0\ninfo: { title: t, version: "1" }\n${text}`) as Record<string, unknown>,
  );
  return compareDescriptions(old ?? {}, now ?? {});
}

function verdicts(before: string, after: string): string[] {
  return differences(before, after).map(
    ({ consumers, providers }) => `${consumers.verdict} ${providers.verdict}`,
  );
}

const answering = (schema: string): string =>
  `paths: { /a: { get: { responses: { "200": { description: a, content: { application/json: { schema: ${schema} } } } } } } }`;

const asking = (parameter: string): string =>
  `paths: { /a: { get: { parameters: [{ name: n, in: query, ${parameter} }], responses: {} } } }`;

test('beyond the most values that may be judged, differences are undecided without a search', () => {
  const answers = (limit: number) => {
    const schema = `{ type: string, maxLength: ${limit} }`;
    const operation = `get: { responses: { "200": { description: a, content: { application/json: { schema: ${schema} } } } } }`;
    const described = `openapi: 3.1.0\ninfo: { title: t, version: "1" }\npaths: { /a: { ${operation} }, /b: { ${operation.replace('string', '[string, "null"]')} } }`;
    return fromYaml(described) as Json;
  };
  const found = (most?: number) =>
    compareDescriptions(answers(3), answers(4), most).map(
      ({ operation, consumers }) => `${operation} ${consumers.verdict} ${consumers.unsearched === true}`,
    );
  expect(found()).toEqual(['GET /a breaking false', 'GET /b breaking false']);
  expect(found(1)).toEqual(['GET /a breaking false', 'GET /b undecided true']);
});

describe('of a whole description', () => {
  test.each([
    ['a parameter', 'parameters: [{ name: n, in: query, required: true, schema: {} }]', 'undecided breaking'],
    ['a body that must be there', 'requestBody: { required: true, content: {} }', 'compatible breaking'],
    ['an answer', 'responses: { "200": { description: a } }', 'compatible breaking'],
    ['the type of a body', 'requestBody: { content: { text/plain: {} } }', 'breaking compatible'],
  ])('%s of a webhook is compared, with the roles of both sides exchanged', (_, told, expected) => {
    const webhook = (operation: string): string => `webhooks: { told: { post: { ${operation} } } }`;
    const before = told.startsWith('requestBody') ? 'requestBody: { content: {} }' : '';
    expect(verdicts(webhook(before), webhook(told))).toEqual([expected]);
  });

  test('a webhook differs in words that name who sends and who receives', () => {
    const webhook = (required: boolean): string =>
      `webhooks: { told: { post: { requestBody: { required: ${required}, content: {} } } } }`;
    const [difference] = differences(webhook(true), webhook(false));
    expect(difference).toMatchObject({
      operation: 'webhook post told',
      consumers: { verdict: 'breaking', reason: 'A provider may newly leave it out.' },
      providers: { verdict: 'compatible' },
    });
  });

  test.each([
    ['the first', 'petId', ['GET /pets/{petId}']],
    ['the second', 'name', ['GET /pets/{name}']],
  ])(
    'of two paths that differ in the name of a parameter alone, %s is compared with itself',
    (_, changed, told) => {
      const paths = (names: readonly string[], status: (name: string) => string): string =>
        `paths: { ${names.map((name) => `"/pets/{${name}}": { get: { responses: { "${status(name)}": { description: a } } } }`).join(', ')} }`;
      const before = paths(['petId', 'name'], () => '200');
      for (const names of [
        ['petId', 'name'],
        ['name', 'petId'],
      ]) {
        const after = paths(names, (name) => (name === changed ? '201' : '200'));
        expect([...new Set(differences(before, after).map(({ operation }) => operation))]).toEqual(told);
      }
    },
  );

  test('a path that names its parameter otherwise is the same, also where another such path comes', () => {
    const paths = (...names: readonly string[]): string =>
      `paths: { ${names.map((name) => `"/pets/{${name}}": { get: {} }`).join(', ')} }`;
    expect(differences(paths('petId'), paths('id'))).toEqual([]);
    expect(differences(paths('petId'), paths('name', 'petId')).map(({ operation }) => operation)).toEqual([
      'GET /pets/{name}',
    ]);
  });

  test('the last description of success may be the default', () => {
    const answers = (status: string): string =>
      `paths: { /a: { get: { responses: { "${status}": { description: a } } } } }`;
    expect(verdicts(answers('default'), answers('404'))).toContain('breaking undecided');
  });
});

const calling = (url: string) => `servers: [{ url: ${url} }]\nwebhooks: { told: { post: {} } }`;
const written = (type: string) => asking(`content: { ${type}: { schema: { type: object } } }`);
const secured = (name: string, scheme: string): string =>
  `components: { securitySchemes: { ${name}: { type: http, ${scheme} } } }\npaths: { /a: { get: { security: [{ ${name}: [] }] } } }`;

test.each<[string, string, string, string[]]>([
  ['what is said of all calls to the provider is not said of webhooks', calling('/v1'), calling('/v2'), []],
  [
    'what a credential is called, or says of itself besides, is form alone',
    secured('a', 'scheme: bearer'),
    secured('b', 'scheme: Bearer, bearerFormat: JWT, x-a: 1'),
    [],
  ],
  [
    'a form of writing that is a media type counts',
    written('application/json'),
    written('application/xml'),
    ['breaking breaking'],
  ],
  [
    'lists and objects among enumerated values are told apart',
    answering('{ enum: [[1], { a: 1 }] }'),
    answering('{ enum: [[2], { a: 1 }] }'),
    ['breaking breaking'],
  ],
  [
    'what only informs breaks nobody, beside what does',
    answering('{ type: integer, maximum: 5, readOnly: true }'),
    answering('{ type: integer, maximum: 6 }'),
    ['breaking compatible', 'undecided undecided'],
  ],
])('%s', (_, before, after, expected) => {
  expect(verdicts(before, after).toSorted()).toEqual(expected);
});

test('a number of a parameter that may be any text breaks no consumer', () => {
  const [verdict = ''] = verdicts(asking('schema: { type: integer }'), asking('schema: { type: string }'));
  expect(verdict).toMatch(/^(?!breaking).* breaking$/);
});

describe('of a schema', () => {
  test.each([
    ['readOnly', '{ type: string, readOnly: false }', '{ type: string }'],
    ['writeOnly', '{ type: string, writeOnly: false }', '{ type: string }'],
    ['deprecated', '{ type: string, deprecated: false }', '{ type: string }'],
    ['a flag below an unhandled keyword', '{ not: { const: 1, readOnly: false } }', '{ not: { const: 1 } }'],
  ])('%s that is false says the same as its absence', (_, before, after) => {
    expect(verdicts(answering(before), answering(after))).toEqual([]);
    expect(verdicts(answering(after), answering(before))).toEqual([]);
  });

  test.each([
    [
      'a member that must be there and is shorter',
      '{ properties: { a: { type: string } } }',
      '{ properties: { a: { type: string, maxLength: 3 } }, required: [a] }',
      [{}, { a: expect.stringMatching(/.{4}/) }],
    ],
    [
      'two members that must be there',
      '{ properties: { a: { type: string }, b: { type: string } } }',
      '{ properties: { a: { type: string }, b: { type: string } }, required: [a, b] }',
      [{ b: '' }, { a: '' }],
    ],
    [
      'a member and the size of the whole',
      '{ type: object }',
      '{ type: object, minProperties: 2, properties: { a: {} }, required: [a] }',
      [{ unlisted0: '', unlisted1: '' }, { a: '' }],
    ],
    [
      'a member and the least size of the whole',
      '{ properties: { a: { type: [string, number] } } }',
      '{ minProperties: 2, properties: { a: { type: string } } }',
      [{}, { a: 0, unlisted0: '' }],
    ],
    [
      'two members alike, and the least size of the whole',
      '{ properties: { a: { type: [string, number] }, b: { type: [string, number] }, c: {} }, additionalProperties: false }',
      '{ minProperties: 2, properties: { a: { type: string }, b: { type: string }, c: {} }, additionalProperties: false }',
      [{}, { a: 0, b: '' }],
    ],
    [
      'a member beside another that has a least size',
      '{ properties: { a: { type: [string, number] }, b: { minProperties: 1, type: object } }, required: [b] }',
      '{ properties: { a: { type: string }, b: { minProperties: 1, type: object } }, required: [b] }',
      [{ a: 0, b: { unlisted0: '' } }],
    ],
    [
      'an element and the least length of the list',
      '{ items: { type: [string, number] } }',
      '{ minItems: 2, items: { type: string } }',
      [[], [0, '']],
    ],
    [
      'an element of a list that repeats none, and its least length',
      '{ uniqueItems: true, items: { type: [string, number] } }',
      '{ uniqueItems: true, minItems: 3, items: { type: string } }',
      [[], [0, expect.any(String), expect.any(String)]],
    ],
    [
      'the type and the length of a text',
      '{ type: [string, number] }',
      '{ type: string, maxLength: 3 }',
      [0, expect.stringMatching(/.{4}/)],
    ],
    [
      'members of any other name, by two types',
      '{ additionalProperties: { type: [string, "null"] } }',
      '{ additionalProperties: { type: string, minLength: 1 } }',
      [{ unlisted: null }, { unlisted: '' }],
    ],
  ])('each change of %s is proven by a value that shows that one', (_, before, after, proofs) => {
    const found = differences(answering(before), answering(after));
    expect(found.map(({ providers }) => providers.witness?.body)).toEqual(proofs);
  });

  test.each([
    ['patternProperties', 'patternProperties: { "^a": true }', 'unevaluatedProperties: false'],
    ['contains', 'contains: { type: string }', 'unevaluatedItems: false'],
    ['a branch', 'anyOf: [{ properties: { a: true } }, true]', 'unevaluatedProperties: false'],
    [
      'a condition',
      'if: { minItems: 1 }, then: { prefixItems: [{ type: string }] }',
      'unevaluatedItems: false',
    ],
  ])('nothing is compatible where %s evaluated what is refused now', (_, evaluating, closing) => {
    const open = answering(`{ ${evaluating}, ${closing} }`);
    const closed = answering(`{ ${closing} }`);
    const narrower = differences(open, closed).map(({ providers }) => providers.verdict);
    expect(narrower).toContain('breaking');
    expect(narrower).not.toContain('compatible');
    const wider = differences(closed, open).map(({ consumers }) => consumers.verdict);
    expect(wider).toContain('breaking');
    expect(wider).not.toContain('compatible');
  });

  test.each([
    ['another limits the size of the object', 'minProperties: 2', 'required', { a: 'x', b: 0 }],
    ['another limits the length of the same member', 'properties: { c: { maxLength: 1 } }', 'required', {}],
    [
      'the same member is required',
      'properties: { c: { maxLength: 1 } }',
      'maxLength',
      { c: expect.stringMatching(/^..$/) },
    ],
  ])('a change is proven by itself where %s', (_, another, keyword, proof) => {
    const tagged = (more: string, required: string): string =>
      answering(
        `{ oneOf: [{ properties: { a: { const: x }, b: { type: number }, c: { type: string } }, required: [a${required}], allOf: [{ ${more} }] }, { properties: { a: { const: y } }, required: [a] }] }`,
      );
    const found = differences(tagged('', ''), tagged(another, ', c'));
    const body = found.find((one) => one.keyword === keyword)?.providers.witness?.body;
    expect(body).toEqual({ a: 'x', ...proof });
  });

  test('a change that no value shows alone is proven by one that shows it with others', () => {
    const schema = (type: string, maximum: number): string =>
      answering(
        `{ properties: { id: { type: ${type} }, size: { type: number, maximum: ${maximum} } }, required: [id] }`,
      );
    const found = differences(schema('string', 9), schema('number', 5));
    expect(found.map(({ pointer, providers }) => [pointer, providers.witness?.body])).toEqual([
      ['/id', { id: '' }],
      ['/size', { id: expect.any(String), size: expect.any(Number) }],
    ]);
  });

  test('a value proves the keyword that refuses it, and no other that changed at the same place', () => {
    const schema = (one: string, length: number, names: number): string =>
      answering(
        `{ contains: { const: ${one} }, minContains: ${length}, then: { required: [${one}] }, if: { minProperties: 2 }, propertyNames: { maxLength: ${names} } }`,
      );
    const found = differences(schema('a', 1, 12), schema('b', 2, 10));
    const proofs = found.map(({ keyword, message, providers }) => [
      keyword,
      message.match(/'[^ ]+'/g),
      providers.witness?.body,
    ]);
    expect(proofs).toEqual([
      ['contains', ["'contains'", "'minContains'"], ['a']],
      ['then', ["'then'"], expect.objectContaining({ a: '' })],
      ['propertyNames', ["'propertyNames'"], { xxxxxxxxxxx: '' }],
    ]);
  });

  test('that refers to itself, a change is told once, wherever it is first met', () => {
    const document = (format: string): string => `paths:
  /p: { get: { responses: { "200": { description: p, content: { application/json: { schema: { $ref: "#/components/schemas/Parent" } } } } } } }
  /c: { get: { responses: { "200": { description: c, content: { application/json: { schema: { $ref: "#/components/schemas/Child" } } } } } } }
components: { schemas: {
  Parent: { type: object, properties: { x: { type: string, format: ${format} }, child: { $ref: "#/components/schemas/Child" } } },
  Child: { type: object, properties: { parent: { $ref: "#/components/schemas/Parent" } } } } }`;
    expect(verdicts(document('date'), document('uuid'))).toEqual(['breaking breaking', 'breaking breaking']);
  });

  describe.each<[string, (next: string) => string]>([
    ['properties', (next) => `{ type: object, properties: { next: ${next} } }`],
    ['elements', (next) => `{ type: array, items: ${next} }`],
    ['parts', (next) => `{ allOf: [{ type: object }, { properties: { next: ${next} } }] }`],
    ['branches', (next) => `{ oneOf: [{ type: string }, { type: object, properties: { next: ${next} } }] }`],
    [
      'branches that a tag tells apart',
      (next) =>
        `{ oneOf: [${['a', 'b'].map((tag) => `{ type: object, required: [kind], properties: { kind: { const: ${tag} }, ${tag}: ${next} } }`)}] }`,
    ],
  ])('rings of references of other lengths, of %s,', (_, holding) => {
    const ring = (length: number, size: string): string => {
      const reference = (index: number) => `{ $ref: "#/components/schemas/R${index % length}" }`;
      const schemas = Array.from({ length }, (__, index) => {
        const schema = holding(reference(index + 1));
        return `R${index}: ${index === 7 ? `{ allOf: [${schema}, { ${size} }] }` : schema}`;
      });
      return `${answering(reference(0))}\ncomponents: { schemas: { ${schemas} } }`;
    };

    test('are compared, and say the same', () => {
      expect(verdicts(ring(20, ''), ring(21, ''))).toEqual([]);
    });

    test('differ where one of their schemas does', () => {
      const found = verdicts(ring(20, ''), ring(21, 'not: {}'));
      expect(found).toContain('compatible breaking');
      expect(found.filter((one) => one.startsWith('breaking'))).toEqual([]);
    });
  });

  test.each<[string, number, (next: Json) => Json, string, Json]>([
    [
      'members in a ring',
      1_500,
      (next) => ({ properties: { next } }),
      '3.1.0',
      { $ref: '#/components/schemas/R0' },
    ],
    ['members', 1_500, (next) => ({ properties: { next } }), '3.1.0', { type: 'number' }],
    ['references alone', 500, (next) => next, '3.1.0', { type: 'number' }],
    ['references alone of OpenAPI 3.0', 200, (next) => next, '3.0.3', { type: 'number' }],
    ['parts', 700, (next) => ({ allOf: [next, { minLength: 1 }] }), '3.1.0', { type: 'number' }],
  ])(
    'that refers to another, and so on by %s, is compared',
    (_, length, holding, openapi, last) => {
      const reference = (index: number): Json => ({ $ref: `#/components/schemas/R${index}` });
      const chain = Array.from(
        { length },
        (__, index) => [`R${index}`, holding(reference(index + 1))] as const,
      );
      const document = (end: Json): Json =>
        describing({
          ...{ openapi, answer: object({ chain: reference(0), discriminated }) },
          schemas: { ...Object.fromEntries(chain), [`R${length}`]: end },
        });
      const discriminated = { discriminator: { propertyName: 'kind' }, oneOf: [reference(0)] };
      expect(compareDescriptions(document({ type: 'string' }), document(last)).length).toBeGreaterThan(0);
    },
    60_000,
  );

  test('that leads to others by many ways, each change is told at its nearest places', () => {
    const document = (length: number, type: string): string => {
      const schemas = Array.from({ length }, (__, index) => {
        const next = `{ $ref: "#/components/schemas/R${index + 1}" }`;
        return `R${index}: { properties: { a: ${next}, b: ${next} } }`;
      });
      return `${answering('{ $ref: "#/components/schemas/R0" }')}\ncomponents: { schemas: { ${[...schemas, `R${length}: { type: ${type} }`]} } }`;
    };
    expect(verdicts(document(24, 'string'), document(24, 'number'))).toEqual(['breaking breaking']);
  });

  test.each([
    [
      'that holds itself in many ways',
      '{ anyOf: [{ type: string }, { type: array, items: { $ref: "#/components/schemas/T" } }, { type: object, additionalProperties: { $ref: "#/components/schemas/T" } }] }',
      '{ type: string }',
      '{ type: [string, number] }',
    ],
    [
      'with an expression that takes for ever',
      '{ type: object }',
      '{ type: string, pattern: "^(([a-z])+.)+[A-Z]([a-z])+$" }',
      '{ type: string, pattern: "^(([a-z])+.)+[A-Z]([a-z])*$" }',
    ],
  ])('%s, the comparison ends', (_, shared, before, after) => {
    const document = (own: string): string =>
      `${answering('{ type: object, properties: { t: { $ref: "#/components/schemas/T" }, own: { $ref: "#/components/schemas/Own" } } }')}\ncomponents: { schemas: { T: ${shared}, Own: ${own} } }`;
    expect(verdicts(document(before), document(after)).length).toBeGreaterThan(0);
  });
});
