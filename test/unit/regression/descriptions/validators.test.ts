import { expect, test } from 'vitest';
import { validatorsOf } from '../../../../src/regression/descriptions/validators.ts';

const validators = validatorsOf({
  components: {
    schemas: {
      Tree: {
        properties: {
          'a/b~c': { $ref: '#/components/schemas/Text', maxLength: 3 },
          constructor: { type: 'number' },
          children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        },
      },
      Text: { type: 'string', minLength: 2 },
      Closed: { $ref: '#/components/schemas/Tree', unevaluatedProperties: false },
      Dynamic: { properties: { a: { $dynamicRef: '#/components/schemas/Text' } } },
      Price: { id: 'price', multipleOf: 0.01 },
      Named: { $id: 'urn:a', allOf: [{ $id: 'urn:a', $ref: '#/components/schemas/Text' }] },
      Round: { $ref: '#/components/schemas/Round' },
    },
  },
});

test.each<[string, unknown, string[] | undefined]>([
  ['Tree', { children: [{ 'a/b~c': 'oak' }] }, undefined],
  ['Tree', { children: [{ 'a/b~c': 'birch' }, 7, { 'a/b~c': 'o' }] }, ['maxLength', 'minLength']],
  ['Tree', { constructor: 'x' }, ['type']],
  ['Closed', { children: [] }, undefined],
  ['Closed', { other: 1 }, ['unevaluatedProperties']],
  ['Dynamic', {}, []],
  ['Price', 19.99, undefined],
  ['Price', 19.995, ['multipleOf']],
  ['Named', 'oak', undefined],
  ['Named', 'o', ['minLength']],
  ['Round', 1, []],
  ['Nothing', 1, []],
])('%s validators %j', (name, value, keywords) => {
  const errors = validators(`/components/schemas/${name}`)(value);
  expect(errors?.map(({ keyword }) => keyword)).toEqual(keywords);
});
