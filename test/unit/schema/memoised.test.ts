import { expect, test } from 'vitest';
import { memoised } from '../../../src/schema/memoised.ts';

test('what is made is kept with the object that it is about', () => {
  let made = 0;
  const numberOf = memoised(
    (_: { readonly body: object }, first: number) => {
      made += 1;
      return first + made;
    },
    ({ body }) => body,
  );
  const body = {};
  expect(numberOf({ body }, 10)).toBe(11);
  expect(numberOf({ body }, 20)).toBe(11);
  expect(numberOf({ body: {} }, 20)).toBe(22);
});

test('also where it is undefined, and not where making it failed', () => {
  let tried = 0;
  const failsFirst = memoised(
    (_: object): undefined => {
      tried += 1;
      if (tried === 1) throw new Error('Not yet.');
    },
    (one) => one,
  );
  const one = {};
  expect(() => failsFirst(one)).toThrow('Not yet.');
  failsFirst(one);
  failsFirst(one);
  expect(tried).toBe(2);
});
