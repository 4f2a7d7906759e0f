import { expect, test } from 'vitest';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { neverAnswers } from '../../support/hostile.ts';
import { serveSelfSigned } from '../../support/self-signed.ts';
import { during, elapsed, request, transportTo } from './harness.ts';

/** What a transport says of a server that speaks these versions. */
async function oldTlsAt(options: Parameters<typeof serveSelfSigned>[1]) {
  const server = await serveSelfSigned((_, response) => response.end('{}'), options);
  atEndOfFile(server.close);
  const transport = transportTo(server.url, { insecureTls: true });
  const delivery = await transport.send(request);
  return { answered: delivery.kind, oldTls: await transport.oldTls?.(), seen: server.seen.length };
}

test('a server that also speaks TLS 1.1 is told from one that does not, and sent nothing for it', async () => {
  const old = { ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
  expect(await oldTlsAt({ ...old, minVersion: 'TLSv1.1' })).toEqual({
    ...{ answered: 'answered', oldTls: 'TLSv1.1', seen: 1 },
  });
  for (const options of [{ ...old, minVersion: 'TLSv1.2' }, {}] as const)
    expect(await oldTlsAt(options)).toEqual({ answered: 'answered', oldTls: undefined, seen: 1 });
});

test('nothing is known of one that is silent, of one behind a proxy, and without TLS', async () => {
  const silent = await during(neverAnswers());
  const url = silent.url.replace('http:', 'https:');
  const proxied = transportTo(url, { proxy: { origin: 'http://127.0.0.1:9' } });
  expect(await proxied.oldTls?.()).toBeUndefined();
  expect(await transportTo(silent.url).oldTls?.()).toBeUndefined();
  const transport = transportTo(url);
  const asked = transport.oldTls?.();
  await expect.poll(() => silent.openConnections()).toBe(1);
  // As a run that is ended does.
  expect(await elapsed(transport.close())).toBeLessThan(400);
  expect(await asked).toBeUndefined();
  await expect.poll(() => silent.openConnections()).toBe(0);
});
