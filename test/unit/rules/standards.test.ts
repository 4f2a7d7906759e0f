import { describe, expect, test } from 'vitest';
import { getCaseData, getInterfaceDescription } from '../../../src/api/calls.ts';
import { advisoriesOf, type TransportSecurity } from '../../../src/rules/standards.ts';
import type { Exchange } from '../../../src/trace/exchange.ts';
import { exchangeOf } from '../../support/exchange.ts';

const wellMade = { 'content-type': 'application/json', 'cache-control': 'no-store' };

function said(
  { text = '{}', ...reply }: Partial<Omit<Exchange, 'body'>>,
  way: TransportSecurity = { isSecure: false },
): readonly (readonly [string, string | undefined])[] {
  return advisoriesOf(exchangeOf(200, text, { headers: wellMade, ...reply }), way).map(
    ({ requirement, kind }) => [requirement, kind],
  );
}

describe('nothing is said of', () => {
  test.each<[what: string, reply: Parameters<typeof said>[0]]>([
    ['a good answer', {}],
    ['a type of a vendor', { headers: { 'content-type': 'application/vnd.cases.v2+json; charset="UTF-8"' } }],
    ['a description in YAML', { call: getInterfaceDescription(), text: 'openapi: 3.1.0', headers: {} }],
    ['an answer without a body', { status: 204, text: '', headers: {} }],
    ['a private record', { call: getCaseData('x'), headers: { ...wellMade, 'cache-control': 'private' } }],
    [
      'several challenges',
      { status: 401, headers: { ...wellMade, 'www-authenticate': 'Basic, bearer realm="a"' } },
    ],
    ['equal names in different objects', { text: '{"a":{"b":1},"b":[{"b":1},{"b":2}],"c":"\\"b\\": {"}' }],
    [
      'a path of the interface',
      { status: 404, text: '{"message":"GET /api/v2/cases/x/data: no such case at home"}' },
    ],
    ['a record that quotes SQL', { text: '{"note":"SELECT a FROM b "}' }],
  ])('%s', (_, reply) => {
    expect(said(reply)).toEqual([]);
  });
});

test.each<[reply: Parameters<typeof said>[0], row: string, kind: string]>([
  [{ status: 405 }, 'allowed-methods', 'absent'],
  [{ text: '{"a":1,"\\u0061":2}' }, 'json-unique-names', 'twice'],
  [{ text: '[{"a":{"b":1},"a":{}}]' }, 'json-unique-names', 'twice'],
  [{ returnsToken: true }, 'token-not-returned', 'token'],
  [{ hasByteOrderMark: true }, 'json-utf8', 'byte order mark'],
  [{ status: 500, text: '{"m":"ORA-00942: no table"}' }, 'errors-reveal-nothing', 'SQL'],
  [{ status: 500, text: 'in C:\\inetpub\\cases\\web.config' }, 'errors-reveal-nothing', 'path'],
])('%o breaks %s', (reply, row, kind) => {
  expect(said(reply)).toEqual([[row, kind]]);
});

test('over TLS, the transport must be strict', () => {
  const strict = { headers: { ...wellMade, 'strict-transport-security': 'max-age=1' } };
  expect(said({}, { isSecure: true })).toEqual([['strict-transport-security', 'absent']]);
  expect(said(strict, { isSecure: true })).toEqual([]);
});
