import { expect, test } from 'vitest';
import { checksOf } from '../../../src/checks/all.ts';
import { sendsChanges } from '../../../src/rules/operations.ts';
import { bundled } from '../../../src/specification/bundled.ts';

test('Changes of clients are sent by the checks of their operation, and by no other', () => {
  const sending = checksOf(bundled).filter(sendsChanges);
  expect(sending.length).toBeGreaterThan(0);
  expect(sending).toEqual(checksOf(bundled).filter(({ id }) => id.startsWith('updateClient.')));
});
