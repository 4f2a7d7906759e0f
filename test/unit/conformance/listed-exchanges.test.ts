import { expect, test } from 'vitest';
import { listed } from '../../../src/conformance/listed-exchanges.ts';
import type { NumberedEvidence } from '../../../src/conformance/shown-exchange.ts';
import type { Evidence } from '../../../src/trace/evidence.ts';
import { exchange } from '../report/values.ts';
import { resultWith } from './support.ts';

type Body = NonNullable<Evidence['response']['body']>;

const shown = (number: number, body?: Body): NumberedEvidence => ({
  number,
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

test('the headers that one check shows of an exchange are shown, whatever another shows of its body', () => {
  const headers = { 'content-type': 'text/html' };
  const { evidence } = shown(0);
  const withHeaders = { number: 0, evidence: { ...evidence, response: { ...evidence.response, headers } } };
  for (const all of [
    [shown(0), withHeaders],
    [withHeaders, shown(0, { a: 1 })],
  ]) {
    const { exchanges } = listed(all.map((one) => ({ result: resultWith({ evidence: [0] }), shown: [one] })));
    expect(exchanges[0]?.response.headers).toEqual(headers);
  }
});

test.each<[what: string, one: Body | undefined, other: Body | undefined, both: Body | undefined]>([
  ['nothing of either', undefined, undefined, undefined],
  ['what one shows alone', undefined, { a: 1 }, { a: 1 }],
  ['the members of both', { a: { b: 1 } }, { a: { c: 2 }, d: 3 }, { a: { b: 1, c: 2 }, d: 3 }],
  ['a list rather than a part of it', { a: { 0: 1 } }, { a: [1, 2] }, { a: [1, 2] }],
  ['an object rather than its name', { a: '(an object of 2)' }, { a: { b: 1 } }, { a: { b: 1 } }],
])('of an exchange is shown %s', (_, one, other, both) => {
  const bodyOf = (...bodies: readonly (Body | undefined)[]) =>
    listed(bodies.map((body) => ({ result: resultWith({ evidence: [0] }), shown: [shown(0, body)] })))
      .exchanges[0]?.response.body;
  expect(bodyOf(one, other)).toEqual(both);
  expect(bodyOf(other, one)).toEqual(both);
});
