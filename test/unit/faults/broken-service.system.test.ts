import { connect } from 'node:net';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { refusal } from '../../../faults/answers.ts';
import type { Behaviour, ServiceRequest, WireOptions } from '../../../faults/behaviour.ts';
import { composed, everyNth, insteadOf, onWire, unchanged, withHeaders } from '../../../faults/behaviours.ts';
import { startService } from '../../../faults/broken-service.ts';
import { fullClient, tokenNamed } from '../../../faults/demo.ts';
import type { JsonObject } from '../../../src/reference/json.ts';

test('A behaviour sees the request as it was written', async () => {
  const seen: ServiceRequest[] = [];
  const baseUrl = await started(async (one) => {
    seen.push(one);
    return refusal(418);
  });
  const { statusCode } = await request(`${baseUrl}/api/v2/cases//data?x=%2F`, {
    headers: { Authorization: '' },
  });
  expect(statusCode).toBe(418);
  expect(seen).toMatchObject([
    { method: 'GET', path: '/api/v2/cases//data?x=%2F', headers: { authorization: '' }, body: '' },
  ]);
});

test('Services do not see what was created in another', async () => {
  const headers = { authorization: `Bearer ${tokenNamed('member')}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ type: 'conveyancer', subDomain: 'new' });
  const [one, other] = [await started(unchanged), await started(unchanged)];
  const statuses = [];
  for (const baseUrl of [one, one, other])
    statuses.push((await request(`${baseUrl}/api/v2/org`, { method: 'POST', headers, body })).statusCode);
  expect(statuses).toEqual([201, 409, 201]);
});

test('A client is to each service what that service has made of them', async () => {
  const path = `/api/v2/clients/${fullClient.id}`;
  const change = async (baseUrl: string, changes: JsonObject): Promise<unknown> => {
    const headers = { authorization: `Bearer ${tokenNamed('member')}`, 'content-type': 'application/json' };
    const body = JSON.stringify(changes);
    return (await request(`${baseUrl}${path}`, { method: 'PATCH', headers, body })).body.json();
  };
  const [one, other] = [await started(unchanged), await started(unchanged)];
  const steps: [string, JsonObject, JsonObject][] = [
    [one, { title: 'Dr' }, { title: 'Dr' }],
    [other, { firstName: 'Ada' }, { firstName: 'Ada' }],
    [one, { lastName: 'Byron' }, { title: 'Dr', lastName: 'Byron' }],
    [one, {}, { title: 'Dr', lastName: 'Byron' }],
    [other, { title: 'Dr' }, { firstName: 'Ada', title: 'Dr' }],
    [other, { lastName: 'Byron' }, { firstName: 'Ada', title: 'Dr', lastName: 'Byron' }],
    [await started(unchanged), { title: 'Dr' }, { title: 'Dr' }],
    [await started(unchanged), {}, {}],
  ];
  for (const [service, changes, changed] of steps)
    expect(await change(service, changes)).toEqual({ ...fullClient, ...changed });
  expect(await change(one, { title: 7 })).toMatchObject({ message: expect.any(String) });
});

test('Services do not count the requests of another', async () => {
  const behaviour = everyNth(2, insteadOf(200, refusal(500)));
  const [one, other] = [await started(behaviour), await started(behaviour)];
  const statuses = [];
  for (const baseUrl of [one, other, one, other]) statuses.push(await statusOf(baseUrl, '/api/v2/org'));
  expect(statuses).toEqual([200, 200, 500, 500]);
});

test('Bodies are written in chunks and compressed where the headers say so', async () => {
  const baseUrl = await started(withHeaders({ 'transfer-encoding': 'chunked', 'content-encoding': 'gzip' }));
  const { headers } = await request(`${baseUrl}/api/v2/doc`);
  expect(headers).toMatchObject({ 'transfer-encoding': 'chunked', 'content-encoding': 'gzip' });
  expect(await (await fetch(`${baseUrl}/api/v2/doc`)).json()).toMatchObject({ openapi: '3.1.0' });
});

test.each<[string, WireOptions, RegExp]>([
  ['interim answers', { hasInterim: true }, /^HTTP\/1\.1 102 .*HTTP\/1\.1 103 .*\r\n\r\nHTTP\/1\.1 200 /s],
  ['an older version', { isHttp10: true }, /^HTTP\/1\.0 200 (?!.*transfer-encoding).*\r\n\r\n\{.*\}$/s],
  ['a connection closed when idle', { closing: 'when idle' }, /connection: keep-alive\r\n.*\}/is],
  ['a pause', { pauseMs: 1 }, /^HTTP\/1\.1 200 .*\}/s],
])('An answer is written with %s', async (_, manner, written) => {
  expect(await conversation(await started(onWire(manner)), 1)).toMatch(written);
});

test('A trailer follows the chunks of an answer', async () => {
  const chunked = withHeaders({ 'transfer-encoding': 'chunked' });
  const baseUrl = await started(composed(chunked, onWire({ trailers: { 'server-timing': 'db' } })));
  expect(await conversation(baseUrl, 1)).toMatch(/\r\n0\r\nserver-timing: db\r\n\r\n$/);
});

test('A connection may be closed as the next request arrives', async () => {
  const baseUrl = await started(onWire({ closing: 'at the next request' }));
  expect((await conversation(baseUrl, 2)).match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('What a behaviour throws comes out when its service is closed', async () => {
  const service = await startService(async () => {
    throw new Error('A mistake.');
  });
  await expect(request(`${service.baseUrl}/api/v2/org`)).rejects.toThrow();
  await expect(service.close()).rejects.toThrow('A mistake.');
});

async function started(behaviour: Behaviour): Promise<string> {
  const { baseUrl, close } = await startService(behaviour);
  onTestFinished(close);
  return baseUrl;
}

async function statusOf(baseUrl: string, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${tokenNamed('member')}` };
  return (await request(`${baseUrl}${path}`, { headers })).statusCode;
}

const silentMs = 150;

async function conversation(baseUrl: string, requests: number): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname).setEncoding('utf8').setTimeout(silentMs);
  let received = '';
  let left = requests;
  const ask = (): void => {
    left -= 1;
    socket.write(`GET /api/v2/doc HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  };
  socket.on('data', (text) => {
    received += text;
  });
  socket.on('timeout', () => {
    // The first answer takes longer, since the reference is opened.
    if (received === '') socket.setTimeout(silentMs);
    else if (left > 0) ask();
    else socket.destroy();
  });
  // A reset also ends the connection.
  socket.on('error', () => undefined);
  ask();
  await new Promise((resolve) => socket.on('close', resolve));
  return received;
}
