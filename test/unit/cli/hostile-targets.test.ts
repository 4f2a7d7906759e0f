import { describe, expect, test } from 'vitest';
import { during } from '../../support/during.ts';
import * as hostile from '../../support/hostile.ts';
import { checkedWith } from './support.ts';

const token = 'Secret-Token-1234567890';
const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';

async function check(baseUrl: string, timeoutMs = 500, ...words: string[]) {
  const configuration = {
    baseUrl,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how the configuration writes a variable
    tokens: { member: '${CASE_API_TOKEN}', restricted: `restricted-${token}`, outsider: `outsider-${token}` },
    cases: { Sale: [caseId] },
    timeoutMs,
    requestsPerSecond: 1_000,
  };
  const checked = await checkedWith(configuration, ['--debug', ...words], { CASE_API_TOKEN: token });
  expect(checked.stdout + checked.stderr + checked.text).not.toContain(token);
  expect(checked.stdout).not.toMatch(/^ {4}at /m);
  return checked;
}

function sentence(stderr: string): string {
  return stderr.split('\n', 1)[0] ?? '';
}

const notAnswered = (problem: string) => `GET /api/v2/org: URL ${problem}. [TARGET_NOT_TESTED]`;
const throttled = (reason: string) =>
  `URL left N checks without an answer. ${notAnswered(`answered 429 and ${reason}`)}`;

async function notTested(
  start: () => Promise<hostile.TestServer>,
  words: string,
  timeoutMs?: number,
): Promise<number> {
  const server = await during(start());
  const { status, stdout, stderr, report } = await check(server.url, timeoutMs);
  expect(sentence(stderr).replace(/left \d+ checks/, 'left N checks')).toBe(
    words.replaceAll('URL', server.url),
  );
  expect(status).toBe(3);
  expect(report).toMatchObject({ conclusion: 'not-tested', conformant: false, summary: { fail: 0 } });
  expect(stdout).toMatch(/(^|\n)Report: /);
  return report.requests;
}

const late = 'did not answer completely within 500 ms';
test.each<[string, () => Promise<hostile.TestServer>, string, timeoutMs?: number]>([
  ['never answers', hostile.neverAnswers, notAnswered(late)],
  // Deeper than any call stack.
  [
    'answers 50,000 nested brackets',
    () => hostile.nestedBrackets(50_000),
    'GET /api/v2/org: The answer is JSON of more than 1000 levels, which is not read. Test with a record that is nested less deeply. [TARGET_NOT_TESTED]',
  ],
  [
    'answers 401',
    () => hostile.answers(401, '{"message":"no"}'),
    'URL could not be tested. Neither GET /api/v2/org (401) nor GET /api/v2/cases accepts tokens.member. Check it in the configuration. [TARGET_NOT_TESTED]',
    // A late answer on a busy machine would be requested again.
    10_000,
  ],
  [
    'throttles for an hour',
    () => hostile.throttlesAlways('3600'),
    throttled('asked for waits of more than 30000 ms in all'),
  ],
])(
  'a target that cannot be tested ends with status 3 and says why: it %s',
  async (_name, start, words, timeoutMs) => {
    expect(await notTested(start, words, timeoutMs)).toBeLessThan(40);
  },
);

const answersAt = (answers: Readonly<Record<string, readonly [status: number, body: string]>>) =>
  hostile.serve(({ url = '', headers }, response) => {
    const absent = headers.authorization === undefined ? 401 : 404;
    const [status, body] = answers[url] ?? [absent, 'Not found'];
    response.writeHead(status).end(body);
  });

const answersTo = (statuses: { readonly anonymous: number; readonly member: number }) =>
  hostile.serve(({ headers }, response) => {
    response.writeHead(headers.authorization === undefined ? statuses.anonymous : statuses.member).end('{}');
  });

const noService =
  ", as no Case Management Service does. Set baseUrl to the organisation's host, without /api/v2.";

describe('a host that is no Case Management Service', () => {
  test.each<[string, string, () => Promise<hostile.TestServer>]>([
    ['404', `404${noService}`, () => hostile.answers(404, 'Not found')],
    ['a page', `an HTML page${noService}`, hostile.htmlAsJson],
    [
      '404, but for requests without a token',
      `404 once it has accepted the token${noService}`,
      () => answersTo({ anonymous: 401, member: 404 }),
    ],
    [
      '502',
      '502, as a gateway does that reaches no service. See whether the service runs.',
      () => hostile.answers(502, '{}'),
    ],
  ])('answers everything with %s, and is not tested', async (_name, words, start) => {
    const server = await during(start());
    const { status, stderr, report } = await check(server.url);
    expect({ status, words: sentence(stderr) }).toEqual({
      status: 3,
      words: `${server.url} answers everything with ${words} [TARGET_NOT_TESTED]`,
    });
    expect(report).toMatchObject({ conclusion: 'not-tested', summary: { fail: 0 } });
    expect(server.seen.length).toBeLessThan(10);
  });

  test.each([
    ['its list of cases', '/api/v2/cases', [200, '[]']],
    ['its organisation, which redirects', '/api/v2/org', [302, '<html></html>']],
    ['a listed case', `/api/v2/cases/${caseId}/data`, [200, '{}']],
  ] as const)('is not taken for none where it answers %s', async (_name, path, answer) => {
    const server = await during(answersAt({ [path]: answer }));
    const { status, report } = await check(server.url);
    expect([status, report.conclusion]).toEqual([1, 'deviates']);
  });

  test('is not taken for none where it asks for a token, and a gateway answers 502 to it', async () => {
    const server = await during(answersTo({ anonymous: 401, member: 502 }));
    expect(await check(server.url)).toMatchObject({ status: 1, report: { conclusion: 'deviates' } });
  });
});

describe('a target that accepts no request with valid credentials', () => {
  test.each<[string, () => Promise<hostile.TestServer>, string]>([
    ['403', () => hostile.answers(403, '{"message":"Forbidden"}'), '403'],
    ['403, and 401 without a token', () => answersTo({ anonymous: 401, member: 403 }), '403'],
    ['404 but for the description', () => answersAt({ '/api/v2/doc': [200, 'openapi: 3.1.0'] }), '404'],
    ['two statuses', () => answersAt({ '/api/v2/org': [403, '{}'], '/api/v2/doc': [401, '{}'] }), '403, 404'],
  ])('is not tested: %s', async (_, start, statuses) => {
    const server = await during(start());
    const { status, stderr, report } = await check(server.url, undefined, '--writes', 'all');
    expect({ status, words: sentence(stderr) }).toEqual({
      status: 3,
      words: `${server.url} refuses every request with valid credentials (${statuses}). Check baseUrl, tokens.member, and whether a gateway before the service lets this machine in. [TARGET_NOT_TESTED]`,
    });
    expect(report).toMatchObject({
      ...{ conclusion: 'not-tested', conformant: false, deviations: [] },
      summary: { pass: 0, fail: 0 },
    });
    expect(new Set(report.results.map(({ reason }) => reason))).toEqual(new Set(['control-refused']));
  });

  test.each([
    ['a creation', (method: string) => (method === 'POST' ? 201 : 403)],
    ['no request, but fails at one', (_: string, url: string) => (url.endsWith('/cases') ? 500 : 403)],
  ])('is another than one that accepts %s', async (_, statusOf) => {
    const server = await during(
      hostile.serve(({ method = '', url = '' }, response) =>
        response.writeHead(statusOf(method, url)).end('{}'),
      ),
    );
    const { status, report } = await check(server.url, undefined, '--writes', 'all');
    expect([status, report.conclusion]).toEqual([1, 'deviates']);
  });
});
