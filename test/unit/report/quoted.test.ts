import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checksOf } from '../../../src/checks/all.ts';
import { looksSecret, named, quoted } from '../../../src/report/quoted.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const uuid = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';

describe('a value is quoted back', () => {
  test.each([
    ['restor', "'restor'"],
    ['sale=3f2b', "'sale=3f2b'"],
    [`Sal=${uuid}`, `'Sal=${uuid}'`],
    [uuid.slice(1), `'${uuid.slice(1)}'`],
    ['acme.example', "'acme.example'"],
    ['https://acme.example/api/v2', "'https://acme.example/api/v2'"],
    ['https://acme.example/x?token=abc#part', "'https://acme.example/x?…#…'"],
    ['https://jane:hunter2@acme.example/x', "'https://…@acme.example/x'"],
    ['ftp://jane:hunter2@acme.example', "'ftp://…@acme.example'"],
    ['https://hooks.example/T024BE7LD1/x', "'https://hooks.example/…/x'"],
    ['jane:hunter2@acme.example//x@y', 'a text of 30 characters'],
    ['line\nbreak \u001b[31m\u202e', "'line\ufffdbreak \ufffd[31m\ufffd'"],
    ['x'.repeat(81), 'a text of 81 characters'],
    ['Bearer abc', 'a text of 10 characters'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'a text of 41 characters'],
    ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'a text of 40 characters'],
    ['member-7Hq2XvRt9LkWm4Zc', 'a text of 23 characters'],
    ['Secret-Token-1234567890', 'a text of 23 characters'],
    ['notes 07700900123', 'a text of 17 characters'],
    ['password=hunter2', 'a text of 16 characters'],
  ])('%j as %s', (text, shown) => {
    expect(quoted(text)).toBe(shown);
  });

  test('as it is, where it is the id of a check', () => {
    const ids = checksOf(bundled).map(({ id }) => id);
    expect(ids.filter((id) => quoted(id) !== `'${id}'`)).toEqual([]);
  });
});

test.each([
  [
    '/tmp/case-conformance-AbC123/conformance.config.json',
    '/tmp/case-conformance-AbC123/conformance.config.json',
  ],
  ['conformance-report/report.json', 'conformance-report/report.json'],
  ['./openapi.v3.yaml', './openapi.v3.yaml'],
  ['/builds/3f2b7c1e5b0a4d529a590d2f/waivers.json', '/builds/…/waivers.json'],
  ['C:\\reports\\report.json', 'C:\\reports\\report.json'],
  ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', '(a name of 40 characters)'],
  ['https://broker.example/pacts?token=abc', 'https://broker.example/pacts?…'],
])('the source %j is named as %s', (source, shown) => {
  expect(named(source)).toBe(shown);
});

describe('what looks random is taken for a secret', () => {
  const drawn = Array.from({ length: 2_000 }, (_, at) => createHash('sha256').update(`token ${at}`).digest());

  test.each(['base64', 'base64url', 'hex'] as const)('in %s', (encoding) => {
    expect(drawn.map((bytes) => bytes.toString(encoding)).filter((text) => !looksSecret(text))).toEqual([]);
  });

  test('but an identifier is not', () => {
    const identifiers = drawn.map((bytes) =>
      bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5'),
    );
    expect(
      identifiers.filter((id) => looksSecret(id) || looksSecret(`/api/v2/cases/${id.toUpperCase()}/data`)),
    ).toEqual([]);
  });
});
