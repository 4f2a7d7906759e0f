import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { unchanged } from '../../../faults/behaviours.ts';
import { publish } from '../../../src/gate/verification/broker.ts';
import type { Report } from '../../../src/report/report.ts';
import { suiteVersion } from '../../../src/report/suite.ts';
import { type RunningProvider, startProvider } from '../../support/broken-provider.ts';
import { type BrokerOptions, type Received, startBroker, type TestBroker } from '../../support/broker.ts';
import { during } from '../../support/during.ts';
import * as hostile from '../../support/hostile.ts';
import { leakedInto, personalValues, tokens } from './fixtures.ts';
import { type Called, call, reportIn, temporaryFolder } from './support.ts';
import { configurationWith, demoConfiguration } from './verifying.ts';

const secret = 'broker-secret-Zx81mQ';
const environment = { PACT_BROKER_TOKEN: secret };

function interaction(description: string, status: number, request: object): object {
  return { type: 'Synchronous/HTTP', description, request, response: { status } };
}

const cases = { method: 'GET', path: '/api/v2/cases' };
const headers = { Authorization: ['Bearer member-token'] };
const holds = interaction('the cases are listed', 200, { ...cases, headers });
const refuses = interaction('nobody is refused', 401, cases);
const breaks = interaction('there are no cases', 404, { ...cases, headers });
const held = { consumer: 'web', interactions: [holds] };
const broken = { consumer: 'mobile', interactions: [breaks] };
const [pacts, heldAndBroken] = [[held], [held, broken]];
const undecided = { ...holds, description: 'no cases are listed', providerStates: [{ name: 'no cases' }] };
const alien = interaction('of another interface', 200, { method: 'GET', path: '/orders' });

let provider: RunningProvider;
beforeAll(async () => {
  provider = await startProvider(unchanged);
  return provider.close;
});

async function brokerDuringTest(options: BrokerOptions): Promise<TestBroker> {
  const broker = await startBroker(options);
  onTestFinished(broker.close);
  return broker;
}

interface Verified extends Called {
  readonly report: Report | undefined;
  readonly published: readonly string[];
}

async function verified(
  broker: Pick<TestBroker, 'url'>,
  words: readonly string[] = [],
  variables: Readonly<Record<string, string>> = environment,
): Promise<Verified> {
  const folder = await temporaryFolder();
  const named = ['--provider-url', provider.baseUrl, '--report-dir', folder, '--seed', '1', '--runs', '1'];
  const config = words.includes('--config') ? [] : ['--config', demoConfiguration];
  const called = await call(['verify', ...named, ...config, '--broker-url', broker.url, ...words], variables);
  const found = await reportIn(folder).catch(() => undefined);
  const shown = called.stdout + called.stderr + (found?.text ?? '');
  expect(leakedInto(shown, [...tokens, ...Object.values(variables)])).toEqual([]);
  const published = called.stdout
    .split('\n')
    .filter((line) => /^(Published|Not published|Nothing is published)/.test(line));
  return { ...called, report: found?.report, published };
}

const publishing = ['--publish', '--provider-version', '1.2.3'];

function resultsOf(broker: TestBroker): unknown[] {
  return broker
    .told()
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => body);
}

describe('the pacts that a broker keeps are verified', () => {
  test('all that the provider must hold, with the token of the usual variable', async () => {
    const broker = await brokerDuringTest({
      token: secret,
      pacts: [
        { consumer: 'web shop', interactions: [holds, refuses] },
        { consumer: 'mobile', interactions: [holds] },
      ],
    });
    const { status, stdout, stderr, report } = await verified(broker);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n', 1)).toEqual([`Pacts of ${broker.url}: web shop, mobile.`]);
    expect(report?.results.map(({ id, title, verdict }) => [id, title, verdict])).toEqual([
      ['listCases.pact.the-cases-are-listed', 'web shop: the cases are listed', 'pass'],
      ['listCases.pact.nobody-is-refused', 'web shop: nobody is refused', 'pass'],
      ['listCases.pact.the-cases-are-listed.2', 'mobile: the cases are listed', 'pass'],
    ]);
    const path = '/pacts/provider/case-management-service/for-verification';
    expect(broker.received.find(({ method }) => method === 'POST')).toMatchObject({
      path,
      body: { consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }] },
    });
    expect(broker.received.map(({ authorization }) => authorization)).toEqual(
      broker.received.map(() => `Bearer ${secret}`),
    );
    expect(broker.told()).toEqual([]);
  });

  test('below a path, with a token of another variable, in place of what the usual one holds', async () => {
    const broker = await brokerDuringTest({
      prefix: '/pact-broker',
      token: 'another-token-77',
      pacts: [{ consumer: 'web', interactions: [holds] }],
    });
    const variables = { PACT_BROKER_TOKEN: secret, MY_BROKER: 'another-token-77' };
    const { status, stderr } = await verified(broker, ['--broker-token-env', 'MY_BROKER'], variables);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('the one that --pact names, and no other', async () => {
    const broker = await brokerDuringTest({ token: secret, pacts: heldAndBroken });
    expect(await verified(broker, ['--pact', broker.pactUrl('web'), ...publishing])).toMatchObject({
      status: 0,
      stderr: '',
      published: ['Published: version 1.2.3 holds the pact of web.'],
    });
    expect(broker.received.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/pacts/provider/case-management-service/consumer/web/pact-version/1'],
      ['POST', '/pacts/provider/case-management-service/consumer/web/pact-version/1/verification-results'],
    ]);
  });

  test('one that does not hold ends with status 1, and the command that runs it again asks the same broker', async () => {
    const broker = await brokerDuringTest({ pacts: [{ consumer: 'web', interactions: [breaks] }] });
    const variables = { MINE: secret };
    const words = ['--broker-token-env', 'MINE', '--provider-branch', 'main', ...publishing];
    const { status, stdout, stderr } = await verified(broker, words, variables);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toContain('The status is 200 instead of 404');
    const again = `--broker-url ${broker.url} --broker-token-env MINE --provider-branch main --runs 1`;
    expect(stdout).toContain(`${demoConfiguration} --provider-url ${provider.baseUrl} ${again} --again `);
  });
});

test('an interaction that is not of the interface is not decided, and keeps no other from being verified and published', async () => {
  const message = { type: 'Asynchronous/Messages', description: 'a case has changed', contents: {} };
  const broker = await brokerDuringTest({
    pacts: [
      { consumer: 'web', interactions: [holds] },
      { consumer: 'mobile', interactions: [alien, holds, message] },
    ],
  });
  const result = await verified(broker, publishing);
  expect(result).toMatchObject({ status: 0, stderr: '' });
  const undecidedResults = result.report?.results.filter(({ verdict }) => verdict === 'inconclusive') ?? [];
  const [other] = undecidedResults;
  expect(other).toMatchObject({ requirements: ['consumer-contract'], reason: 'not-permitted' });
  const not = "so it is not verified. Verify it with Pact's own verifier.";
  expect(undecidedResults.flatMap(({ remedies }) => remedies.map(({ remedy }) => remedy))).toEqual([
    `'of another interface' of mobile is of no operation of the interface, ${not}`,
    `'a case has changed' of mobile is a message, and not a request over HTTP, ${not}`,
  ]);
  expect(result.published).toEqual([
    'Not published: 2 of 3 interactions of mobile were not decided, and not run is not passed.',
    'Published: version 1.2.3 holds the pact of web.',
  ]);
});

test('a pact that is pending does not fail the provider, and its consumer is told', async () => {
  const pacts = [held, { ...broken, pending: true }];
  const broker = await brokerDuringTest({ pacts });
  const result = await verified(broker, ['--provider-branch', 'main', ...publishing]);
  expect(result).toMatchObject({ status: 0, stderr: '' });
  expect(result.stdout).toContain(`Pacts of ${broker.url}: web, mobile (pending).\n`);
  expect(result.report?.summary).toEqual({ pass: 1, fail: 0, inconclusive: 1 });
  expect(broker.received.find(({ method }) => method === 'POST')?.body).toEqual({
    consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }],
    includePendingStatus: true,
    providerVersionBranch: 'main',
  });
  expect(result.published).toEqual([
    'Published: version 1.2.3 holds the pact of web.',
    'Published: version 1.2.3 does not hold the pact of mobile.',
  ]);
  expect(resultsOf(broker)).toMatchObject([{ success: true }, { success: false }]);
});

describe('what is published', () => {
  test('is the branch, and for each pact which interactions hold, and nothing else', async () => {
    const broker = await brokerDuringTest({
      token: secret,
      pacts: [
        { consumer: 'web shop', interactions: [holds, refuses] },
        { consumer: 'mobile', interactions: [holds, breaks] },
      ],
    });
    const words = ['--provider-branch', 'feature/new names', ...publishing];
    const result = await verified(broker, words);
    expect(result).toMatchObject({ status: 1, stderr: '' });
    const authorization = `Bearer ${secret}`;
    const resultsOfPact = (consumer: string, second: string, success: boolean): Received => ({
      ...{ method: 'POST', authorization },
      path: `/pacts/provider/case-management-service/consumer/${consumer}/pact-version/1/verification-results`,
      body: {
        success,
        providerApplicationVersion: '1.2.3',
        verifiedBy: { implementation: 'case-conformance', version: suiteVersion },
        testResults: [
          { interactionId: 'id-1', interactionDescription: 'the cases are listed', success: true },
          { interactionId: 'id-2', interactionDescription: second, success },
        ],
      },
    });
    expect(broker.told()).toEqual([
      {
        ...{ method: 'PUT', authorization, body: {} },
        path: '/pacticipants/case-management-service/branches/feature%2Fnew%20names/versions/1.2.3',
      },
      resultsOfPact('web%20shop', 'nobody is refused', true),
      resultsOfPact('mobile', 'there are no cases', false),
    ]);
    const bodies = JSON.stringify(broker.told().map(({ body }) => body));
    expect(leakedInto(bodies, [...tokens, secret, ...personalValues])).toEqual([]);
    expect(result.published).toEqual([
      'Published: version 1.2.3 holds the pact of web shop.',
      'Published: version 1.2.3 does not hold the pact of mobile.',
    ]);
  });

  test.each([
    ['an interaction was not decided', [holds, undecided], []],
    ['an interaction was not run', [holds, refuses], ['--only', 'the-cases-are-listed']],
  ])('is nothing, not even the branch, where %s', async (_, interactions, words) => {
    const broker = await brokerDuringTest({ pacts: [{ consumer: 'web', interactions }] });
    expect(await verified(broker, [...words, '--provider-branch', 'main', ...publishing])).toMatchObject({
      status: 0,
      stderr: '',
      published: ['Not published: 1 of 2 interactions of web were not decided, and not run is not passed.'],
    });
    expect(broker.told()).toEqual([]);
  });

  test('is nothing where the suite broke', async () => {
    const broker = await brokerDuringTest({});
    const called = { url: new URL(broker.url), token: undefined, timeoutMs: 1_000 };
    const pact = { document: {}, isPending: false, consumer: 'web', interactions: [] };
    const report = { results: [], suiteFaults: [{ check: 'a', message: 'Error' }] };
    const notices: string[] = [];
    const onNotice = (sentence: string) => notices.push(sentence);
    await publish({ broker: called, pacts: [pact] }, { version: '1' }, [], report, { onNotice });
    expect(notices).toEqual(['Nothing is published, since case-conformance itself broke.']);
    expect(broker.received).toEqual([]);
  });

  test('is of interactions alone, also where generated records are set up beside them', async () => {
    const caseId = '7d0b5f1c-93ab-4c29-8f52-6d4f3a1b2c3d';
    const providerStates = [{ name: 'a case of this type', params: { caseId, caseType: 'Sale' } }];
    const shown = { method: 'GET', path: `/api/v2/cases/${caseId}/data`, headers };
    const interactions = [{ ...interaction('a case is shown', 200, shown), providerStates }];
    const broker = await brokerDuringTest({ pacts: [{ consumer: 'web', interactions }] });
    const result = await verified(broker, ['--state-url', provider.stateUrl, ...publishing]);
    expect(result).toMatchObject({ status: 0, stderr: '' });
    expect(result.report?.results.length).toBeGreaterThan(1);
    expect(resultsOf(broker)).toEqual([
      expect.objectContaining({
        success: true,
        testResults: [{ interactionId: 'id-1', interactionDescription: 'a case is shown', success: true }],
      }),
    ]);
  });
});

test.each<[string, Received['method'], number, string]>([
  ['refuses it', 'POST', 409, '409 to a verification result. Its log says why.'],
  ['breaks at the branch', 'PUT', 500, "500 to the provider's branch. Its log says why."],
  [
    'takes none with this token',
    'POST',
    403,
    '403 to a verification result. Put a token of it into PACT_BROKER_TOKEN, or name its variable with --broker-token-env.',
  ],
])(
  'verify ends with status 2, after the report, if a broker does not take a result: one that %s',
  async (_, method, status, words) => {
    const broker = await brokerDuringTest({
      pacts: heldAndBroken,
      instead: (one) =>
        one.method === method && !one.path.endsWith('/for-verification') ? { status } : undefined,
    });
    const result = await verified(broker, ['--provider-branch', 'main', ...publishing]);
    expect(result).toMatchObject({
      status: 2,
      published: [],
      stderr: `Not all results are published. The broker ${broker.url} answers ${words} [NOT_PUBLISHED]\n`,
    });
    expect(result.stdout).toContain('1 problem, ');
    expect(result.report?.summary).toEqual({ pass: 1, fail: 1, inconclusive: 0 });
  },
);

test.each<[string, (other: TestBroker) => Promise<Pick<TestBroker, 'url'>>, string]>([
  [
    'that refuses the token',
    () => brokerDuringTest({ token: 'right', pacts }),
    'The broker URL answers 401 to the request for its index. Put a token of it into PACT_BROKER_TOKEN, or name its variable with --broker-token-env. [BROKER_REFUSED]',
  ],
  [
    'that never heard of the provider',
    () => brokerDuringTest({}),
    "The broker URL has no pact that case-management-service must hold. Publish one of a consumer's main branch, or record where its consumer is deployed. [NOTHING_SELECTED]",
  ],
  [
    'whose links lead to another host',
    (other) => brokerDuringTest({ pacts, linksTo: other.url }),
    "The link 'pb:provider-pacts-for-verification' of the broker URL leads elsewhere, and is not followed. Name the broker by the address that its links have. [BROKER_WRONG]",
  ],
  [
    'that redirects to another host',
    (other) =>
      brokerDuringTest({
        instead: ({ path }) => ({ status: 307, headers: { location: other.url + path } }),
      }),
    'The broker URL answers 307 to the request for its index. No redirect is followed, since the token is for this address alone. Name the right one with --broker-url. [BROKER_REFUSED]',
  ],
  [
    'that hangs',
    () => during(hostile.neverAnswers()),
    'The broker gives no answer. URL did not answer completely within 1000 ms. [BROKER_NOT_REACHED]',
  ],
  [
    'that shows no links',
    () => during(hostile.serve((_, response) => response.end('{}'))),
    "The broker URL shows no link 'pb:provider-pacts-for-verification'. Check that --broker-url leads to a Pact Broker of version 2.86 or newer. [BROKER_WRONG]",
  ],
])(
  'a broker %s ends with status 2, and nothing is sent to the provider or another host',
  async (_, starting, message) => {
    const other = await brokerDuringTest({ pacts });
    const broker = await starting(other);
    const config = await configurationWith({ timeoutMs: 1_000 });
    const { status, stdout, stderr, report } = await verified(broker, ['--config', config]);
    expect({ status, stdout, report }).toEqual({ status: 2, stdout: '', report: undefined });
    expect(stderr.replaceAll(broker.url, 'URL')).toBe(`${message}\n`);
    expect(other.received).toEqual([]);
  },
);

describe('a wrong call ends with status 2, and asks no broker', () => {
  const url = 'http://127.0.0.1:9';
  const fragmentless =
    '--broker-url must be a URL such as https://verify.example/path, without a user and a fragment. [CALL_NOT_UNDERSTOOD]\n';

  test.each<[string, readonly string[], string]>([
    [
      '--publish alone',
      ['--publish'],
      "option '--publish' needs '--broker-url <url>'. See case-conformance verify --help.",
    ],
    [
      'an empty version',
      ['--broker-url', url, '--publish', '--provider-version', ''],
      "option '--provider-version <version>' argument '' is invalid. It must not be empty.",
    ],
  ])('%s', async (_, words, sentence) => {
    const { status, stderr } = await call(['verify', '--provider-url', provider.baseUrl, ...words]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `The call is wrong: ${sentence} [CALL_NOT_UNDERSTOOD]\n`,
    });
  });

  test.each<[string, string, readonly string[], Readonly<Record<string, string>>, string]>([
    ['a URL that is none', 'broker', [], {}, fragmentless],
    ['a URL with a password', 'https://me:secret@broker.example', [], {}, fragmentless],
    [
      'a URL with a query',
      'https://broker.example/?a',
      [],
      {},
      '--broker-url must be a URL such as https://broker.example, without a query. [CALL_NOT_UNDERSTOOD]\n',
    ],
    [
      'a variable that is not set',
      url,
      ['--broker-token-env', 'NOT_SET'],
      {},
      '--broker-token-env names the environment variable NOT_SET, which is not set. Set it, or name another. [VARIABLE_NOT_SET]\n',
    ],
    [
      'a token with a line break',
      url,
      [],
      { PACT_BROKER_TOKEN: 'a-token\n' },
      "The broker's token must be visible ASCII characters without spaces. Take out what else its variable holds, such as a line break. [CONFIGURATION_WRONG]\n",
    ],
    [
      'a pact of another host',
      url,
      ['--pact', 'http://127.0.0.1:10/pact', ...publishing],
      {},
      `Beside --broker-url, --pact must be a URL of that broker, which starts with ${url}. Leave one of them out. [CALL_NOT_UNDERSTOOD]\n`,
    ],
  ])('%s', async (_, brokerUrl, words, variables, sentence) => {
    const { status, stdout, stderr } = await verified({ url: brokerUrl }, words, variables);
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: sentence });
  });
});
