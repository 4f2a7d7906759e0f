import { describe, expect, test } from 'vitest';
import { faults } from '../../faults/faults.ts';
import { singleFieldFaults } from '../../faults/single-fields.ts';
import { triedFault } from '../../proof/fault-trial.ts';
import { checksOf } from '../../src/checks/all.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { isTestable } from '../support/testable.ts';
import { named, oneIn } from './named.ts';

describe('the list', () => {
  test('names everything once', () => {
    const names = faults.map(({ id }) => id);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('breaks only statements that can be tested', () => {
    const testable = new Set(bundled.requirements.filter(isTestable).map(({ id }) => id));
    expect(faults.filter(({ requirement }) => !testable.has(requirement))).toEqual([]);
  });

  test('breaks every statement that can be tested, with the wrong values of single fields', () => {
    const broken = new Set([...faults, ...singleFieldFaults].map(({ requirement }) => requirement));
    // These services have no TLS, and get no request with a method that they do not support.
    for (const row of ['strict-transport-security', 'allowed-methods']) broken.add(row);
    const unbroken = bundled.requirements.filter((row) => isTestable(row) && !broken.has(row.id));
    expect(
      unbroken.map(({ id }) => id),
      'Each needs a fault under faults/faults.',
    ).toEqual([]);
  });

  test('holds nothing that can be changed', () => {
    expect(Object.isFrozen(faults)).toBe(true);
    expect(faults.filter((fault) => !Object.isFrozen(fault)).map(({ id }) => id)).toEqual([]);
  });
});

test.each(named(oneIn(24, faults)))(
  'each fault is found by a check of the statement that it breaks, at its place: %s',
  async (_, fault) => {
    const one = await triedFault(fault, checksOf(bundled));
    expect(one.wrong).toBeUndefined();
  },
);
