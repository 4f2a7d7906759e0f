import { expect, test } from 'vitest';
import { type Call, getCaseData, listCases, updateClient } from '../../../src/api/calls.ts';
import { spellingsWithToken, withSpelling } from '../../../src/harness/spellings.ts';
import type { Redacted } from '../../../src/http/redact.ts';
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
  return exchangeInWords(evidenceOf(exchangeOf(403, '{}', { call }), bundled), { pointer });
}

const reading = getCaseData('99a439b3-87fb-4bda-bded-98a31048f0e0');
const path = '/api/v2/cases/99a439b3-87fb-4bda-bded-98a31048f0e0/data';

test('a request names how its path is written, and the headers with the values that the suite made up', () => {
  const [otherCase, tenant] = spellingsWithToken('getCaseData', { thorough: true, seed: 1 });
  if (otherCase === undefined || tenant === undefined) throw new Error('There are no spellings.');
  expect(inWords(withSpelling(reading, otherCase))).toBe(
    'GET /api/v2/cases/99A439B3-87FB-4BDA-BDED-98A31048F0E0/data as member, with its identifier in the other letter case, and with headers that claim a role (X-User-Role: admin, X-Role: admin, X-User-Roles: admin and 1 more) → 403',
  );
  expect(inWords(withSpelling(reading, tenant, { id: 'a', subDomain: 'acme' }))).toBe(
    `GET ${path} as member, with headers that name its organisation (X-Organisation-Id, X-Organization-Id, X-Org-Id and 8 more) → 403`,
  );
  expect(inWords({ ...reading, headers: { 'if-none-match': '*' } })).toContain(
    ', with the header If-None-Match: * ',
  );
  expect(inWords({ ...reading, headers: { 'if-none-match': '"s3cr3t"' } })).toContain(
    ', with the header If-None-Match ',
  );
  expect(inWords({ ...reading, headers: { 'x-role': 'admin', accept: '*/*' } })).toContain(
    ', with the headers X-Role: admin, Accept: */* ',
  );
  const typed = { 'content-type': 'application/merge-patch+json' };
  expect(inWords({ ...reading, headers: typed })).toContain(
    ', with the header Content-Type: application/merge-patch+json ',
  );
  expect(inWords({ ...reading, query: '?_method=PATCH' })).toContain('/data?_method=PATCH ');
  expect(inWords({ ...listCases(), query: '?page=2&limit=50' })).toContain('?page=2&limit=50 as');
  expect(inWords({ ...listCases(), query: '?page=2&' })).toContain('?… ');
  expect(inWords({ ...reading, query: '?after=s3cr3t' })).toContain('/data?… as');
  expect(inWords({ ...listCases(), query: '?after=s3cr3t' })).toContain('?… (a further page) as');
});

test.each([
  [{}, {}, 'as member, sent as application/json {"title": "x"} → 415'],
  [{ 'content-type': 'text/plain' }, {}, 'as member, with the header Content-Type: text/plain, sent {'],
  [{}, { credentials: 'a recorded token' }, 'with a recorded token, sent {'],
  [{}, { status: 400 }, 'as member, sent {'],
])(
  'a request whose media type is refused (415) names it, if it is known: %j %j',
  (headers, further, words) => {
    const call = { ...updateClient('1', '{"title":"x"}'), headers };
    const answer = exchangeOf(415, '{}', { call, ...further });
    expect(exchangeInWords(evidenceOf(answer, bundled))).toContain(words);
  },
);

test('of a sent body, the place in focus is shown, around the index of a long text', () => {
  const names = ['lastName', 'companyName', 'title', 'address', 'telephoneNumber', 'emailAddress', 'dob'];
  const words = (body: Record<string, Redacted>): string => {
    const request = { method: 'PATCH', path: '/', credentials: 'member', body };
    const evidence = { operation: 'updateClient', request, response } as const;
    return exchangeInWords(evidence, { pointer: '/firstName', index: 60 }).replace(/^.*, sent | → .*$/g, '');
  };
  const response = { status: 200, durationMs: 1, bodyBytes: 1 };
  expect(words({ lastName: 'x', firstName: 'x' })).toBe('{"lastName": "x", "firstName": "x"}');
  const firstName = `${'a'.repeat(60)}!${'b'.repeat(60)}`;
  const long = Object.fromEntries([...names, 'firstName'].map((name) => [name, 'x'.repeat(40)]));
  expect(words({ ...long, firstName })).toBe(
    `{"firstName": "…${'a'.repeat(20)}!${'b'.repeat(19)}…" (121 characters), ${names.map((name) => `"${name}": …`).join(', ')}}`,
  );
  expect(words({ firstName: `${'🏡'.repeat(30)}!${'b'.repeat(60)}` })).toBe(
    `{"firstName": "…${'🏡'.repeat(10)}!${'b'.repeat(19)}…" (121 characters)}`,
  );
  expect(words({ firstName: `a${'🏡'.repeat(60)}` })).toBe(
    `{"firstName": "…${'🏡'.repeat(20)}…" (121 characters)}`,
  );
  expect(words({ firstName: Array<string>(40).fill('a long text') })).toBe('{"firstName": […, …]}');
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
