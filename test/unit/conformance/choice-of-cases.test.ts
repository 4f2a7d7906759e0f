import { describe, expect, test } from 'vitest';
import { choiceOf, spread } from '../../../src/conformance/choice-of-cases.ts';
import type { ShownIdentifier } from '../../../src/conformance/identifiers.ts';

/** So many identifiers of cases of a type. */
function some(caseType: 'Sale' | 'Purchase' | undefined, count: number): ShownIdentifier[] {
  return Array.from({ length: count }, (_, at) => ({ id: `${caseType}-${at}`, isOfCase: true, caseType }));
}

/** The first that are chosen, of which each shows so much that is new. */
function chosen(identifiers: readonly ShownIdentifier[], count: number, newsOf = (_: string) => 0): string[] {
  const choice = choiceOf(identifiers);
  return Array.from({ length: count }, () => {
    const next = choice.next();
    if (next !== undefined) choice.tell(newsOf(next.id));
    return next?.id ?? 'none';
  });
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

describe('the choice', () => {
  test('is of each type that the list shows', () => {
    const ids = chosen([...some('Sale', 90), ...some('Purchase', 2), ...some(undefined, 3)], 12);
    expect(ids.filter((id) => id.startsWith('Purchase'))).toHaveLength(2);
    expect(ids.filter((id) => id.startsWith('undefined'))).toHaveLength(3);
  });

  test('goes to where most is new', () => {
    const ids = chosen([...some('Sale', 90), ...some('Purchase', 90)], 40, (id) =>
      id.startsWith('Purchase') ? 5 : 0,
    );
    expect(ids.filter((id) => id.startsWith('Purchase')).length).toBeGreaterThanOrEqual(20);
    const sales = chosen([...some('Sale', 90), ...some('Purchase', 90)], 40, (id) =>
      id.startsWith('Sale') ? 5 : 0,
    );
    expect(sales.filter((id) => id.startsWith('Sale')).length).toBeGreaterThanOrEqual(20);
  });

  test('comes to what does not look like a case in the end, and gives each once', () => {
    const other = { id: 'client', isOfCase: false };
    const ids = chosen([other, ...some('Sale', 3)], 5);
    expect(ids.slice(3)).toEqual(['client', 'none']);
    expect(new Set(ids).size).toBe(5);
  });
});
