import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anything, each, type Form, named, row, tableOf, text, yamlOf } from '../../support/yaml-rows.ts';
import { call, refusal, reportIn, temporaryFile, temporaryFolder } from './support.ts';

const secret = 'Secret-Token-1234567890';
const environment = { CASE_API_TOKEN: secret };
const client = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const deep = '['.repeat(400_000) + ']'.repeat(400_000);

const keys =
  'baseUrl, tokens, restrictedOperations, cases, clients, writes, leaveFields, journal, requestsPerSecond, concurrency, timeoutMs, maxAnswerBytes, settleMs, insecureTls, caFile, clientCertificate, proxy, headers, deadlineSeconds';

const ofFiles = tableOf(row(anything as Form<string | object>, text));
const rows = yamlOf(
  new URL('./wrong-configurations.yaml', import.meta.url),
  each({ wrong: ofFiles, unreadable: ofFiles }),
);
const wrong = [
  ...named(rows.wrong),
  [
    'half a surrogate pair',
    { cases: { Sale: ['\ud800'] } },
    'cases.Sale.0 must be a UUID, but is "\\ud800".',
  ] as const,
  ['deep nesting', deep, 'it must be of type object, but is an array.'] as const,
];

async function expectRefused(
  words: readonly string[],
  message: string,
  variables: Readonly<Record<string, string>> = environment,
): Promise<void> {
  const called = await call(['check', ...words], variables);
  expect(withoutCode(called.stderr)).toBe(message);
  expect(called).toMatchObject({ status: 2, stdout: '' });
  expect(called.stderr).not.toContain(secret);
}

function configuration(content: object | string | Uint8Array): Promise<string> {
  const text =
    typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content);
  return temporaryFile('conformance.config.json', text);
}

describe('a configuration is refused', () => {
  const all = [
    ...wrong.map(([name, content, problem]) => [name, content, `is wrong: ${problem}`] as const),
    ...named(rows.unreadable),
  ];
  test.each(all)('%s', async (_name, content, message) => {
    const file = await configuration(content);
    await expectRefused(['--config', file], `${file} ${message.replace('KEYS', keys)}`);
  });

  test('with every mistake in it', async () => {
    const file = await configuration({ writes: 'some', concurrency: 0, headers: { 'a b': 'c' } });
    expect(await call(['check', '--config', file], environment)).toEqual(
      refusal(
        `${file} is wrong:
  writes must be one of none, restore, all, but is "some". Did you mean 'none'?
  concurrency must be at least 1, but is 0.
  headers must be an object of header names, which hold neither spaces nor colons, and values. [CONFIGURATION_WRONG]`,
      ),
    );
  });

  test.each([
    [
      'one token under two names',
      { tokens: { member: secret, outsider: secret } },
      'tokens.member and tokens.outsider are the same. Give each its own token, or leave one out.',
    ],
    [
      'a case that is listed twice',
      { cases: { Sale: [client], foreign: [client.toUpperCase()] } },
      `The case ${client} is in cases.Sale and in cases.foreign. List it once.`,
    ],
  ])('with %s', async (_name, keys, message) => {
    await expectRefused(
      ['--config', await configuration({ baseUrl: 'http://127.0.0.1:9', ...keys })],
      message,
    );
  });

  test.each([
    ['missing', 'absent.json', 'The file does not exist.'],
    ['a folder', '.', 'It is a folder.'],
  ])('that is %s', async (_name, path, why) => {
    const file = join(await temporaryFolder(), path);
    const message = `The configuration ${file} cannot be read. ${why} Name another with --config. [CONFIGURATION_NOT_FOUND]`;
    expect(await call(['check', '--config', file], environment)).toEqual(refusal(message));
  });

  test('that is not UTF-8', async () => {
    const file = await configuration(Buffer.of(0x7b, 0xff, 0x7d));
    const message = `${file} cannot be read. It is not UTF-8, but perhaps ISO 8859-1 (Latin-1).`;
    expect(await call(['check', '--config', file], environment)).toEqual(
      refusal(`${message} [CONFIGURATION_NOT_JSON]`),
    );
  });
});

test('a configuration may hold comments, and what looks like one within a text is none', async () => {
  const text = `\ufeff// The first line.
{
  /* "writes": "all", */
  "baseUrl": "http://127.0.0.1:9/*x*/y", // "https://acme.example"
  "tokens": { /* none yet */ }
}
// é`;
  const file = await configuration(text);
  const folder = await temporaryFolder();
  const { status, stderr } = await call(['check', '--config', file, '--report-dir', folder], environment);
  expect({ status, stderr }).toEqual({
    status: 3,
    stderr: 'GET /api/v2/org: http://127.0.0.1:9 refused the connection. [TARGET_NOT_TESTED]\n',
  });
  expect((await reportIn(folder)).report.target).toBe('http://127.0.0.1:9/*x*/y');
});

const notUrl = (shown: string) =>
  `The call is wrong: baseUrl must be a URL such as https://acme.example, but is "${shown}".`;
const notHost = (shown: string) =>
  `baseUrl must leave /api/v2 out, since every path of the interface starts with it, but is '${shown}'.`;

describe('a base URL is refused', () => {
  test.each([
    ['with /api/v2', 'https://acme.example/api/v2', notHost('https://acme.example/api/v2')],
    ['with /api', 'https://acme.example/api', notHost('https://acme.example/api')],
    [
      'with user and password',
      `https://user:${secret}@acme.example`,
      'baseUrl must hold no user name and password. Put the token into tokens.member.',
    ],
    [
      'of a wrong scheme with a password',
      `ftp://user:${secret}@acme.example`,
      notUrl('ftp://…@acme.example'),
    ],
    ['without a scheme', 'acme.example', notUrl('acme.example')],
    ['with a query', `https://acme.example/?token=${secret}`, notUrl('https://acme.example/?…')],
    ['with a fragment', `https://acme.example#${secret}`, notUrl('https://acme.example#…')],
    ['with a space', 'https://acme.example/a b', notUrl('https://acme.example/a b')],
    [
      'with an impossible port',
      'http://acme.example:99999',
      "baseUrl must be a URL such as https://acme.example, but is 'http://acme.example:99999'.",
    ],
  ])('%s', async (_name, baseUrl, message) => {
    await expectRefused(['--base-url', baseUrl], message);
  });

  test('that is missing', async () => {
    await expectRefused(
      [],
      'There is no target. Set baseUrl in the configuration or with --base-url, or test the embedded one with --reference.',
    );
  });
});

describe('a token', () => {
  const words = ['--base-url', 'http://127.0.0.1:9'];

  test('is missing', async () => {
    const message =
      'The target needs a token. Put it into the environment variable CASE_API_TOKEN, or set tokens.member in the configuration. [TOKEN_MISSING]';
    expect(await call(['check', ...words], {})).toEqual(refusal(message));
  });

  test.each(['OTHER_TOKEN', 'toString', '__proto__'])('is missing in --token-env %s', async (name) => {
    const message = `--token-env names the environment variable ${name}, which is not set. Set it, or name another.`;
    await expectRefused([...words, '--token-env', name], message);
  });

  test('is given as --token-env, and is not quoted', async () => {
    await expectRefused(
      [...words, '--token-env', 'demo-member'],
      '--token-env must be the name of an environment variable, such as CASE_API_TOKEN. Never give the token itself.',
    );
  });

  test.each([
    ['the environment variable CASE_API_TOKEN', {}, { CASE_API_TOKEN: `Bearer ${secret}` }],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how the configuration writes a variable
    ['the environment variable MINE', { outsider: '${MINE}' }, { ...environment, MINE: `bearer ${secret}` }],
    ['tokens.restricted', { restricted: `Bearer ${secret}` }, environment],
  ])('in %s is the value of a header', async (origin, tokens, variables) => {
    const message = `The token in ${origin} begins with 'Bearer ', which is not part of it. Remove that word there.`;
    await expectRefused([...words, '--config', await configuration({ tokens })], message, variables);
  });

  test('of the environment is no token', async () => {
    await expectRefused(
      words,
      'The call is wrong: tokens.member must be a token: visible ASCII characters without spaces, and not empty.',
      { CASE_API_TOKEN: `${secret}\n` },
    );
  });
});

function withoutCode(stderr: string): string {
  const [, message = '', code] = /^(.*) \[([A-Z_]+)\]\n$/.exec(stderr) ?? [];
  expect(code, stderr).toBeDefined();
  expect(message).not.toContain('undefined');
  expect(message.split(/[.?](?= |$)/).length - 1).toBeLessThanOrEqual(2);
  return message;
}
