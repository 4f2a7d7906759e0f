import { expect, it, test } from 'vitest';
import {
  fingerprintOf,
  resultOf,
  verdictOf,
  withOneExchangeList,
} from '../../../src/conformance/check-result.ts';
import type { ShownExchanges } from '../../../src/folds/shown-exchanges.ts';
import type { Judgement } from '../../../src/harness/check.ts';
import type { Evidence } from '../../../src/trace/evidence.ts';
import { exchange } from '../report/values.ts';
import { deviation, held, resultWith, undecided } from './support.ts';

const pass = { verdict: 'pass' };
const fail = { verdict: 'fail' };
const noData = { verdict: 'inconclusive', reason: 'no-data' };
const throttled = { verdict: 'inconclusive', reason: 'throttled' };

it.each<[judgements: string, of: readonly Judgement[], verdict: object]>([
  ['one that held', [held], pass],
  ['several that held', [held, held], pass],
  ['one that was not decided', [undecided('no-data')], noData],
  ['one that held, and one not decided', [held, undecided('no-data')], noData],
  ['one not decided, and one that held', [undecided('no-data'), held], noData],
  ['two not decided: the first', [undecided('throttled'), undecided('no-data')], throttled],
  ['one that deviates', [deviation()], fail],
  ['a deviation after what held', [held, deviation(), held], fail],
  ['a deviation before what was not decided', [deviation(), undecided('no-data')], fail],
  ['a deviation after what was not decided', [undecided('no-data'), deviation()], fail],
])('the verdict of a check of %s', (_, judgements, verdict) => {
  expect(verdictOf(judgements)).toEqual(verdict);
});

const check = { id: 'getCaseData.Sale.case-price', operation: 'getCaseData' } as const;
const priceDeviation = { requirement: 'case-price', pointer: '/TA6/items/3/x', kind: 'type' };
const fingerprint = fingerprintOf(check, priceDeviation);

test('a fingerprint is short, and the same from version to version', () => {
  expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
  expect(fingerprintOf(check, { ...priceDeviation, pointer: '/price' })).toBe('d39e895fec22c4ab');
});

test.each([
  ['another position in a list', check, { ...priceDeviation, pointer: '/TA6/items/12/x' }],
  ['another check of the operation', { ...check, id: 'getCaseData.Purchase.case-price' }, priceDeviation],
])('a fingerprint does not depend on %s', (_, of, found) => {
  expect(fingerprintOf(of, found)).toBe(fingerprint);
});

test.each([
  ['requirement', check, { ...priceDeviation, requirement: 'case-id' }],
  ['operation', { ...check, operation: 'updateClient' as const }, priceDeviation],
  ['place', check, { ...priceDeviation, pointer: '/TA6/items/3/y' }],
  ['place that is a list itself', check, { ...priceDeviation, pointer: '/TA6/items' }],
  ['kind', check, { ...priceDeviation, kind: 'enum' }],
])('a fingerprint depends on the %s', (_, of, found) => {
  expect(fingerprintOf(of, found)).not.toBe(fingerprint);
});

test('a fingerprint depends on the check where nothing is said of the kind', () => {
  const { kind: _, ...unkind } = priceDeviation;
  const own = fingerprintOf(check, unkind);
  expect([fingerprint, fingerprintOf({ ...check, id: 'own' }, unkind)]).not.toContain(own);
});

type Body = NonNullable<Evidence['response']['body']>;

const shown = (...bodies: readonly (readonly [number: number, body?: Body | undefined])[]): ShownExchanges =>
  new Map(bodies.map(([number, body]) => [number, exchange(`/${number}`, body)]));

test('each exchange is listed once, in the order of the numbers, and named by its place', () => {
  const finding = { pointer: '', message: 'Wrong', requirement: 'case-price', fingerprint: 'a' };
  const { results, exchanges } = withOneExchangeList(
    [
      resultWith({ evidence: [7, 3], findings: [{ ...finding, exchange: 7 }] }),
      resultWith({ evidence: [3, -1] }),
    ],
    shown([7], [3], [5], [-1]),
  );
  expect(exchanges.map(({ request }) => request.path)).toEqual(['/-1', '/3', '/7']);
  expect(results.map(({ evidence }) => evidence)).toEqual([
    [2, 1],
    [1, 0],
  ]);
  expect(results[0]?.findings).toEqual([{ ...finding, exchange: 2 }]);
});

test('a remedy names the listed exchanges that keep its check from being decided', () => {
  const at = (exchange: number) => ({ exchange, pointer: '/TA6' });
  const remedyAt = (...places: number[]) =>
    ({ reason: 'no-data', remedy: 'List one.', blockedBy: places.map(at) }) as const;
  const { results } = withOneExchangeList(
    [resultWith({ evidence: [7, 3], remedies: [remedyAt(7, 9), remedyAt(9)] })],
    shown([7], [3], [9]),
  );
  expect(results[0]?.remedies).toEqual([
    { reason: 'no-data', remedy: 'List one.', blockedBy: [at(1)] },
    { reason: 'no-data', remedy: 'List one.' },
  ]);
});

test('an exchange shows what the findings of all checks are about, and no body where there are none', () => {
  const finding = { message: 'Wrong', requirement: 'case-price', fingerprint: 'a', exchange: 0 };
  const long = { a: { b: 1, c: 2, d: 3 }, e: 'x'.repeat(3_000) };
  const listedWith = (...pointers: string[]) =>
    withOneExchangeList(
      pointers.map((pointer) => resultWith({ evidence: [0], findings: [{ ...finding, pointer }] })),
      shown([0, long]),
    ).exchanges[0]?.response.body;
  expect(listedWith('/a/b', '/a/c')).toEqual({ a: { b: 1, c: 2 } });
  expect(listedWith('/a/b', '')).toEqual({ a: { b: 1 } });
  const { exchanges } = withOneExchangeList([resultWith({ evidence: [0] })], shown([0, long]));
  expect(exchanges[0]?.response).not.toHaveProperty('body');
});

test('A change is no example of what held if the field was already what a deviating change made of it', () => {
  const kind = 'changed though left out';
  const finding = { pointer: '/title', message: 'was changed', requirement: 'case-price', kind, reply: 0 };
  const heldIn = (reply: number): Judgement => ({ kind: 'held', pointer: '/title', reply });
  const row = {
    title: 'a',
    operation: 'updateClient',
    requirements: ['case-price'],
    rule: () => [],
  } as const;
  const made = (value: string, requirements = ['case-price']) =>
    withOneExchangeList(
      [
        resultOf({ ...row, id: 'a' }, [{ kind: 'deviates', finding }, heldIn(1)], [0, 1]),
        resultOf({ ...row, id: 'b', requirements }, [heldIn(2), heldIn(3)], [2, 3]),
      ],
      shown([0, { title: value }], [1, { title: value }], [2, { title: 'Xx' }], [3]),
    ).results.map(({ held }) => held?.map((one) => one.exchange));
  expect(made('')).toEqual([[], [2, 3]]);
  // Different values may have the same mask.
  expect(made('Xxx')).toEqual([[1], [2, 3]]);
  // A check of another statement is not asked.
  expect(made('', ['case-type'])).toEqual([[], undefined]);
});

test.each(['pass', 'inconclusive'] as const)(
  'A check that ends with %s lists comparable places or none',
  (verdict) => {
    const finding = { pointer: '/title', message: 'Wrong', requirement: 'case-price', fingerprint: 'a' };
    const heldAt = (pointer: string) =>
      withOneExchangeList(
        [
          resultWith({ verdict: 'fail', findings: [{ ...finding, exchange: 0 }], evidence: [0] }),
          resultWith({ verdict, held: [{ exchange: 1, pointer }], evidence: [1] }),
        ],
        shown([0], [1]),
      ).results[1]?.held;
    expect(heldAt('/title')).toEqual([{ exchange: 1, pointer: '/title' }]);
    expect(heldAt('/dob')).toBeUndefined();
  },
);
