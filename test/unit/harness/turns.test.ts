import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { samplingOf } from '../../../src/gate/selection.ts';
import {
  forgeriesFor,
  forgeriesOfFamilies,
  forgeryFamilies,
  seedsOfAllForgeries,
} from '../../../src/harness/forgeries.ts';
import type { Sampling } from '../../../src/harness/session.ts';
import {
  spellingsOfForeign,
  spellingsWithoutToken,
  spellingsWithToken,
} from '../../../src/harness/spellings.ts';
import { noTarget } from './hand-made-session.ts';

const readers = ['getCaseData', 'getOrganisation', 'listCases'] as const;
const guarded = [...readers, 'updateClient', 'createOrganisation'] as const;

function samplingWith(seed: number, thorough = false): Sampling {
  return { seed, thorough, runs: 1, repeat: 1 };
}

function triedIn<Tried>(runs: number, tried: (sampling: Sampling) => readonly Tried[]): Set<Tried>[] {
  return [...Array(60).keys(), 20_261_127].map(
    (first) => new Set(Array.from({ length: runs }, (_, run) => tried(samplingWith(first + run))).flat()),
  );
}

test('Seeds that are drawn at random choose the same rows', () => {
  for (const operation of guarded)
    for (const tried of [
      (sampling: Sampling) => forgeryFamilies.flatMap((family) => forgeriesFor(family, operation, sampling)),
      (sampling: Sampling) => spellingsWithoutToken(operation, sampling),
      (sampling: Sampling) => spellingsWithToken(operation, sampling),
      (sampling: Sampling) => spellingsOfForeign(sampling, noTarget),
    ])
      expect(tried(samplingWith(samplingOf({}).seed))).toEqual(tried(samplingWith(0)));
});

test('Each run tries every family of forgeries on every operation, without more requests than it may send', () => {
  for (const seed of [0, 1, 2, 3, 4]) {
    const tried = guarded.map((operation) =>
      forgeryFamilies.map((family) => forgeriesFor(family, operation, samplingWith(seed))),
    );
    for (const [one] of tried.flat()) expect(one).toBeDefined();
    expect(tried.map((ofOperation) => ofOperation.flat().length)).toEqual([17, 17, 17, 17, 17]);
    expect(new Set(tried.slice(0, 3).flat(2)).size).toBeGreaterThanOrEqual(37);
  }
});

test.each(guarded)('Five consecutive seeds try every forgery on %s', (operation) => {
  const all = triedIn(5, (sampling) =>
    forgeryFamilies.flatMap((family) => forgeriesFor(family, operation, sampling)),
  );
  for (const tried of all) expect(tried.size).toBe(forgeriesOfFamilies.length);
});

test('Three consecutive seeds try every forgery on an operation that reads', () => {
  const all = triedIn(3, (sampling) =>
    readers.flatMap((operation) =>
      forgeryFamilies.flatMap((family) => forgeriesFor(family, operation, sampling)),
    ),
  );
  for (const tried of all) expect(tried.size).toBe(forgeriesOfFamilies.length);
});

test('Each run tries each usual spelling of a path without a token, eight consecutive seeds on each operation that reads, and twelve all that another caller tries', () => {
  const inRuns = (runs: number) =>
    triedIn(runs, (sampling) => readers.flatMap((operation) => spellingsWithoutToken(operation, sampling)));
  for (const tried of inRuns(1)) expect(tried.size).toBe(9);
  for (const operation of readers)
    for (const tried of triedIn(8, (sampling) => spellingsWithoutToken(operation, sampling)))
      expect(tried.size).toBe(9);
  for (const operation of guarded)
    expect(spellingsWithoutToken(operation, samplingWith(3))[0]?.id).toBe('a slash at the end');
  for (const tried of triedIn(12, (sampling) => spellingsWithToken('getCaseData', sampling)))
    expect(tried.size).toBe(14);
  for (const tried of triedIn(8, (sampling) => spellingsWithToken('updateClient', sampling)))
    expect(tried.size).toBe(9);
  for (const tried of triedIn(1, (sampling) => spellingsWithToken('updateClient', sampling)))
    expect([...tried][0]?.id).toBe('a slash at the end');
  const [without, withRestricted] = [[], ['restricted'] as const].map((tokens) =>
    triedIn(7, (sampling) => spellingsOfForeign(sampling, { tokens: new Set(tokens) })),
  );
  for (const tried of without ?? []) expect(tried.size).toBe(5);
  for (const tried of withRestricted ?? []) expect(tried.size).toBe(4);
});

test('The page on reports has these numbers', () => {
  const page = readFileSync('docs/report.md', 'utf8').replaceAll(/\s+/g, ' ');
  expect(page).toContain(
    `The suite knows ${forgeriesOfFamilies.length} forged credentials in ${forgeryFamilies.length} families`,
  );
  expect(page).toContain(`at least 37 of the ${forgeriesOfFamilies.length} to an operation that reads`);
  expect(page).toContain('three runs with consecutive seeds send all of them');
  expect(seedsOfAllForgeries).toBe(5);
  expect(page).toContain('five runs with consecutive seeds send every forgery to every operation');
  expect(page).toContain(
    'each run also sends, without a token, a slash at the end of each path, and each of eight other usual spellings of a path',
  );
});

test('A thorough run tries all of them', () => {
  const sampling = samplingWith(1, true);
  expect(forgeryFamilies.flatMap((family) => forgeriesFor(family, 'listCases', sampling))).toEqual(
    forgeriesOfFamilies,
  );
  expect(spellingsWithoutToken('listCases', sampling).length).toBeGreaterThan(24);
  expect(spellingsWithToken('getCaseData', sampling).length).toBeGreaterThan(24);
  expect(spellingsOfForeign(sampling, noTarget)).toHaveLength(6);
});
