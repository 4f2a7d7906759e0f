import { expect, test } from 'vitest';
import { getOrganisation, listCases, updateClient } from '../../../src/api/calls.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { openAnswerBudget } from '../../../src/trace/answer-budget.ts';
import type { Exchange } from '../../../src/trace/exchange.ts';
import { exchangeOf } from '../../support/exchange.ts';

function exchange(value: unknown, call = updateClient('1', '{}')): Exchange {
  return exchangeOf(200, JSON.stringify(value), { call });
}

const padding = 'x'.repeat(100_000);

test('what is not described of a large record is left out', () => {
  const { received } = openAnswerBudget(bundled);
  const light = received(exchange({ firstName: padding, padding, list: [padding] }));
  expect(light.body).toEqual({
    kind: 'json',
    value: { firstName: padding, padding: 'x'.repeat(1_000), list: [] },
  });
});

test('a small record, a refusal and a list stay as they are', () => {
  const { received } = openAnswerBudget(bundled);
  const large = { padding: 'x'.repeat(300_000) };
  for (const one of [
    exchange({ further: [1] }),
    { ...exchange(large), status: 403 },
    exchange(large, listCases()),
  ])
    expect(received(one)).toBe(one);
});

test('of a refusal of more than a million characters, the first members and the beginnings of texts stay, at any depth', () => {
  const { received } = openAnswerBudget(bundled);
  const refusal = { ...exchange({ message: 'x'.repeat(2 ** 20), data: [{ caseId: '1' }] }), status: 403 };
  const { text, body } = received(refusal);
  expect(text).toHaveLength(2 ** 20);
  expect(body).toEqual({ kind: 'json', value: { message: 'x'.repeat(1_000), data: [{ caseId: '1' }] } });
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`further${at}`, at]));
  const wide = received({ ...refusal, body: { kind: 'json', value: many } }).body;
  expect(wide.kind === 'json' && Object.keys(wide.value as object)).toHaveLength(400);
  const deep = JSON.parse(`${'['.repeat(100_000)}"${'x'.repeat(2 ** 20)}"${']'.repeat(100_000)}`);
  expect(JSON.stringify(received({ ...refusal, body: { kind: 'json', value: deep } }).body)).toHaveLength(66);
});

test('of another large answer, the beginning of the text is enough, and the whole value', () => {
  const { received } = openAnswerBudget(bundled);
  const organisation = exchange({ padding: 'x'.repeat(300_000) }, getOrganisation());
  const light = received(organisation);
  expect(light.text).toHaveLength(2 ** 18);
  expect(light.body).toBe(organisation.body);
});

test('an answer that comes again is kept once, and too many different ones end the run', () => {
  const { kept, obstacle } = openAnswerBudget(bundled);
  const list = (from: number) =>
    exchange({ list: Array.from({ length: 100_000 }, (_, at) => ({ at: from + at })) }, getOrganisation());
  const first = kept(list(0));
  for (let count = 0; count < 12; count += 1)
    expect(kept({ ...list(0), number: count }).body).toBe(first.body);
  expect(obstacle()).toBeUndefined();
  for (let count = 1; count < 10; count += 1) kept(list(count));
  expect(obstacle()).toMatch(
    /^The answers of the target are so large that together they take more than 96 MB/,
  );
});

test('answers that differ only far behind their beginning stay two', () => {
  const { received, kept } = openAnswerBudget(bundled);
  const [one, other] = ['one', 'other'].map((firstName) =>
    kept(received(exchange({ padding: 'x'.repeat(300_000), firstName }))),
  );
  expect([one?.body, other?.body]).toMatchObject([
    { value: { firstName: 'one' } },
    { value: { firstName: 'other' } },
  ]);
});

test('an extremely deep answer can be held', () => {
  const { kept, obstacle } = openAnswerBudget(bundled);
  const depth = 100_000;
  const value = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  const deep = { ...exchange('', getOrganisation()), body: { kind: 'json', value } as const };
  expect(kept({ ...deep, bodyBytes: 2 * depth }).body).toBe(deep.body);
  expect(obstacle()).toBeUndefined();
});

test('the text of an answer is kept by its beginning, but for a list and a description', () => {
  const { kept } = openAnswerBudget(bundled);
  expect(kept(exchange({ padding })).text).toHaveLength(2 ** 16);
  expect(kept(exchange({ padding, more: 1 }, listCases())).text.length).toBeGreaterThan(100_000);
});
