import { describe, expect, test } from 'vitest';
import { getCaseData } from '../../../src/api/calls.ts';
import { type Collected, numberAfter, openCollected } from '../../../src/conformance/collected.ts';
import { deviates, held } from '../../../src/harness/assertions.ts';
import { ofEachItem, rowOf } from '../../../src/harness/check.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Exchange } from '../../../src/trace/exchange.ts';
import { exchangeOf } from '../../support/exchange.ts';

const row = rowOf<Exchange>({
  id: 'getCaseData.row',
  title: 'A row',
  requirements: ['case-data-200'],
  itemOf: (reply) => (reply.status === 404 ? undefined : reply),
  rule: ofEachItem((reply) => {
    if (reply.status === 500) throw new Error('It broke.');
    return [reply.status === 200 ? held : deviates(reply, 'case-data-200', 'Wrong', '/a', 'other')];
  }),
});

function answer(number: number, status: number): Exchange {
  return exchangeOf(status, '{}', { call: getCaseData('1'), number });
}

function gathering(further: Partial<Parameters<typeof openCollected>[0]>, ...statuses: number[]): Collected {
  const collected = openCollected({ specification: bundled, rows: [row], maxAlike: 2, ...further });
  for (const [at, status] of statuses.entries()) collected.add(answer(at, status), { source: 'recording' });
  return collected;
}

const kindsOf = (collected: Collected): string[] => collected.of(row.id).judgements.map(({ kind }) => kind);
function shownBy(collected: Collected): readonly number[] {
  const { exchanges } = collected.of(row.id);
  expect([...collected.shown().keys()]).toEqual(exchanges);
  return exchanges;
}

describe('of what is collected', () => {
  test('a few judgements that say the same are kept, and the exchanges that deviate', () => {
    const collected = gathering({}, 200, 201, 404, 200, 202, 203);
    expect(kindsOf(collected)).toEqual(['held', 'deviates', 'deviates']);
    expect(shownBy(collected)).toEqual([1, 4]);
    expect(collected.deviating()).toBe(3);
  });

  test('exchanges in which a statement holds are shown, too, where that is asked for', () => {
    expect(shownBy(gathering({ showsHeld: true }, 200, 404, 200, 200, 201))).toEqual([0, 2, 4]);
  });

  test('a rule that breaks is reported, and the others go on', () => {
    const faults: unknown[] = [];
    const collected = gathering({ onFault: (fault) => faults.push(fault) }, 500, 200);
    expect(faults).toEqual([{ check: row.id, error: new Error('It broke.') }]);
    expect(kindsOf(collected)).toEqual(['held']);
    expect(() => gathering({}, 500)).toThrow('It broke.');
  });

  test('an earlier state is continued with further numbers', () => {
    const earlier = JSON.parse(JSON.stringify(gathering({}, 404, 201).state()));
    expect(numberAfter(earlier)).toBe(2);
    const collected = openCollected({ specification: bundled, rows: [row], maxAlike: 2, earlier });
    for (const [at, status] of [202, 203].entries())
      collected.add(answer(2 + at, status), { source: 'recording' });
    expect(kindsOf(collected)).toEqual(['deviates', 'deviates']);
    expect(shownBy(collected)).toEqual([1, 2]);
    expect(collected.deviating()).toBe(3);
  });
});
