import { expect, test } from 'vitest';
import { inList, numeral } from '../../../src/report/words.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_140, '1,140'],
  [1_234_567, '1,234,567'],
])('%i is written %s', (number, text) => {
  expect(numeral(number)).toBe(text);
});

test.each([[], ['a'], ['a', 'b'], ['a', 'b', 'c']])('%j is listed as by Intl', (...all) => {
  expect(inList(all)).toBe(new Intl.ListFormat('en-GB').format(all));
});
