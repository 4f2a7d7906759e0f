import { expect, onTestFinished, test } from 'vitest';
import { maskingOf } from '../../../src/http/masking.ts';
import { type RelayedRequest, relayed, startRelay } from '../../../src/verification/relay.ts';
import { exchangeOf } from '../../support/exchange.ts';

async function relay() {
  const started = await startRelay();
  onTestFinished(started.close);
  return started;
}

const answer = { status: 201, headers: { 'x-edition': '5th' }, body: 'Zoë' };

test('what is sent below a base URL is answered as written, and by no other', async () => {
  const { open } = await relay();
  const seen: RelayedRequest[] = [];
  const one = open(async (request) => {
    seen.push(request);
    return answer;
  });
  const other = open(async () => ({ ...answer, body: 'other' }));
  const request = { method: 'PATCH', headers: { 'X-Sent': 'yes' }, body: 'Zoë' };
  const response = await fetch(`${one.baseUrl}/api//v2?a=%2F`, request);
  expect([response.status, response.headers.get('x-edition'), await response.text()]).toEqual([
    ...[201, '5th', 'Zoë'],
  ]);
  expect(seen).toMatchObject([
    { method: 'PATCH', path: '/api//v2?a=%2F', headers: { 'x-sent': 'yes' }, body: 'Zoë' },
  ]);
  expect(await (await fetch(other.baseUrl)).text()).toBe('other');
});

test('after its end, a base URL leads nowhere', async () => {
  const { open } = await relay();
  const { baseUrl, close } = open(async () => answer);
  close();
  expect((await fetch(`${baseUrl}/api`)).status).toBe(404);
  expect((await fetch(new URL('/', baseUrl))).status).toBe(404);
});

test.each<[string, () => Promise<typeof answer>]>([
  ['breaks', () => Promise.reject(new Error('It breaks.'))],
  ['has a header that cannot be written', async () => ({ ...answer, headers: { 'x-edition': 'a\nb' } })],
  ['has a status that cannot be written', async () => ({ ...answer, status: 7 })],
])('an answer that %s ends the connection, and nothing else', async (_, answering) => {
  const { open } = await relay();
  const { baseUrl } = open(answering);
  await expect(fetch(baseUrl)).rejects.toThrow('fetch failed');
  expect((await fetch(open(async () => answer).baseUrl)).status).toBe(201);
});

test('nobody can guess a base URL', async () => {
  const { open } = await relay();
  const names = [1, 2, 3].map(() => new URL(open(async () => answer).baseUrl).pathname);
  expect(names.map((name) => /^\/[0-9a-f]{32}$/.test(name))).toEqual([true, true, true]);
  expect(new Set(names.map((name) => name.slice(0, 9))).size).toBe(3);
});

test('no token that an answer returns reaches the verifier', () => {
  const token = 'member-7Hq2XvRt9LkWm4Zc';
  const headers = { 'x-echo': token };
  const reply = exchangeOf(200, JSON.stringify({ caseId: token }), { headers });
  const { body, headers: passedOn } = relayed(reply, true, maskingOf([token]));
  expect(JSON.parse(body)).toEqual({ caseId: '(token)' });
  expect(passedOn['x-echo']).toBe('(token)');
});
