import { expect, test } from 'vitest';
import { during } from '../../support/during.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { neverAnswers, serve, serveRaw } from '../../support/hostile.ts';
import { startProxy } from '../../support/proxy.ts';
import { cert, key, serveSelfSigned } from '../../support/self-signed.ts';
import { request, times, transportTo } from './harness.ts';

async function secureServer(options = {}) {
  const server = await serveSelfSigned((_, response) => void response.end('{}'), options);
  atEndOfFile(server.close);
  return server;
}

const hostOf = (url: string): string => new URL(url).host;

test('a proxy is asked for the host of a secure target, and is told nothing else', async () => {
  const server = await secureServer();
  const proxy = await startProxy();
  const transport = transportTo(server.url, {
    ...{ proxy: { origin: proxy.url }, authorities: cert, headers: { 'X-Gateway-Key': 'gateway-secret' } },
  });
  const deliveries = await times(3, () => transport.send(request));
  expect(deliveries).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
  expect(await transport.send(request)).toMatchObject({ status: 200 });
  const host = hostOf(server.url);
  expect(proxy.asked).toEqual(Array(3).fill({ authority: host, headers: expect.objectContaining({ host }) }));
  const told = JSON.stringify(proxy.asked) + proxy.carried();
  expect(told.length).toBeGreaterThan(500);
  for (const secret of ['secret-token', 'gateway-secret', 'in-query']) expect(told).not.toContain(secret);
});

test('a plain target is sent what it is sent without a proxy, to the letter', async () => {
  const server = await during(serve((_, response) => void response.end('{}')));
  const proxy = await startProxy();
  const sent = { ...request, path: '/a//b/../%2e?x', headers: { 'proxy-authorization': 'Bearer x' } };
  for (const options of [{}, { proxy: { origin: proxy.url } }])
    expect(await transportTo(server.url, options).send(sent)).toMatchObject({ status: 200 });
  const [straight, tunnelled] = server.seen;
  expect(tunnelled).toMatchObject({ path: straight?.path, headers: straight?.headers });
  expect(proxy.asked).toHaveLength(1);
});

test('a proxy is itself spoken to over TLS, and its certificate verified whatever is taken of the target', async () => {
  const server = await secureServer();
  const proxy = await startProxy({ isSecure: true });
  const options = { proxy: { origin: proxy.url } };
  expect(await transportTo(server.url, { ...options, insecureTls: true }).send(request)).toMatchObject({
    cause: 'proxy',
    message: expect.stringMatching(/^The proxy https:.* made no connection to https:.* \(DEPTH_ZERO/),
  });
  expect(proxy.asked).toEqual([]);
  expect(await transportTo(server.url, { ...options, authorities: cert }).send(request)).toMatchObject({
    status: 200,
  });
});

test('a proxy that makes no connection is named, and not the target blamed', async () => {
  const server = await secureServer();
  const wanted = `Basic ${Buffer.from('user:pass').toString('base64')}`;
  const proxy = await startProxy({ wanted });
  const refused = (origin: string, code: string) => ({
    cause: 'proxy',
    message: `The proxy ${origin} made no connection to ${server.url} (${code}).`,
  });
  const through = (origin: string, authorization?: string) =>
    transportTo(server.url, { authorities: cert, proxy: { origin, authorization } }).send(request);
  expect(await through(proxy.url)).toMatchObject(refused(proxy.url, 'status 407'));
  expect(await through(proxy.url, wanted)).toMatchObject({ status: 200 });
  expect(await through('http://127.0.0.1:1')).toMatchObject(refused('http://127.0.0.1:1', 'ECONNREFUSED'));
  expect(server.seen).toHaveLength(1);
});

test('a proxy that closes is asked once', async () => {
  let asked = 0;
  const closing = await during(
    serveRaw((socket) => {
      asked += 1;
      socket.end();
    }),
  );
  const options = { proxy: { origin: closing.url } };
  const sent = { ...request, method: 'PATCH', body: '{}' } as const;
  expect(await transportTo('https://127.0.0.1:9', options).send(sent)).toMatchObject({ cause: 'proxy' });
  expect(asked).toBe(1);
});

test('a proxy that says nothing is waited for as long as the target is', async () => {
  const silent = await during(neverAnswers());
  const server = await secureServer();
  const options = { proxy: { origin: silent.url }, timeoutMs: 200 };
  expect(await transportTo(server.url, options).send(request)).toMatchObject({ cause: 'timeout' });
});

test('a target that asks for a certificate is shown it, and another host is not', async () => {
  const server = await secureServer({ requestCert: true, rejectUnauthorized: true, ca: cert });
  const shown = { clientCertificate: { cert, key } };
  expect(await transportTo(server.url, { authorities: cert }).send(request)).toMatchObject({
    kind: 'unanswered',
  });
  expect(await transportTo(server.url, { ...shown, authorities: cert }).send(request)).toMatchObject({
    status: 200,
  });
  expect(await transportTo(server.url, shown).send(request)).toMatchObject({ cause: 'tls' });
  expect(server.seen).toHaveLength(1);
});

test('a header of every request yields to one of the request', async () => {
  const server = await during(serve((_, response) => void response.end('{}')));
  const transport = transportTo(server.url, { headers: { 'X-One': 'all', 'X-Two': 'all' } });
  await transport.send({ ...request, headers: { 'x-two': 'own' } });
  expect(server.seen).toMatchObject([{ headers: { 'x-one': 'all', 'x-two': 'own' } }]);
  expect(() => transportTo(server.url, { headers: { Host: 'x' } })).toThrow('The header host is set');
});
