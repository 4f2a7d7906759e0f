import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { ReportedDeviation } from '../../../src/conformance/result.ts';
import { headlineOf } from '../../../src/report/headline.ts';
import { codeOf } from '../../../src/report/problems.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Evidence } from '../../../src/trace/evidence.ts';
import { isTestable } from '../../support/testable.ts';

const statements = Object.fromEntries(
  bundled.requirements.map(({ gravity = 'failure', ...row }) => [row.id, { ...row, gravity }]),
);
const exchanges: Evidence[] = [
  {
    operation: 'getCaseData',
    request: { method: 'GET', path: '/', credentials: 'member' },
    response: { status: 299, durationMs: 1, bodyBytes: 1 },
  },
];

function headline(
  requirement: string,
  kind: string,
  message: string,
  further: Partial<ReportedDeviation> = {},
): string {
  const finding = { requirement, kind, message, pointer: '/a', exchange: 0, fingerprint: 'f'.repeat(16) };
  return headlineOf({ statements, exchanges }, { ...finding, ...further }).headline;
}

test.each(bundled.requirements.filter(isTestable))('$id has a gravity', ({ gravity }) => {
  expect(gravity).toBeDefined();
});

async function knownDeviations() {
  const oracle = await readFile('test/matrix/oracle.txt', 'utf8');
  const items = oracle.matchAll(/(?<=[|;] )[a-z]\w*\.\S+ ([a-z0-9-]+) (\/\S*|-) (\S+) [0-9a-f]{8}(?=;|$)/gm);
  return [...items].map(([, requirement = '', place = '', written = '']) => {
    const words = written.replaceAll('-', ' ');
    const {
      context,
      kind = words,
      way,
    } = /^(?:(?<context>[^:]*): )?(?<kind>.+?)(?: with .+?)?(?:, (?<way>[AT] .+|The .+))?$/.exec(words)
      ?.groups ?? {};
    return {
      ...{ requirement, kind, pointer: place === '-' ? '' : place },
      ...(context === undefined ? {} : { context }),
      ...(way === undefined ? {} : { way }),
    };
  });
}

test('Each deviation that a fault shows has a headline that says what happened', async () => {
  const known = await knownDeviations();
  const byCode = new Map(known.map((one) => [codeOf(one), one]));
  expect(byCode.size).toBeGreaterThan(80);
  for (const { requirement, kind, pointer, ...further } of byCode.values()) {
    const subject = pointer === '' ? 'The value' : pointer;
    // Only the message says what was sent, and when.
    const said = 'context' in further ? 'It is answered 500' : `${subject} is a string instead of a number`;
    const words = headline(requirement, kind, said, { pointer, ...further });
    expect(words).not.toMatch(/ must |[{}]/);
    expect(statements[requirement]?.text).not.toBe(`${words}.`);
  }
});

test('Without words of the register, the headline is the message, at any position of a list', () => {
  expect(headline('case-price', 'x', '/a/0 is missing', { pointer: '/a/0' })).toBe(
    'An element of /a is missing',
  );
});

test.each([
  [['b', 'c'].join(', '), '/a is null, not one of b, c'],
  ['b'.repeat(61), '/a is null, not one of the allowed values'],
])('A list of allowed values is left out if it is long: %s', (allowed, expected) => {
  const further = { allowed, alike: `is not one of ${allowed}` };
  expect(headline('case-price', 'enum', `/a is null, not one of ${allowed}`, further)).toBe(expected);
});

test('A success that only says no is no exposure', () => {
  const message = 'The status is 200 instead of 403';
  const finding = {
    requirement: 'permissions-403',
    ...{ kind: 'status 2xx', credentials: 'member' },
    pointer: '',
    exchange: 0,
  };
  const said = (further: Partial<ReportedDeviation>) => {
    const { gravity, headline: text } = headlineOf(
      { statements, exchanges },
      { ...finding, message, fingerprint: 'f'.repeat(16), ...further },
    );
    return `${gravity}: ${text}`;
  };
  expect(said({})).toBe('exposure: A token without the permission can read a case (299)');
  expect(said({ isWithoutData: true })).toBe(
    'failure: A valid token without the permission is answered 299 without data instead of 403',
  );
});

test.each([
  [500, "Another organisation's case makes the service fail (500)"],
  [200, 'A path with a suffix opens the case of another organisation (200)'],
])('Another way in is one only if it is answered with a success: %i', (status, expected) => {
  const [exchange] = exchanges;
  const answered = [{ ...exchange, response: { ...exchange?.response, status } }] as typeof exchanges;
  const finding = { requirement: 'case-data-404-foreign', pointer: '', message: '', fingerprint: '' };
  const kind = `status ${status / 100}xx`;
  const said = headlineOf(
    { statements, exchanges: answered },
    { ...finding, kind, exchange: 0, way: 'A path with a suffix' },
  );
  expect(said.headline).toBe(expected);
});
