import { describe, expect, test } from 'vitest';
import { forgeriesFor } from '../../../src/harness/dealt-forgeries.ts';
import { forgeryFamilies } from '../../../src/harness/forgeries.ts';

const readers = ['getCaseData', 'getOrganisation', 'listCases'] as const;
const all = [...readers, 'updateClient', 'createOrganisation'] as const;
const named = forgeryFamilies.map((family) => [family.id, family] as const);

describe.each([0, 1, 2, 3, 11, 2 ** 31 - 1])('with the seed %i', (seed) => {
  const sampling = { seed, thorough: false };

  test.each(named)(
    '%s: each operation has one, and those that read have all that the run tries',
    (_id, family) => {
      for (const operation of all)
        expect(forgeriesFor(family, operation, sampling).length).toBeGreaterThan(0);
      const dealt = new Set(readers.flatMap((operation) => forgeriesFor(family, operation, sampling)));
      expect(dealt.size).toBe(family.choices.length);
      for (const operation of all.slice(3)) expect(forgeriesFor(family, operation, sampling)).toHaveLength(1);
    },
  );

  test.each(named)('%s: a thorough run tries all of each operation', (_id, family) => {
    for (const operation of all)
      expect(forgeriesFor(family, operation, { seed, thorough: true })).toEqual(family.choices.flat());
  });
});

test.each(named)(
  '%s: the seed decides which, so that in time each operation that reads is tried with all',
  (_id, family) => {
    for (const operation of readers) {
      const tried = Array.from({ length: 72 }, (_, seed) =>
        forgeriesFor(family, operation, { seed, thorough: false }),
      );
      expect(new Set(tried.flat())).toEqual(new Set(family.choices.flat()));
    }
  },
);

test('a run sends no more than it may', () => {
  for (let seed = 0; seed < 24; seed += 1) {
    const sent = readers.flatMap((operation) =>
      forgeryFamilies.flatMap((family) => forgeriesFor(family, operation, { seed, thorough: false })),
    );
    expect(sent.length).toBeLessThanOrEqual(55);
  }
});
