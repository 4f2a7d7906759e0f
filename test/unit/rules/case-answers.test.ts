import { describe, expect, test } from 'vitest';
import { getCaseData } from '../../../src/api/calls.ts';
import { undecided } from '../../../src/harness/assertions.ts';
import type { Judgement } from '../../../src/harness/check.ts';
import { isAnsweredWithRecord, isOfTheCase, listedAs, namesTheCase } from '../../../src/rules/case-record.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Exchange } from '../../../src/trace/exchange.ts';
import { exchangeOf } from '../../support/exchange.ts';
import { said } from '../harness/hand-made-session.ts';

const id = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const other = '0b7c1c52-9a59-4b11-8f2b-7c1e5b0a4d52';

function answer(status: number, body: unknown): Exchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return exchangeOf(status, text, { call: getCaseData(id) });
}

const wordsOf = (judgements: Iterable<Judgement>): unknown[] =>
  said({ judgements: [...judgements], observations: [] });

test.each<[number, string, unknown[]]>([
  [200, '{}', ['held']],
  [200, '', ['held', ['case-data-200', '', 'The body is empty instead of a record']]],
  [200, '<p>', [['bodies-are-json', '', expect.stringMatching(/^The body is not JSON/)]]],
  [201, '{}', [['case-data-200', '', 'The status is 201 instead of 200, without any data']]],
  [404, '', [['case-data-200', '', 'The status is 404 instead of 200']]],
])('a case is answered 200 with JSON: %i %s', (status, text, expected) => {
  expect(wordsOf(isAnsweredWithRecord(answer(status, text)))).toEqual(expected);
});

test('another status is judged in the words of the check', () => {
  const refused = undecided('control-refused', 'Check the token.');
  expect([...isAnsweredWithRecord(answer(403, '{}'), () => refused)]).toEqual([refused]);
});

describe('a record is of the case that was asked for', () => {
  const otherCase = ['case-data-of-the-case', '/caseId', `/caseId is not ${id}, the case asked for`];
  const otherType = [
    'case-data-of-the-case',
    '/caseType',
    "/caseType is 'Purchase' instead of 'Sale': this case is listed under cases.Sale",
  ];
  const record = (further: object): unknown => ({ caseId: id, caseType: 'Sale', ...further });

  test.each<[string, number, unknown, unknown[]]>([
    ['as it is', 200, record({}), ['held', 'held']],
    ['in other letters', 200, record({ caseId: id.toUpperCase() }), ['held', 'held']],
    ['not so another case', 200, record({ caseId: other }), [otherCase, 'held']],
    ['not so a similar identifier', 200, record({ caseId: `${id.slice(0, -4)}abcd` }), [otherCase, 'held']],
    ['not so a number', 200, record({ caseId: 7 }), [otherCase, 'held']],
    ['not so another type', 200, record({ caseType: 'Purchase' }), ['held', otherType]],
    ['without a known type', 200, record({ caseType: 'Lease' }), ['held']],
    ['without a caseId', 200, { caseType: 'Sale' }, []],
    ['in a refusal', 404, record({ caseId: other }), []],
    ['without JSON', 200, id, []],
  ])('%s', (_, status, body, expected) => {
    const reply = answer(status, body);
    expect(wordsOf(isOfTheCase(bundled, reply, listedAs('Sale', id)))).toEqual(expected);
    const isRight = expected.length > 0 && expected.every((one) => one === 'held');
    expect(namesTheCase(bundled, reply, listedAs('Sale', id))).toBe(isRight);
  });

  test('whatever its type, if nothing says of which it is', () => {
    const reply = answer(200, record({ caseType: 'Purchase' }));
    expect(wordsOf(isOfTheCase(bundled, reply, { id }))).toEqual(['held']);
  });
});
