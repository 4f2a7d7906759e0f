import { expect, test } from 'vitest';
import { allChecks } from '../../../src/checks/all.ts';
import { sendsChanges, Undecidable } from '../../../src/harness/check.ts';

test('Changes of clients are sent by the checks of their operation, and by no other', () => {
  const sending = allChecks.filter(sendsChanges);
  expect(sending.length).toBeGreaterThan(0);
  expect(sending).toEqual(allChecks.filter(({ id }) => id.startsWith('updateClient.')));
});

test('What cannot be decided says why', () => {
  const error = new Undecidable('no-data', 'List one.');
  expect([error.name, error.reason, error.message]).toEqual(['Undecidable', 'no-data', 'List one.']);
});
