import { expect, test } from 'vitest';
import { openStateTransport } from '../../../src/gate/verify.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { serve, type TestServer } from '../../support/hostile.ts';
import { startProxy } from '../../support/proxy.ts';

async function server(): Promise<TestServer> {
  const started = await serve((_, response) => void response.end('{}'));
  atEndOfFile(started.close);
  return started;
}

test('what opens the way to a provider is for an endpoint for states on its host alone', async () => {
  const [provider, other, proxy] = await Promise.all([server(), server(), startProxy()]);
  const toProvider = {
    ...{ baseUrl: `${provider.url}/base`, timeoutMs: 1_000, requestsPerSecond: 1, concurrency: 1 },
    ...{ proxy: { origin: proxy.url }, headers: { 'x-gateway-key': 'secret' } },
  };
  for (const { url } of [provider, other]) {
    const transport = openStateTransport(new URL(`${url}/states`), toProvider);
    const delivery = await transport.send({ method: 'POST', path: '/states', headers: {} });
    expect(delivery).toMatchObject({ status: 200 });
    await transport.close();
  }
  expect(provider.seen).toMatchObject([{ path: '/states', headers: { 'x-gateway-key': 'secret' } }]);
  expect(other.seen).toMatchObject([{ path: '/states' }]);
  expect(other.seen[0]?.headers['x-gateway-key']).toBeUndefined();
  expect(proxy.asked).toMatchObject([{ authority: new URL(provider.url).host }]);
});
