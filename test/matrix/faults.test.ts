import { afterAll, describe, expect, test } from 'vitest';
import { checksOf } from '../../src/checks/all.ts';
import type { Fault } from '../../src/faults/behaviour.ts';
import { clientSequenceFaults } from '../../src/faults/faults/client-sequences.ts';
import { faults } from '../../src/faults/faults.ts';
import type { Check } from '../../src/harness/check.ts';
import { triedFault } from '../../src/proof/fault-trial.ts';
import { tableByRequirement } from '../../src/proof/table.ts';
import type { Tried } from '../../src/proof/tried.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { isDecidable } from '../../src/specification/requirements.ts';
import { named } from './named.ts';

describe('the list', () => {
  test('names everything once', () => {
    const names = faults.map(({ id }) => id);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('breaks only statements that can be decided', () => {
    const decidable = new Set(bundled.requirements.filter(isDecidable).map(({ id }) => id));
    expect(faults.filter(({ requirement }) => !decidable.has(requirement))).toEqual([]);
  });

  test('breaks every statement that can be decided', () => {
    const broken = new Set(faults.map(({ requirement }) => requirement));
    expect(bundled.requirements.filter((row) => isDecidable(row) && !broken.has(row.id))).toEqual([]);
  });

  test('holds nothing that can be changed', () => {
    expect([faults, ...faults].every(Object.isFrozen)).toBe(true);
  });
});

const tried: Tried[] = [];

async function expectCaught(fault: Fault, checks: readonly Check[]): Promise<void> {
  const one = await triedFault(fault, checks);
  tried.push(one);
  expect(one.wrong).toBeUndefined();
}

describe('each fault is found by a check of the statement that it breaks, at its place', () => {
  const others = faults.filter((fault) => !clientSequenceFaults.includes(fault));
  test.concurrent.each(named(others))('%s', (_, fault) => expectCaught(fault, checksOf(bundled)));

  const sequences = checksOf(bundled).filter(({ id }) => id === 'updateClient.sequences');
  test.concurrent.each(named(clientSequenceFaults))('%s, by sequences of changes', (_, fault) =>
    expectCaught(fault, sequences),
  );
});

afterAll(() => {
  process.stdout.write(`\n${tableByRequirement({ title: 'faults caught', of: tried })}\n`);
});
