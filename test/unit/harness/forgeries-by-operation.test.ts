import { expect, test } from 'vitest';
import { forgeriesFor, forgeryFamilies } from '../../../src/harness/forgeries.ts';

const readers = ['getCaseData', 'getOrganisation', 'listCases'] as const;
const all = [...readers, 'updateClient', 'createOrganisation'] as const;
const named = forgeryFamilies.map((family) => [family.id, family] as const);
const usual = { thorough: false };

test.each(named)(
  '%s: each operation has one, and those that read have all that the run tries',
  (_id, family) => {
    for (const operation of all) expect(forgeriesFor(family, operation, usual).length).toBeGreaterThan(0);
    const dealt = new Set(readers.flatMap((operation) => forgeriesFor(family, operation, usual)));
    expect(dealt.size).toBe(family.choices.length);
    for (const operation of all.slice(3)) expect(forgeriesFor(family, operation, usual)).toHaveLength(1);
  },
);

test.each(named)('%s: a thorough run tries all of each operation', (_id, family) => {
  for (const operation of all)
    expect(forgeriesFor(family, operation, { thorough: true })).toEqual(family.choices.flat());
});

test('a run sends no more than it may', () => {
  const sent = readers.flatMap((operation) =>
    forgeryFamilies.flatMap((family) => forgeriesFor(family, operation, usual)),
  );
  expect(sent.length).toBeLessThanOrEqual(55);
});
