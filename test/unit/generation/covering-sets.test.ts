import { expect, test } from 'vitest';
import { coveringSets } from '../../../src/generation/covering-sets.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const bounds = { minSets: 0, maxSets: 40, seed: 1, alreadySent: [] };

test('Sets show each two names without any other, and each name after one set or another', () => {
  const sets = coveringSets(names, bounds);
  expect(sets.length).toBeLessThan(35);
  const missing = names.flatMap((one) =>
    names.flatMap((other) =>
      names.filter(
        (left) =>
          one < other &&
          ![one, other].includes(left) &&
          !sets.some((set) => set.includes(one) && set.includes(other) && !set.includes(left)),
      ),
    ),
  );
  expect(missing).toEqual([]);
});

test('A few sets show most of it', () => {
  const sets = coveringSets(names, { ...bounds, maxSets: 10 });
  expect(sets).toHaveLength(10);
  const shown = new Set(
    sets.flatMap((set) =>
      set.flatMap((one) =>
        set.flatMap((other) =>
          names.filter((left) => one < other && !set.includes(left)).map((left) => one + other + left),
        ),
      ),
    ),
  );
  expect(shown.size).toBeGreaterThan(90);
});

test('Most pairs are sent with at most one other name', () => {
  const small = coveringSets(names, { ...bounds, maxSets: 9 }).filter(({ length }) => length <= 3);
  const pairs = new Set(
    small.flatMap((set) => set.flatMap((one) => set.flatMap((other) => (one < other ? one + other : [])))),
  );
  expect(pairs.size).toBeGreaterThan(11);
});

test('The sets are the same for the same seed, and others for another', () => {
  const of = (seed: number): unknown => coveringSets(names, { ...bounds, maxSets: 5, seed });
  expect(of(1)).toEqual(of(1));
  expect(of(1)).not.toEqual(of(2));
});

test('What was shown before is not shown again, unless there must be as many', () => {
  const earlier = [...coveringSets(names, bounds), ...coveringSets(names, { ...bounds, seed: 2 })];
  const few = coveringSets(names, { ...bounds, alreadySent: earlier });
  expect(few.length).toBeLessThan(5);
  expect(coveringSets(['a'], bounds)).toEqual([]);
  expect(coveringSets(['a'], { ...bounds, minSets: 2 })).toEqual([['a'], ['a']]);
});

test('of no names there is no set', () => {
  expect(coveringSets([], bounds)).toEqual([]);
});
