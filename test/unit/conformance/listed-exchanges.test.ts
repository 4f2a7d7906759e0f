import { expect, test } from 'vitest';
import { listed } from '../../../src/conformance/check-result.ts';
import type { Evidence, ShownExchange } from '../../../src/trace/evidence.ts';
import { exchange } from '../report/values.ts';
import { resultWith } from './support.ts';

type Body = NonNullable<Evidence['response']['body']>;

const shown = (number: number, body?: Body): ShownExchange => ({
  number,
  operation: 'getCaseData',
  evidence: exchange(`/${number}`, body),
});

test('each exchange is listed once, in the order of the numbers, and named by its place', () => {
  const finding = { pointer: '', message: 'Wrong', requirement: 'case-price', fingerprint: 'a' };
  const { results, exchanges } = listed([
    {
      result: resultWith({ evidence: [7, 3], findings: [{ ...finding, exchange: 7 }] }),
      shown: [shown(7), shown(3)],
    },
    { result: resultWith({ evidence: [3, -1] }), shown: [shown(3), shown(-1)] },
  ]);
  expect(exchanges.map(({ request }) => request.path)).toEqual(['/-1', '/3', '/7']);
  expect(results.map(({ evidence }) => evidence)).toEqual([
    [2, 1],
    [1, 0],
  ]);
  expect(results[0]?.findings).toEqual([{ ...finding, exchange: 2 }]);
});

test('an exchange shows what the findings of all checks are about, and no body where there are none', () => {
  const finding = { message: 'Wrong', requirement: 'case-price', fingerprint: 'a', exchange: 0 };
  const long = { a: { b: 1, c: 2, d: 3 }, e: 'x'.repeat(3_000) };
  const listedWith = (...pointers: string[]) =>
    listed(
      pointers.map((pointer) => ({
        result: resultWith({ evidence: [0], findings: [{ ...finding, pointer }] }),
        shown: [shown(0, long)],
      })),
    ).exchanges[0]?.response.body;
  expect(listedWith('/a/b', '/a/c')).toEqual({ a: { b: 1, c: 2 } });
  expect(listedWith('/a/b', '')).toEqual({ a: { b: 1 } });
  const { exchanges } = listed([{ result: resultWith({ evidence: [0] }), shown: [shown(0, long)] }]);
  expect(exchanges[0]?.response).not.toHaveProperty('body');
});
