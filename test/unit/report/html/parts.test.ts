import { describe, expect, test } from 'vitest';
import { tokenInBody } from '../../../../src/harness/token-places.ts';
import { wrapped } from '../../../../src/report/document.ts';
import { curlOf } from '../../../../src/report/html/curl.ts';
import { blocksOf } from '../../../../src/report/html/field-map.ts';
import { breakable, html } from '../../../../src/report/html/html.ts';

test('A pointer breaks before its later slashes, and not after its first', () => {
  expect(html`${breakable('read, /TA6/type')}`.markup).toBe('read, /TA6/<wbr>type');
});

test('A line does not break between an arrow and the status', () => {
  const layout = { paint: (_: unknown, text: string) => text, width: 8 };
  expect(wrapped('GET /a → 200', 0, layout)).toEqual(['GET /a', '→ 200']);
});

describe('a line of curl', () => {
  const request = { method: 'GET', path: '/api/v2/org', credentials: 'restricted' };

  test('names the token by its variable, and quotes shell syntax', () => {
    expect(curlOf('https://acme.example/', { ...request, path: "/api/v2/cases/$(x)'" })?.line).toBe(
      `curl --include -H "Authorization: Bearer \${CASE_API_RESTRICTED}" 'https://acme.example/api/v2/cases/$(x)'\\'''`,
    );
    expect(curlOf('https://acme.example', { ...request, credentials: 'no Authorization header' })?.line).toBe(
      'curl --include https://acme.example/api/v2/org',
    );
  });

  test.each([
    ['the word null for a token', "-H 'Authorization: Bearer null' https://acme.example/api/v2/org"],
    [
      'a valid token under the scheme Basic',
      `-H "Authorization: Basic \${CASE_API_TOKEN}" https://acme.example/api/v2/org`,
    ],
    [
      'a valid token as a password of the scheme Basic',
      `-H "Authorization: Basic $(printf %s ":\${CASE_API_TOKEN}" | base64 | tr -d '\\n')" https://acme.example/api/v2/org`,
    ],
    [
      'a valid token under the scheme Basic, written backwards',
      "-H 'Authorization: Basic <a valid token under the scheme Basic, written backwards>' https://acme.example/api/v2/org",
    ],
    [
      'a valid token whose last characters are altered',
      "-H 'Authorization: Bearer <a valid token whose last characters are altered>' https://acme.example/api/v2/org",
    ],
    [
      'no Authorization header, but a valid token in the query as access_token',
      `"https://acme.example/api/v2/org?access_token=\${CASE_API_TOKEN}"`,
    ],
    [
      'no Authorization header, but a valid token in the header x-api-key',
      `-H "x-api-key: \${CASE_API_TOKEN}" https://acme.example/api/v2/org`,
    ],
  ])('sends %s', (credentials, sent) => {
    expect(curlOf('https://acme.example', { ...request, credentials })?.line).toBe(`curl --include ${sent}`);
  });

  test('has a token that was sent in the body', () => {
    const change = {
      ...request,
      method: 'PATCH',
      credentials: tokenInBody.title,
      body: {},
      whole: true as const,
    };
    expect(curlOf('https://acme.example', change)?.line).toContain(
      `--data "{\\"access_token\\":\\"\${CASE_API_TOKEN}\\",`,
    );
  });

  test.each([
    [{ title: 'Xx' }, '{"title":"Xx"}'],
    [{ title: '(a number of 2 digits)' }, '{"title":11}'],
    [{ title: '(a number below 10)' }, '{"title":1}'],
    [{ title: '(a string of 5 characters)' }, '{"title":"xxxxx"}'],
    [{ title: '(a boolean)' }, '{"title":true}'],
  ])('has a body like the one sent: %j', (body, sent) => {
    const change = { ...request, method: 'PATCH', body, bodyLength: 14 };
    expect(curlOf('https://acme.example', change)?.line).toBe(
      `curl --include --request PATCH -H "Authorization: Bearer \${CASE_API_RESTRICTED}" -H 'Content-Type: application/json' --data '${sent}' https://acme.example/api/v2/org`,
    );
  });

  test('has the media type that was sent', () => {
    const headers = ['Content-Type: text/plain'];
    const change = { ...request, method: 'PATCH', headers, body: { title: 'Xx' }, bodyLength: 14 };
    expect(curlOf('https://acme.example', change)?.line.match(/-H 'Content-Type[^']*'/g)).toEqual([
      "-H 'Content-Type: text/plain'",
    ]);
  });

  test.each([
    [{ headers: ['If-None-Match: *', 'X-Role: admin'] }, []],
    [{ headers: ['If-None-Match'] }, ['what is in angle brackets']],
    [{ credentials: 'a valid token whose last characters are altered' }, ['what is in angle brackets']],
    [{ method: 'PATCH', body: { title: '<i>' }, whole: true as const, bodyLength: 15 }, []],
    [{ method: 'PATCH', body: { title: 'Xx' }, bodyLength: 14 }, ['the masked values']],
  ])('names the placeholders: %j', (part, placeholders) => {
    expect(curlOf('https://acme.example', { ...request, ...part })?.placeholders).toEqual(placeholders);
  });

  test('names what to put for the organisation and for a condition', () => {
    const headers = ['X-Tenant-Id', 'X-Org', 'If-None-Match', 'Range: bytes=0-', 'X-Own'];
    const spelling = 'a query that names its organisation';
    const line = curlOf('https://acme.example', { ...request, path: '/a?…', headers, spelling })?.line;
    expect(line?.match(/X-[^']*|If[^']*|Range[^']*/g)).toEqual([
      'X-Tenant-Id: <organisation id>',
      'X-Org: <sub-domain>',
      'If-None-Match: <ETag of an earlier answer>',
      'Range: bytes=0-',
      'X-Own: <value>',
    ]);
    expect(line).toContain("'https://acme.example/a?organisationId=<organisation id>&");
    expect(curlOf('https://acme.example', { ...request, path: '/a?…' })?.line).toContain('/a?<query>');
  });

  test.each([
    ['whose body is not known', 'https://acme.example', { ...request, method: 'PATCH', bodyLength: 5_000 }],
    ['with credentials of an odd name', 'https://acme.example', { ...request, credentials: 'constructor' }],
    ['to what has no address', 'case-conformance:reference', request],
  ])('is not given of a request %s', (_name, target, given) => {
    expect(curlOf(target, given)).toBeUndefined();
  });
});

test('The map of the record has a block for each shape and edition, and tells the state of each field', () => {
  const blocks = blocksOf({
    valid: {
      Sale: { '': 2, '/a': 0, '/b': { '': 1, "'not known'": 1, "'yes'": 0 }, '/c': 2 },
      'Sale TA6_4th': { '': 1, '/TA6/l': 0, '/TA6/l/*': { "'x'": 0 } },
      Purchase: { '': 1 },
    },
    invalid: { Sale: { '/c': 1 }, Transfer: { '': 1 } },
  });
  expect(
    blocks.map(({ name, records, fields }) => [
      name,
      records,
      ...fields.map((one) => `${one.pointer} ${one.state}`),
    ]),
  ).toEqual([
    ['Sale', 2, '/a never', '/b partly', '/c wrong'],
    ['Sale TA6_4th', 1, '/TA6/l never'],
    ['Purchase', 1],
    ['Transfer', 1],
  ]);
  expect(blocks[0]?.fields[1]?.missing).toEqual(["'yes'"]);
});
