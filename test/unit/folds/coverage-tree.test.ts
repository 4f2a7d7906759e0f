import { expect, test } from 'vitest';
import { countsIn, treeOf } from '../../../src/folds/coverage-tree.ts';
import { coverable } from '../../../src/folds/field-coverage.ts';
import { bundled } from '../../../src/specification/bundled.ts';

test('counts by name are grouped by shape, place and value', () => {
  const counts = {
    Sale: 4,
    'Sale /price': 3,
    'Sale TA6_4th': 2,
    'Sale TA6_4th /TA6/listingGrade': 2,
    "Sale TA6_4th /TA6/listingGrade 'grade II'": 1,
  };
  expect(treeOf(counts)).toEqual({
    Sale: { '': 4, '/price': 3 },
    'Sale TA6_4th': { '': 2, '/TA6/listingGrade': { '': 2, "'grade II'": 1 } },
  });
});

test('a tree holds every name that it was made of', () => {
  const odd = ["Sale /odd name 'a' 'b'", "Sale /x ''", 'Sale /a\nb', '/price', ''];
  const counts = Object.fromEntries([...coverable(bundled), ...odd].map((name, place) => [name, place]));
  expect(countsIn(treeOf(counts))).toEqual(counts);
});
