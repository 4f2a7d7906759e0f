import { expect, test } from 'vitest';
import { judgesOf } from '../../../../src/regression/descriptions/judges.ts';

const schemas = {
  Text: { type: 'string', minLength: 2, 'x-kind': 'of a text' },
  Tree: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { $ref: '#/components/schemas/Text', 'x-requirement': 'one' },
      'a/b~c': { $ref: '#/components/schemas/Text', 'x-requirement': 'another', maxLength: 3 },
      constructor: { type: 'number' },
      children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    },
    patternProperties: { '^n': { maxLength: 5 } },
    additionalProperties: false,
  },
  Kinds: {
    oneOf: [
      { $ref: '#/components/schemas/Tree', properties: { name: { const: 'tree' } } },
      { properties: { kind: { const: 'other' } }, required: ['kind'] },
    ],
  },
  Round: { $ref: '#/components/schemas/Round' },
};

const document = { components: { schemas } };
/** The same, but what Ajv compiles as one whole. */
const whole = { ...document, 'x-other': { $anchor: 'other' } };

const values: readonly (readonly [string, unknown])[] = [
  ['Tree', { name: 'oak' }],
  ['Tree', { name: 'o', 'a/b~c': 'long', constructor: 'x', unknown: 1 }],
  ['Tree', { name: 'oak', children: [{ name: 'ash', children: [{ 'a/b~c': 1 }] }, 7] }],
  ['Tree', { name: 'a birch' }],
  ['Kinds', { name: 'tree' }],
  ['Kinds', { name: 'oak', kind: 'other' }],
  ['Kinds', { name: 1, kind: 2 }],
  ['Round', 1],
  ['Nothing', 1],
];

test.each(values)('What %s says of %j is the same in parts and as one', (name, value) => {
  const said = [document, whole].map((one) =>
    judgesOf(one)(`/components/schemas/${name}`)(value)?.map(
      ({ instancePath, keyword, params }) => `${instancePath} ${keyword} ${JSON.stringify(params)}`,
    ),
  );
  expect(said[0]).toEqual(said[1]);
});

test('What counts beyond a reference is judged as one', () => {
  const closed = {
    components: {
      schemas: {
        Named: { properties: { name: { type: 'string' } } },
        Closed: { $ref: '#/components/schemas/Named', unevaluatedProperties: false },
      },
    },
  };
  const judge = judgesOf(closed)('/components/schemas/Closed');
  expect(judge({ name: 'oak' })).toBeUndefined();
  expect(judge({ other: 1 })).toMatchObject([{ keyword: 'unevaluatedProperties' }]);
});
