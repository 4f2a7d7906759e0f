import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { startProxy } from '../../support/proxy.ts';
import { cert, key, serveSelfSigned } from '../../support/self-signed.ts';
import { call, configurationFile, reportIn, temporaryFile, temporaryFolder } from './support.ts';

const token = 'Secret-Token-1234567890';
/** Looks like an identifier, which reports show. */
const gatewayKey = '3d0c7f6e-9a41-4b52-8d7c-1f2e3a4b5c6d';
const sale = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const password = 'Proxy-Word-4z5y6x';
const environment = { CASE_API_TOKEN: token, GATEWAY_KEY: gatewayKey, PROXY_PASSWORD: password };

async function startGateway() {
  const headers: Record<string, unknown>[] = [];
  const server = await serveSelfSigned(
    (request, response) => {
      headers.push(request.headers);
      const told = JSON.stringify(request.headers);
      const acceptsMisplacedToken = request.headers['x-gateway-key'] === gatewayKey;
      response.setHeader('content-type', 'application/json').setHeader('www-authenticate', gatewayKey);
      response
        .writeHead(acceptsMisplacedToken ? 200 : 511)
        .end(JSON.stringify({ caseId: gatewayKey, caseType: 'Sale', price: told }));
    },
    { requestCert: true, ca: cert },
  );
  atEndOfFile(server.close);
  return { url: server.url, headers };
}

let gateway: Awaited<ReturnType<typeof startGateway>>;
let pem: { readonly certFile: string; readonly keyFile: string };
beforeAll(async () => {
  gateway = await startGateway();
  pem = { certFile: await temporaryFile('c.pem', cert), keyFile: await temporaryFile('k.pem', key) };
});

async function checked(further: object, variables: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  const usual = { caFile: pem.certFile, clientCertificate: pem, cases: { Sale: [sale] } };
  const config = await configurationFile({
    ...usual,
    baseUrl: gateway.url,
    requestsPerSecond: 1_000,
    ...further,
  });
  gateway.headers.splice(0);
  const words = ['check', '--config', config, '--report-dir', folder, '--only', 'getCaseData', '--debug'];
  return { folder, ...(await call(words, { ...environment, ...variables })) };
}

test('a run reaches a target through a proxy, with a certificate and a key, and tells none of them', async () => {
  const wanted = `Basic ${Buffer.from(`run:${password}`).toString('base64')}`;
  const proxy = await startProxy({ wanted });
  const { folder, stdout, stderr } = await checked({
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: that is how the configuration writes a variable
    proxy: proxy.url.replace('//', '//run:${PROXY_PASSWORD}@'),
    headers: { 'X-Gateway-Key': '${GATEWAY_KEY}' },
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above
  });
  const { report, text } = await reportIn(folder);
  expect(report.suiteFaults).toEqual([]);
  expect(gateway.headers.length).toBeGreaterThan(10);
  expect(gateway.headers.every((headers) => headers['x-gateway-key'] === gatewayKey)).toBe(true);
  expect(JSON.stringify(gateway.headers)).not.toContain(wanted);
  expect(proxy.asked.length).toBeGreaterThan(0);
  // Everything that the proxy received and passed on.
  const asked = JSON.stringify(proxy.asked) + proxy.carried();
  for (const secret of [token, gatewayKey]) expect(asked).not.toContain(secret);
  for (const secret of [token, gatewayKey, password, wanted])
    expect(`${stdout}${stderr}${text}`).not.toContain(secret);
});

test('a proxy of the environment is used only where the configuration says so', async () => {
  const proxy = await startProxy();
  const variables = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url };
  await checked({}, variables);
  expect([gateway.headers.length > 0, proxy.asked]).toEqual([true, []]);
  await checked({ proxy: 'environment' }, { ...variables, NO_PROXY: 'localhost,127.0.0.1' });
  expect([gateway.headers.length > 0, proxy.asked]).toEqual([true, []]);
  await checked({ proxy: 'environment' }, variables);
  expect(proxy.asked.length).toBeGreaterThan(0);
});

const noCertificate = ', which holds no certificate as PEM.';
test.each<[string, () => object, string]>([
  ['headers cannot set authorization, since', () => ({ headers: { Authorization: gatewayKey } }), ''],
  [
    'headers cannot set x-tenant, since checks send it',
    () => ({ headers: { 'X-Tenant': gatewayKey } }),
    'Use another name.',
  ],
  ['headers sets x-key twice', () => ({ headers: { 'X-Key': 'a', 'x-key': 'b' } }), ''],
  ['proxy must be a URL', () => ({ proxy: `http://run:${password}@127.0.0.1/path` }), 'without a path.'],
  [
    'proxy holds a user or a password that is not percent-encoded.',
    () => ({ proxy: `http://run:${password}%@127.0.0.1` }),
    '',
  ],
  ['caFile names ./none.pem', () => ({ caFile: './none.pem' }), ', which cannot be read.'],
  ['caFile names ', () => ({ caFile: pem.keyFile }), noCertificate],
  [
    'clientCertificate.certFile names ',
    () => ({ clientCertificate: { ...pem, certFile: pem.keyFile } }),
    noCertificate,
  ],
  [
    'clientCertificate.keyFile names ',
    () => ({ clientCertificate: { ...pem, keyFile: pem.certFile } }),
    ', which is not the key of ',
  ],
])('a way that there cannot be is refused, and no secret of it quoted: %s', async (start, further, end) => {
  const { status, stdout, stderr } = await checked(further());
  for (const words of [start, end, ' [CONFIGURATION_WRONG]\n']) expect(stderr).toContain(words);
  expect({ status, stdout, seen: gateway.headers }).toEqual({ status: 2, stdout: '', seen: [] });
  const pemOfKey = (await readFile(pem.keyFile, 'utf8')).slice(40, 80);
  for (const secret of [gatewayKey, password, pemOfKey]) expect(stderr).not.toContain(secret);
});
