import { expect, test } from 'vitest';
import { repetitions } from '../../../src/cli/arguments.ts';

test.each([0.5, 0.9, 0.99])(
  'Readings are repeated until a fault in 1 of 10 answers is noticed with %d',
  (chance) => {
    const answers = 2 * repetitions(`auto=${chance}`);
    expect(1 - 0.9 ** answers).toBeGreaterThanOrEqual(chance);
    expect(1 - 0.9 ** (answers - 2)).toBeLessThan(chance);
  },
);

test('Repetitions are a number, or a probability below 1', () => {
  expect([repetitions('3'), repetitions('auto=0.01')]).toEqual([3, 1]);
  for (const text of ['0', 'auto', 'auto=1', 'auto=2', '0.9'])
    expect(() => repetitions(text)).toThrow(/It must be/);
});
