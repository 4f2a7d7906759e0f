import { expect, onTestFinished, test } from 'vitest';
import { empty, refusal, written } from '../../../faults/answers.ts';
import type { Behaviour, ServiceRequest } from '../../../faults/behaviour.ts';
import { always, composed, onWire, unchanged, withHeaders } from '../../../faults/behaviours.ts';
import { startService } from '../../../faults/broken-service.ts';
import { demoCases, fullClient, tokenNamed } from '../../../faults/demo.ts';
import { openIsolatedReference } from '../../../faults/isolated-reference.ts';
import { amongConcurrent } from '../../../faults/request-history.ts';
import { serviceInProcess } from '../../../proof/in-process.ts';
import type { openConnections } from '../../../src/http/connections.ts';
import { openTransport, type Transport, type WireRequest } from '../../../src/http/transport.ts';

const authorization = `Bearer ${tokenNamed('member')}`;
const organisation: WireRequest = { method: 'GET', path: '/api/v2/org', headers: { authorization } };

const framing = new Set(['connection', 'content-length', 'date', 'host', 'keep-alive', 'transfer-encoding']);

async function exchanged(behaviour: Behaviour, sent: WireRequest, isInProcess: boolean): Promise<unknown> {
  const seen: ServiceRequest[] = [];
  const watched: Behaviour = (request, reference) => {
    seen.push({ ...request, headers: unframed(request.headers) });
    return behaviour(request, reference);
  };
  const service = isInProcess
    ? serviceInProcess(watched, openIsolatedReference())
    : await startService(watched, openIsolatedReference());
  onTestFinished(service.close);
  const delivery = await transportTo(service).send(sent);
  if (delivery.kind !== 'answered') return { seen, delivery };
  const { status, headers, body } = delivery;
  return { seen, status, headers: unframed(headers), body: Buffer.from(body).toString('latin1') };
}

function transportTo(service: { baseUrl: string; openConnections?: typeof openConnections }): Transport {
  const pace = { timeoutMs: 5_000, requestsPerSecond: Number.POSITIVE_INFINITY, concurrency: 4 };
  const transport = openTransport({ baseUrl: service.baseUrl, ...pace }, service.openConnections);
  onTestFinished(transport.close);
  return transport;
}

function unframed(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !framing.has(name)));
}

const change = JSON.stringify({ firstName: 'Zoë' });

test.each<[string, WireRequest, Behaviour]>([
  ['a case', { ...organisation, path: `/api/v2/cases/${demoCases[0]}/data` }, unchanged],
  ['an odd path', { ...organisation, path: '/api//v2/cases/%25/..?x=%2F&y' }, unchanged],
  ['two tokens', { ...organisation, headers: { Authorization: ['Bearer x', authorization] } }, unchanged],
  ['a header twice', { ...organisation, headers: { 'X-Twice': ['1', '2'] } }, unchanged],
  ['no header', { ...organisation, headers: {} }, unchanged],
  [
    'a change',
    {
      method: 'PATCH',
      path: `/api/v2/clients/${fullClient.id}`,
      headers: { authorization, 'content-type': 'application/json' },
      body: change,
    },
    unchanged,
  ],
  ['HEAD', { ...organisation, method: 'HEAD' }, always(written(200, 'text', 'text/plain'))],
  ['no content', organisation, always({ ...refusal(200), status: 204 })],
  ['not modified', organisation, always({ ...refusal(200), status: 304 })],
  ['an empty body', organisation, always(empty(200))],
  ['compression', organisation, withHeaders({ 'Content-Encoding': 'identity', 'X-Other': '1' })],
  ['gzip', organisation, withHeaders({ 'content-encoding': 'gzip' })],
  ['another charset', organisation, always(written(200, '"é"', 'text/plain; charset=iso-8859-1'))],
])('Over a socket and in this process, the exchange is the same: %s', async (_, sent, behaviour) => {
  expect(await exchanged(behaviour, sent, true)).toEqual(await exchanged(behaviour, sent, false));
});

test('Requests that are sent at once are under way at once', async () => {
  const busy = amongConcurrent(
    () => true,
    (_, earlier) => (earlier.length > 0 ? always(refusal(409)) : unchanged),
  );
  const transport = transportTo(serviceInProcess(busy, openIsolatedReference()));
  const deliveries = await Promise.all([1, 2, 3].map(() => transport.send(organisation)));
  expect(deliveries.map((one) => one.kind === 'answered' && one.status)).toEqual([200, 409, 409]);
  expect(deliveries.every(({ wasConcurrent }) => wasConcurrent)).toBe(true);
});

test.each<[string, Behaviour, string]>([
  [
    'What a behaviour throws',
    async () => {
      throw new Error('A mistake.');
    },
    'A mistake.',
  ],
  [
    'An answer that only a socket can carry',
    composed(unchanged, onWire({ pauseMs: 1 })),
    'How an answer is written to its connection shows over a socket only.',
  ],
])('%s comes out when the service is closed', async (_, behaviour, message) => {
  const service = serviceInProcess(behaviour, openIsolatedReference());
  expect(await transportTo(service).send(organisation)).toMatchObject({ kind: 'unanswered' });
  await expect(service.close()).rejects.toThrow(message);
});
