import { afterAll, describe, expect, test } from 'vitest';
import { clientSequenceFaults } from '../../src/faults/faults/client-sequences.ts';
import { faults } from '../../src/faults/faults.ts';
import { isDecidable, requirements } from '../../src/specification/requirements.ts';
import { findersOf, named, tableOf } from './trial.ts';

const caught = new Set<string>();

describe('the list', () => {
  test('names everything once', () => {
    const names = faults.map(({ id }) => id);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('breaks only statements that can be decided', () => {
    const decidable = new Set(requirements.filter(isDecidable).map(({ id }) => id));
    expect(faults.filter(({ requirement }) => !decidable.has(requirement))).toEqual([]);
  });

  test('breaks every statement that can be decided', () => {
    const broken = new Set(faults.map(({ requirement }) => requirement));
    expect(requirements.filter((row) => isDecidable(row) && !broken.has(row.id))).toEqual([]);
  });

  test('holds nothing that can be changed', () => {
    expect([faults, ...faults].every(Object.isFrozen)).toBe(true);
  });
});

describe('each fault is found by a check of the statement that it breaks, at its place', () => {
  const others = faults.filter((fault) => !clientSequenceFaults.includes(fault));
  test.concurrent.each(named(others))('%s', async (id, fault) => {
    expect(await findersOf(fault, 'all')).not.toEqual([]);
    caught.add(id);
  });

  test.concurrent.each(named(clientSequenceFaults))('%s, by sequences of changes', async (id, fault) => {
    expect(await findersOf(fault, 'all')).toContain('updateClient.sequences');
    caught.add(id);
  });
});

afterAll(() => {
  process.stdout.write(`\n${tableOf({ title: 'faults caught', of: faults, right: caught })}\n`);
});
