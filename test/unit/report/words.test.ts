import { expect, test } from 'vitest';
import { type Call, getCaseData, listCases, updateClient } from '../../../src/api/calls.ts';
import { spellingsWithToken, withSpelling } from '../../../src/harness/spellings.ts';
import { clipped, exchangeInWords, few, inList, numeral, shorteningIds } from '../../../src/report/words.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { evidenceOf } from '../../../src/trace/evidence.ts';
import { exchangeOf } from '../../support/exchange.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_140, '1,140'],
  [1_234_567, '1,234,567'],
])('%i is written %s', (number, text) => {
  expect(numeral(number)).toBe(text);
});

test.each([[], ['a'], ['a', 'b'], ['a', 'b', 'c']])('%j is listed as by Intl', (...all) => {
  expect(inList(all)).toBe(new Intl.ListFormat('en-GB').format(all));
});

test('names with a comma are separated by semicolons, also from the number of the others', () => {
  expect(few(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
  expect(few(['a, b', 'c', 'd'], 2)).toBe('a, b; c; and 1 more');
});

function inWords(call: Call, pointer = ''): string {
  return exchangeInWords(evidenceOf(exchangeOf(403, '{}', { call }), bundled), pointer);
}

const reading = getCaseData('99a439b3-87fb-4bda-bded-98a31048f0e0');
const path = '/api/v2/cases/99a439b3-87fb-4bda-bded-98a31048f0e0/data';

test('a request names how its path is written, and the headers with the values that the suite made up', () => {
  const [choice] = spellingsWithToken('getCaseData', { thorough: true, seed: 1 });
  const [otherCase, tenant] = choice?.spellings ?? [];
  if (otherCase === undefined || tenant === undefined) throw new Error('There are no spellings.');
  expect(inWords(withSpelling(reading, otherCase))).toBe(
    'GET /api/v2/cases/99A439B3-87FB-4BDA-BDED-98A31048F0E0/data as member, with its identifier in the other letter case, and with headers that claim a role (X-User-Role: admin, X-Role: admin, X-User-Roles: admin and 1 more) → 403',
  );
  expect(inWords(withSpelling(reading, tenant, { id: 'a', subDomain: 'acme' }))).toBe(
    `GET ${path} as member, with headers that name its organisation (X-Organisation-Id, X-Organization-Id, X-Org-Id and 8 more) → 403`,
  );
  expect(inWords({ ...reading, headers: { 'if-none-match': '*' } })).toContain(' (If-None-Match: *) ');
  expect(inWords({ ...reading, headers: { 'if-none-match': '"s3cr3t"' } })).toContain(' (If-None-Match) ');
  const typed = { 'content-type': 'application/merge-patch+json' };
  expect(inWords({ ...reading, headers: typed })).toContain(' (Content-Type: application/merge-patch+json) ');
  expect(inWords({ ...reading, query: '?_method=PATCH' })).toContain('/data?_method=PATCH ');
  expect(inWords({ ...reading, query: '?after=s3cr3t' })).toContain('/data?… as');
  expect(inWords({ ...listCases(), query: '?after=s3cr3t' })).toContain('?… (a further page) as');
});

test('a sent body is shown whole if it is short, or else what is at the pointer', () => {
  const change = { firstName: 'x', emailAddress: 'x' };
  const sent = (body: object): string =>
    inWords(updateClient('1', JSON.stringify(body)), '/firstName').replace(/^.*, sent | → .*$/g, '');
  expect(sent(change)).toBe('{"firstName": "x", "emailAddress": "x"}');
  expect(
    sent({
      ...change,
      lastName: 'x',
      address: { line_1: 'x'.repeat(150), uprn: '9'.repeat(40) },
      companyName: 'x'.repeat(60),
      title: 'Dr Dr Dr Dr',
      telephoneNumber: '999 999 999',
    }),
  ).toBe('{"firstName": "x", …}');
});

test.each([
  ['a short text', 12, 'a short text'],
  ['a longer text', 11, 'a longer …'],
  ['x'.repeat(60), 50, `${'x'.repeat(50)} …`],
])('a long text ends with a whole word: %s', (text, most, shown) => {
  expect(clipped(text, most)).toBe(shown);
});

test('Identifiers are shortened, unless several begin alike', () => {
  const [one, another, third] = ['a4464a50-0000', 'a4464a50-0001', '5d4de5cf-0000'].map(
    (start) => `${start}-4000-8000-000000000000`,
  );
  const all = [one, another, third, one?.toUpperCase()].join(' ');
  expect(shorteningIds(all)(all)).toBe(`${one} ${another} 5d4de5cf… ${one?.toUpperCase()}`);
});
