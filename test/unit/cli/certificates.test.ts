import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serveSelfSigned } from '../../support/self-signed.ts';
import { type Called, call, configurationFile, reportIn, spawned, temporaryFolder } from './support.ts';

let server: Awaited<ReturnType<typeof serveSelfSigned>>;
beforeAll(async () => {
  server = await serveSelfSigned((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"openapi":"3.1.0"}');
  });
});
beforeEach(() => void (server.seen as string[]).splice(0));
afterAll(() => server.close());

const off = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
const refused =
  /^The environment variable NODE_TLS_REJECT_UNAUTHORIZED is 0, .* \[CERTIFICATES_NOT_VERIFIED\]\n$/;

async function configured(further: object): Promise<string> {
  const token = 'Secret-Token-1234567890';
  return configurationFile({
    baseUrl: server.url,
    tokens: { member: token },
    requestsPerSecond: 1_000,
    ...further,
  });
}

async function checkedIn(further: object, running: (words: readonly string[]) => Promise<Called>) {
  const folder = await temporaryFolder();
  const words = ['check', '--config', await configured(further), '--report-dir', folder];
  return { folder, ...(await running([...words, '--only', 'getOrganisation'])) };
}

describe('the certificate of a target that nobody signed', () => {
  test('is not accepted', async () => {
    const { folder, status, stderr } = await checkedIn({}, call);
    expect(stderr).toContain(`No secure connection to ${server.url} could be made`);
    expect(stderr).toContain(
      'name the file of that as caFile in the configuration, or in NODE_EXTRA_CA_CERTS.',
    );
    expect(status).toBe(3);
    expect(server.seen).toEqual([]);
    expect((await reportIn(folder)).report.insecureTls).toBeUndefined();
  });

  test('is not accepted because the environment says so, which is a mistake', async () => {
    const { status, stdout, stderr } = await checkedIn({}, (words) => spawned(words, off));
    expect(stderr).toMatch(refused);
    expect(stderr).toContain('name its file as caFile in the configuration');
    expect({ status, stdout, seen: server.seen }).toEqual({ status: 2, stdout: '', seen: [] });
  });

  test.each<[string, (words: readonly string[]) => Promise<Called>]>([
    ['', call],
    [', whatever the environment says', (words) => spawned(words, off)],
  ])('is accepted where the configuration says so, and reported%s', async (environment, running) => {
    const { folder, status, stdout, stderr } = await checkedIn({ insecureTls: true }, running);
    expect([0, 1]).toContain(status);
    expect(stdout).toContain('\nThe certificate of the target was not verified (insecureTls): ');
    expect((await reportIn(folder)).report.insecureTls).toBe(true);
    expect(server.seen).toContain('GET /api/v2/org');
    // Node's own warning is only about the variable.
    if (environment === '') expect(stderr).toBe('');
  });
});

test.each<[string, string[]]>([
  ['a URL of a description', ['describe', '--spec']],
  ['a pact', ['verify', '--provider-url', 'https://127.0.0.1:1', '--pact']],
  ['a broker', ['verify', '--provider-url', 'https://127.0.0.1:1', '--broker-url']],
])('where the environment switches the verification off, nothing is read from %s', async (_name, words) => {
  const config = await configured({ insecureTls: true });
  const further = words[0] === 'verify' ? ['--config', config] : [];
  const { status, stderr } = await call([...words, server.url, ...further], off);
  expect(stderr).toMatch(refused);
  expect({ status, seen: server.seen }).toEqual({ status: 2, seen: [] });
});

test('what is said of the target holds for no other host', async () => {
  const config = await configured({ insecureTls: true });
  const words = ['check', '--config', config, '--spec', `${server.url}/openapi.yaml`];
  const { status, stderr } = await call(words);
  expect(stderr).toContain('No secure connection');
  expect({ status, seen: server.seen }).toEqual({ status: 2, seen: [] });
});
