import { describe, expect, onTestFinished, test } from 'vitest';
import type { Behaviour } from '../../../faults/behaviour.ts';
import { unchanged } from '../../../faults/behaviours.ts';
import { startService } from '../../../faults/broken-service.ts';
import { caseNamed, tokenNamed } from '../../../faults/demo.ts';
import { variants } from '../../../faults/variants.ts';
import { type CheckHarOptions, checkHar } from '../../../src/gate/check-har.ts';
import type { Report } from '../../../src/report/report.ts';
import { faultNamed } from '../../support/fault-named.ts';
import { expectValidReport } from '../cli/support.ts';
import { harOf, inChunks, recorded, session, type WrittenEntry } from '../traffic/recorder.ts';

async function reportOf(entries: readonly object[], further: Partial<CheckHarOptions> = {}): Promise<Report> {
  const { report, suiteErrors } = await checkHar({ har: inChunks(harOf(entries), 4_096), ...further });
  expectValidReport(report);
  expect(suiteErrors).toEqual([]);
  return report;
}

async function recordedFrom(
  behaviour: Behaviour,
  requests = session,
): Promise<{ baseUrl: string; entries: WrittenEntry[] }> {
  const service = await startService(behaviour);
  onTestFinished(() => service.close());
  return { baseUrl: service.baseUrl, entries: await recorded(service.baseUrl, requests) };
}

function findingsOf({ results }: Report): string[] {
  return results.flatMap(({ findings }) =>
    findings.map(({ requirement, pointer }) => `${requirement} ${pointer}`),
  );
}

const saleId = caseNamed('sale-ta6-4th');

function reading(
  response: object,
  request: object = {},
  entry: object = {},
): { request: object; response: object } {
  const record = JSON.stringify({ caseId: saleId, caseType: 'Sale', price: 'high' });
  return {
    ...entry,
    request: {
      method: 'GET',
      url: `https://acme.example/api/v2/cases/${saleId}/data`,
      headers: [],
      ...request,
    },
    response: { status: 200, headers: [], content: { size: record.length, text: record }, ...response },
  };
}

test('The reference is recorded, and conformant as far as that shows', async () => {
  const { baseUrl, entries } = await recordedFrom(unchanged);
  const strangers = [
    reading({}, { method: 'OPTIONS' }),
    reading({}, { method: 'get' }),
    reading({}, { url: 'https://acme.example/' }),
    reading({}, { url: 'data:text/plain,api/v2/org' }),
    { request: 'none' },
  ];
  const report = await reportOf([...strangers, ...entries]);
  expect(findingsOf(report)).toEqual([]);
  expect(report).toMatchObject({ conclusion: 'conformant', target: baseUrl, requests: 0 });
  const states = new Map(report.coverage.requirements.map(({ id, state }) => [id, state]));
  expect(states.get('get-organisation')).toBe('pass');
  expect(states.get('case-data-200')).toBe('pass');
  expect(states.get('update-client-fields')).toBe('pass');
  expect(states.get('credentials-401')).toBe('inconclusive');
  expect(report.fieldCoverage.seen).toBeGreaterThan(300);
  expect(report.observations.map(({ id }) => id)).toContain('list-cases-shape:listCases');
  const { judged, undecided = {}, ...recording } = report.recorded ?? {};
  expect(recording).toEqual({
    baseUrls: [baseUrl],
    exchanges: entries.length + strangers.length,
    leftAlone: strangers.length,
    withoutAuthorization: 0,
  });
  expect((judged ?? 0) + Object.values(undecided).reduce((one, other) => one + other, 0)).toBe(
    entries.length,
  );
});

test.each([
  ['case-page', 'getCaseData.recorded-answers'],
  ['no-identifier-list', 'getCaseData.missing-identifier'],
  ['another-case', 'getCaseData.of-the-case'],
  ['type-missing', 'getCaseData.of-a-type'],
  ['id-missing', 'getCaseData.Sale.case-id'],
  ['second-owner-deceased', 'getCaseData.Purchase.purchase-owners'],
  ['refused-with-record', 'getCaseData.recorded-refusals'],
  ['organisation-204', 'getOrganisation.succeeds'],
  ['list-page', 'listCases.exists'],
  ['description-204', 'getInterfaceDescription.served'],
  ['paths-below-one-other-server', 'getInterfaceDescription.paths'],
  ['version-1-0', 'getInterfaceDescription.version'],
  ['answer-word', 'updateClient.recorded-answers'],
  ['client-dob-number-after-change', 'updateClient.record.client-texts'],
  ['change-ignores-company-name', 'updateClient.recorded-changes'],
  ['address-ignored', 'updateClient.recorded-addresses'],
  ['client-always-first', 'updateClient.of-the-client'],
])('The fault %s is found by %s', async (id, check) => {
  const fault = faultNamed(id);
  const { entries } = await recordedFrom(fault.behaviour);
  const report = await reportOf(entries);
  const [result] = report.results.filter((one) => one.id === check);
  const found = result?.findings.map(({ requirement, pointer }) => ({ requirement, pointer }));
  // A page is not JSON, which another row states for every operation.
  const requirement = id === 'case-page' ? 'bodies-are-json' : fault.requirement;
  expect(found).toContainEqual({ requirement, pointer: fault.pointer });
  expect(report.conclusion).toBe('deviates');
});

/** A sample: trying all legal variants takes a minute. */
test('No legal variant is failed', async () => {
  const failed: string[] = [];
  const chosen = variants.filter(({ id }, index) => index % 80 === 0 || id === 'wrong-204');
  for (const { id, behaviour } of chosen) {
    const { entries } = await recordedFrom(behaviour);
    failed.push(...findingsOf(await reportOf(entries)).map((finding) => `${id}: ${finding}`));
  }
  expect(failed).toEqual([]);
});

describe('Recorders', () => {
  test('Chrome leaves credentials out, and names the headers of HTTP/2 and its caches', async () => {
    const chrome = reading(
      {
        httpVersion: 'http/2.0',
        headers: [
          { name: ':status', value: '200' },
          { name: 'content-type', value: 'application/json' },
        ],
        _transferSize: 312,
        _error: null,
      },
      { httpVersion: 'http/2.0', headers: [{ name: ':authority', value: 'acme.example' }], cookies: [] },
      { _resourceType: 'fetch', _priority: 'High', time: 12.25 },
    );
    const notices: string[] = [];
    const onNotice = (sentence: string): void => void notices.push(sentence);
    const cached = { ...chrome, _fromCache: 'memory' };
    const report = await reportOf([chrome, cached], { onNotice });
    expect(findingsOf(report)).toEqual(['case-price /price']);
    expect(report.recorded).toMatchObject({ undecided: { 'from a cache': 1 }, withoutAuthorization: 1 });
    expect(notices).toEqual([
      '1 success is recorded without an Authorization header. Many recorders leave it out, so nothing is concluded from that.',
    ]);
  });

  test('Firefox keeps no bodies where it is told so, and revalidates', async () => {
    const bare = reading({ content: { mimeType: 'application/json', size: 65, text: '' }, bodySize: -1 });
    const report = await reportOf([bare, reading({ status: 304, content: { size: 0, text: '' } })]);
    expect(findingsOf(report)).toEqual([]);
    expect(report).toMatchObject({
      conclusion: 'not-tested',
      recorded: { judged: 0, undecided: { 'from a cache': 1, 'no body': 1 } },
    });
  });

  test('mitmproxy writes base64, repeats headers, and records what was not answered with 0', async () => {
    const text = Buffer.from(JSON.stringify({ caseId: saleId, caseType: 'Sale', price: 'high' })).toString(
      'base64',
    );
    const repeated = [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'content-type', value: 'text/plain' },
    ];
    const entries = [
      reading({ headers: repeated, content: { size: 50, compression: 20, text, encoding: 'base64' } }),
      reading({ status: 0, content: {}, _error: 'Connection refused' }),
    ];
    const report = await reportOf(entries);
    expect(findingsOf(report)).toEqual(['case-price /price']);
    expect(report.recorded).toMatchObject({ judged: 1, undecided: { 'no answer': 1 } });
  });
});

test('What an exchange alone does not decide is left open', async () => {
  const refused = { size: 2, text: '{}' };
  const report = await reportOf([
    reading({ status: 500, content: refused }),
    reading({ status: 429, content: refused }),
    reading({ status: 206 }),
    reading(
      { status: 404, content: { size: 16, text: '{"message":"no"}' } },
      { url: 'https://acme.example/api/v2/org' },
    ),
    // An alias such as `me` may lead to a case.
    reading({ content: undefined }, { url: 'https://acme.example/api/v2/cases/me/data' }),
  ]);
  expect(report).toMatchObject({
    conclusion: 'not-tested',
    recorded: { judged: 0, undecided: { 'left open': 4, 'no body': 1 } },
  });
  expect(report.results.every(({ findings }) => findings.length === 0)).toBe(true);
});

const changing = (sent: object, answer: object): object =>
  reading(
    { content: { text: JSON.stringify(answer) } },
    {
      ...{ method: 'PATCH', url: `https://acme.example/api/v2/clients/${saleId}` },
      postData: { text: JSON.stringify(sent) },
    },
  );

test('What people write of a client may be put in order', async () => {
  const sent = { emailAddress: 'Kim@Example.com', address: { postcode: 'zz1 1zz' }, firstName: ' Kim ' };
  const shown = {
    ...{ id: saleId, emailAddress: 'kim@example.com', firstName: 'Kim' },
    address: { postcode: 'ZZ11ZZ' },
  };
  expect(findingsOf(await reportOf([changing(sent, shown)]))).toEqual([]);
  expect(findingsOf(await reportOf([changing(sent, { ...shown, firstName: 'Jim' })]))).toEqual([
    'update-client-fields /firstName',
  ]);
});

test.each(['occupation', 'status', 'nickname', 'id'])(
  'What becomes of %s, which is not a field of the body, is left open',
  async (member) => {
    const sent = { [member]: 'Invited', lastName: 'Sample' };
    const kept = { id: saleId, lastName: 'Sample', occupation: 'Baker', status: 'Active', nickname: 'Kim' };
    expect(findingsOf(await reportOf([changing(sent, kept)]))).toEqual([]);
    expect(findingsOf(await reportOf([changing(sent, { ...kept, lastName: 'Tester' })]))).toEqual([
      'update-client-fields /lastName',
    ]);
  },
);

describe('Hosts', () => {
  const at = (base: string): object => reading({}, { url: `${base}/api/v2/cases/${saleId}/data` });
  const both = [at('https://one.example/of/it'), at('https://two.example:8443')];

  test('All that have paths of the interface are judged, below any prefix', async () => {
    const report = await reportOf(both);
    expect(report.recorded?.baseUrls).toEqual(['https://one.example/of/it', 'https://two.example:8443']);
    expect(report.target).toContain('one.example');
  });

  test('A base URL narrows to one', async () => {
    const report = await reportOf(both, { baseUrl: 'https://one.example:443/' });
    expect(report).toMatchObject({ target: 'https://one.example/of/it', recorded: { leftAlone: 1 } });
  });

  test('A base URL of none says which there are', async () => {
    const { report, obstacle } = await checkHar({
      har: inChunks(harOf(both)),
      baseUrl: 'https://three.example',
    });
    expect(report.conclusion).toBe('not-tested');
    expect(obstacle).toMatch(/^No recorded exchange is below https:\/\/three\.example\. .*https:\/\/two/);
  });
});

test('No secret of a recording is told, wherever it stands', async () => {
  const secrets = ['Bearer', 'Session', 'Query', 'Basic', 'Set'].map((name) => `${name}-1234567890`);
  const [bearer, session, query, password, set] = secrets;
  const record = { caseId: saleId, caseType: 'Sale', [`x${bearer}`]: 1, location: { [`y${set}`]: 1 } };
  const entry = reading(
    {
      content: { text: JSON.stringify({ ...record, reference: [session, query, password] }) },
      headers: [{ name: 'Set-Cookie', value: `a=${set}; Path=/api/v2/cases` }],
    },
    {
      url: `https://user:${password}@acme.example/api/v2/cases/${saleId}/data?t=${query}`,
      headers: [
        { name: 'authorization', value: `Bearer ${bearer}` },
        { name: 'Cookie', value: `b=2; sid=${session}` },
      ],
    },
  );
  const text = JSON.stringify(await reportOf([entry]));
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  expect(text).toContain(`/api/v2/cases/${saleId}/data`);
  expect(text).toContain('https://acme.example"');
  expect(text).not.toContain(tokenNamed('member'));
});

test('Of what is alike, a few exchanges are kept', async () => {
  const report = await reportOf(Array.from({ length: 50 }, () => reading({})));
  const [price] = report.results.filter(({ id }) => id === 'getCaseData.Sale.case-price');
  expect(price?.evidence).toHaveLength(20);
  expect(report.recorded?.judged).toBe(50);
});
