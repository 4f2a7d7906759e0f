import { expect, test } from 'vitest';
import { compareDescriptions } from '../../../../src/regression/descriptions/compare.ts';
import { differencesOf } from '../../../../src/regression/descriptions/differences.ts';
import { shapesOf } from '../../../../src/regression/descriptions/shapes.ts';
import { type Kind, largeDescription, withChanges } from './large.ts';

test.each<[Kind, number]>([
  ['tagged', 300],
  ['untagged', 50],
  ['extending', 25],
])('large descriptions are compared, with objects that are %s', (kind, size) => {
  const before = largeDescription(kind, size, 4);
  const differences = compareDescriptions(before, withChanges(before, 5));
  expect(differences.length).toBeGreaterThan(0);
  // Without a tag, another object of a union may accept what one of the objects now refuses.
  const isExpected = (verdict: string): boolean =>
    verdict === 'breaking' || (kind !== 'tagged' && verdict === 'undecided');
  const unexpected = differences.filter(({ providers }) => !isExpected(providers.verdict));
  expect(unexpected.map(({ message }) => message)).toEqual([]);
});

test('a comparison ends that would take too much', () => {
  const [before, after] = [{ type: 'string' }, { type: 'number' }].map((items) => {
    const schema = { properties: { list: { items } } };
    return shapesOf(schema)(schema);
  });
  if (before === undefined || after === undefined) throw new Error('There are two.');
  expect(() => differencesOf(3)(before, after)).toThrow(RangeError);
  expect(differencesOf(10)(before, after)).toHaveLength(1);
});
