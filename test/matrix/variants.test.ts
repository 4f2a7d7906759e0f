import { describe, expect, test } from 'vitest';
import { unchanged } from '../../faults/behaviours.ts';
import { variants } from '../../faults/variants.ts';
import { trial } from '../../proof/trial.ts';
import { triedVariant } from '../../proof/variant-trial.ts';
import { checksOf } from '../../src/checks/all.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { isWhole, named, oneIn } from './named.ts';

describe('the list', () => {
  test('names everything once', () => {
    const names = variants.map(({ id }) => id);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('takes only liberties of rows that exist', () => {
    const known = new Set(bundled.requirements.map(({ id }) => id));
    expect(variants.filter(({ requirement }) => !known.has(requirement))).toEqual([]);
  });

  test('holds nothing that can be changed', () => {
    expect([variants, ...variants].every(Object.isFrozen)).toBe(true);
  });
});

test('The reference implementation passes every check as the host of the realistic organisation', async () => {
  const { results } = await trial(unchanged, {
    checks: checksOf(bundled),
    organisation: 'realistic',
    target: {},
    runs: 3,
  });
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
});

const withoutSocket = variants.filter(({ needsSocket }) => needsSocket !== true);

test.each(named(oneIn(24, withoutSocket)))('no legal variant is failed: %s', async (_, variant) => {
  const one = await triedVariant(variant, checksOf(bundled), isWhole);
  expect(one.wrong).toBeUndefined();
});
