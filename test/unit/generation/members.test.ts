import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { objectsOf } from '../../../src/generation/members.ts';

const members = Array.from({ length: 300 }, (_, index) => ({
  name: `field${index}`,
  arbitrary: fc.integer({ min: 0, max: 1000 }),
  isRequired: index === 7,
}));

function shrunk(fails: (object: Record<string, unknown>) => boolean, seed = 1) {
  let tries = 0;
  const property = fc.property(objectsOf(members), (object) => {
    tries += 1;
    return !fails(object);
  });
  const details = fc.check(property, { seed, numRuns: 1000 });
  return { details, tries: tries - details.numRuns };
}

describe('objects', () => {
  const sampled = fc.sample(objectsOf(members), { seed: 3, numRuns: 200 });

  test('have the required members always, and each other one now and then', () => {
    expect(sampled.filter((object) => !('field7' in object))).toEqual([]);
    const seen = new Set(sampled.filter((object) => !('field9' in object)).flatMap(Object.keys));
    expect(seen.size).toBe(299);
  });

  test('are now full and now nearly bare', () => {
    const sizes = sampled.map((object) => Object.keys(object).length);
    expect(Math.max(...sizes)).toBe(300);
    expect(Math.min(...sizes)).toBeLessThan(60);
  });

  test('are plain', () => {
    expect(sampled.map((object) => Object.getPrototypeOf(object))).toEqual(
      sampled.map(() => Object.prototype),
    );
  });
});

describe('a failing object', () => {
  test('shrinks to the one member that matters in a few dozen tries', () => {
    const { details, tries } = shrunk(({ field211 }) => field211 !== undefined);
    expect(details.counterexample).toEqual([{ field7: 0, field211: 0 }]);
    expect(tries).toBeLessThan(60);
  });

  test('shrinks to two members that matter together', () => {
    const { details, tries } = shrunk(
      ({ field3, field290 }) => field3 !== undefined && field290 !== undefined,
    );
    expect(details.counterexample).toEqual([{ field3: 0, field7: 0, field290: 0 }]);
    expect(tries).toBeLessThan(120);
  });

  test('shrinks to the least value that fails', () => {
    const { details } = shrunk(({ field42 }) => Number(field42) >= 500);
    expect(details.counterexample).toEqual([{ field7: 0, field42: 500 }]);
  });

  test('comes again with the seed and the path', () => {
    const { details } = shrunk(({ field211 }) => field211 !== undefined);
    const path = details.counterexamplePath ?? '';
    const again = fc.check(
      fc.property(objectsOf(members), ({ field211 }) => field211 === undefined),
      { seed: details.seed, path, endOnFailure: true },
    );
    expect(again.counterexample).toEqual(details.counterexample);
    expect(again.numRuns).toBe(1);
  });
});
