import { afterAll, describe, expect, test } from 'vitest';
import { allChecks } from '../../src/checks/all.ts';
import type { Check } from '../../src/checks/check.ts';
import { conclusionOf } from '../../src/conformance/verdict.ts';
import type { Variant } from '../../src/faults/behaviour.ts';
import { unchanged } from '../../src/faults/behaviours.ts';
import { creationVariants } from '../../src/faults/variants/creations.ts';
import { clientVariants, everywhereVariants, readingVariants, variants } from '../../src/faults/variants.ts';
import { requirements } from '../../src/specification/requirements.ts';
import { everything, fullClient, type Trial, tableOf, tried } from './trial.ts';

const passed = new Set<string>();

/**
 * What a variant is tried with. Of an operation whose answers are the reference's the checks are left out, but for those
 * of the authentication, by which a run knows that its token is valid.
 */
const trials: readonly (readonly [readonly Variant[], Trial])[] = [
  [
    readingVariants,
    {
      ...everything,
      checks: checksOf('getCaseData', 'getOrganisation', 'listCases', 'getInterfaceDescription'),
    },
  ],
  [clientVariants, { ...everything, checks: checksOf('updateClient', 'getOrganisation') }],
  [creationVariants, { ...everything, checks: checksOf('createOrganisation', 'getOrganisation') }],
  [everywhereVariants, { ...everything, clients: fullClient }],
];

describe('the list', () => {
  test('names everything once', () => {
    const names = variants.map(({ id }) => id);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('takes only liberties of rows that exist', () => {
    const known = new Set(requirements.map(({ id }) => id));
    expect(variants.filter(({ requirement }) => !known.has(requirement))).toEqual([]);
  });

  test('holds nothing that can be changed', () => {
    expect([variants, ...variants].every(Object.isFrozen)).toBe(true);
  });
});

test('The reference implementation passes every check', async () => {
  const { results, suiteFaults } = await tried(unchanged, { ...everything, runs: 10 });
  expect(suiteFaults).toEqual([]);
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
});

describe('no legal variant is failed', () => {
  const rows = trials.flatMap(([some, trial]) =>
    some.map((variant) => [variant.id, variant, trial] as const),
  );
  test.concurrent.each(rows)('%s', async (id, { behaviour }, trial) => {
    const result = await tried(behaviour, trial);
    expect(result.suiteFaults).toEqual([]);
    expect(result.results.flatMap(({ findings }) => findings)).toEqual([]);
    expect(conclusionOf(result)).toBe('conformant');
    passed.add(id);
  });
});

afterAll(() => {
  process.stdout.write(`\n${tableOf({ title: 'variants passed', of: variants, right: passed })}\n`);
});

function checksOf(...operations: readonly Check['operation'][]): Check[] {
  return allChecks.filter(({ operation }) => operations.includes(operation));
}
