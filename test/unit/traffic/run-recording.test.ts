import { expect, test } from 'vitest';
import type { Delivery, Transport, WireRequest } from '../../../src/http/transport.ts';
import { recorded, replayed, standInsFor } from '../../../src/traffic/run-recording.ts';

const token = 'k3Yq-very-secret-0042';
const standIn = 'z9Bc-some-secret-1138';
const baseUrl = 'https://acme.example';

function request(of: Partial<WireRequest> = {}, sent = token): WireRequest {
  const headers = { accept: 'application/json', authorization: `Bearer ${sent}` };
  return { method: 'GET', path: '/api/v2/org', headers, sender: 'member', ...of };
}

function answer(body: string | Uint8Array, status = 200): Delivery {
  return {
    kind: 'answered',
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(body),
    durationMs: 7,
    wasConcurrent: true,
  };
}

async function entriesOf(exchanges: readonly (readonly [WireRequest, Delivery])[]): Promise<object[]> {
  const entries: object[] = [];
  const deliveries = exchanges.map(([, delivery]) => delivery);
  const target: Transport = { send: async () => deliveries.shift() as Delivery, close: async () => {} };
  const transport = recorded(
    target,
    { baseUrl, secrets: [token] },
    async (entry) => void entries.push(entry),
  );
  for (const [sent] of exchanges) await transport.send(sent);
  return entries;
}

const replay = (entries: readonly object[]): Transport => replayed(entries, { tokens: { member: standIn } });

test.each<[string, Delivery]>([
  ['an answer', answer('{"subDomain":"acme"}')],
  ['an answer without a body', answer('', 204)],
  ['bytes that are not UTF-8', answer(Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d))],
  ['a text with a byte order mark', answer('\ufeff{}')],
  ['an undecodable answer', { ...answer('{}'), isUndecodable: true } as Delivery],
  ['no answer', { kind: 'unanswered', cause: 'timeout', message: 'No answer came in 10 s.' }],
  ['throttling', { kind: 'throttled', status: 429, message: 'It throttles.', wasConcurrent: false }],
])('%s is replayed as it came', async (_name, delivery) => {
  const entries = JSON.parse(JSON.stringify(await entriesOf([[request(), delivery]])));
  const again = await replay(entries).send(request({}, standIn));
  expect({ ...again, ...('body' in again ? { body: Buffer.from(again.body) } : {}) }).toEqual(delivery);
});

test('equal requests get their answers in the order in which they were sent, and each once', async () => {
  const entries = await entriesOf([
    [request(), answer('1')],
    [request({ sender: 'half' }), answer('2', 401)],
    [request(), answer('3')],
  ]);
  const transport = replay(entries.toReversed());
  const bodies: unknown[] = [];
  for (const sender of ['member', 'half', 'member', 'member']) {
    const delivery = await transport.send(request({ sender }, standIn));
    bodies.push(delivery.kind === 'answered' ? Buffer.from(delivery.body).toString() : delivery);
  }
  expect(bodies).toEqual([
    '1',
    '2',
    '3',
    {
      kind: 'unanswered',
      cause: 'not-recorded',
      message: 'GET /api/v2/org was not recorded like this. Run check against the service.',
    },
  ]);
});

test('after a replayed change, a reading that was recorded before it is skipped', async () => {
  const patch = (body: string): WireRequest => request({ method: 'PATCH', path: '/api/v2/clients/1', body });
  const entries = await entriesOf([
    [patch('{}'), answer('{"title":"Mr"}')],
    [patch('{"title":"Dr"}'), answer('{"title":"Dr"}')],
    [patch('{}'), answer('{"title":"Dr"}')],
  ]);
  const transport = replay(entries);
  await transport.send(patch('{"title":"Dr"}'));
  expect(await transport.send(patch('{}'))).toMatchObject({ body: Buffer.from('{"title":"Dr"}') });
});

test('a recording holds no token, and its answers show that of the replay where they showed one', async () => {
  const sent = (own: string): WireRequest =>
    request(
      {
        ...{ method: 'POST', path: `/api/v2/org?token=${own}`, body: JSON.stringify({ token: own }) },
        headers: { authorization: [`Bearer ${own}`, `Basic ${btoa(own)}`], cookie: `token=${own}` },
      },
      own,
    );
  const bytes = Buffer.concat([Buffer.from(token), Uint8Array.of(0xff)]);
  const entries = await entriesOf([
    [sent(token), answer(JSON.stringify({ seen: token }))],
    [request(), answer(bytes)],
  ]);
  const text = JSON.stringify(entries);
  for (const secret of [token, btoa(token).slice(0, -4), bytes.toString('base64').slice(0, -4)])
    expect(text).not.toContain(secret);
  const transport = replay(entries);
  expect(await transport.send(sent(standIn))).toMatchObject({
    body: Buffer.from(JSON.stringify({ seen: standIn })),
  });
  expect(await transport.send(request({}, standIn))).toMatchObject({
    body: Buffer.concat([Buffer.from(standIn), Uint8Array.of(0xff)]),
  });
});

test('a recording holds no cookie value, and a replay sends the cookies that its answers set', async () => {
  const headers = {
    'set-cookie': `sid="s3cr3t,1"; Path=/; Expires=Sat, 28 Nov 2026 07:00:00 GMT, jwt=${token}.s3cr3t`,
  };
  const asked = (cookie: string): WireRequest => request({ headers: { cookie } });
  const entries = await entriesOf([
    [request(), { ...answer('{}'), headers } as Delivery],
    [asked(`sid="s3cr3t,1"; jwt=${token}.s3cr3t; kept=`), answer('1')],
    [asked('s3cr3t'), answer('2')],
  ]);
  const text = JSON.stringify(entries);
  for (const secret of ['s3cr3t', token]) expect(text).not.toContain(secret);
  expect(text).toContain('"sid=(cookie); jwt=(token); kept="');
  const transport = replay(entries);
  expect(await transport.send(request({}, standIn))).toMatchObject({
    headers: { 'set-cookie': `sid=(cookie); Path=(cookie); Expires=(cookie), jwt=${standIn}` },
  });
  expect(await transport.send(asked(`sid=(cookie); jwt=${standIn}; kept=`))).toMatchObject({
    body: Buffer.from('1'),
  });
});

test('an entry is one of HAR 1.2', async () => {
  const [entry] = await entriesOf([[request({ method: 'PATCH', body: '{"title":"Dr"}' }), answer('{}')]]);
  expect(entry).toMatchObject({
    startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    time: 7,
    request: {
      method: 'PATCH',
      url: 'https://acme.example/api/v2/org',
      headers: [
        { name: 'accept', value: 'application/json' },
        { name: 'authorization', value: '(token)' },
      ],
      postData: { mimeType: 'application/json', text: '{"title":"Dr"}' },
    },
    response: { status: 200, content: { size: 2, mimeType: 'application/json', text: '{}' } },
    timings: { send: 0, wait: 7, receive: 0 },
  });
});

test('a token that stands in has the form of the other', () => {
  const drawn = standInsFor({ member: 'eyJab.eyJCD.e-9_Z', outsider: '12-ab' }, () => 3);
  expect(drawn).toEqual({ member: 'eyJdd.eyJDD.d-3_D', outsider: '33-dd' });
});
