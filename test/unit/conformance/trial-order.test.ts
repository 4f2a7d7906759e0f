import { describe, expect, test } from 'vitest';
import { inTrialOrder, type ShownIdentifier, spread } from '../../../src/conformance/identifiers.ts';

/** So many identifiers of cases of a type. */
function some(caseType: 'Sale' | 'Purchase' | undefined, count: number): ShownIdentifier[] {
  return Array.from({ length: count }, (_, at) => ({ id: `${caseType}-${at}`, isOfCase: true, caseType }));
}

describe('what is spread', () => {
  test('is from the whole, however few of it are taken', () => {
    const values = Array.from({ length: 1_000 }, (_, at) => at);
    const few = spread(values).slice(0, 9);
    expect(few.slice(0, 3)).toEqual([0, 999, 512]);
    for (const part of [0, 250, 500, 750]) expect(few.some((at) => at >= part && at < part + 250)).toBe(true);
  });

  test.each([0, 1, 2, 3, 17])('is all of %i values, each once', (length) => {
    const values = Array.from({ length }, (_, at) => at);
    expect(spread(values).toSorted((one, other) => one - other)).toEqual(values);
  });
});

describe('The order in which identifiers are tried', () => {
  test('takes the types that the list shows in turn', () => {
    const order = inTrialOrder([...some('Sale', 90), ...some('Purchase', 2), ...some(undefined, 3)]);
    const first = order.slice(0, 12).map(({ id }) => id);
    expect(first.filter((id) => id.startsWith('Purchase'))).toHaveLength(2);
    expect(first.filter((id) => id.startsWith('undefined'))).toHaveLength(3);
  });

  test('ends with what does not look like a case, and has each once', () => {
    const order = inTrialOrder([{ id: 'client', isOfCase: false }, ...some('Sale', 3)]);
    expect(order.map(({ id }) => id)).toEqual(['Sale-0', 'Sale-2', 'Sale-1', 'client']);
  });
});
