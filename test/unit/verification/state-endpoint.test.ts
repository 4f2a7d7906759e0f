import { describe, expect, test } from 'vitest';
import { openStateEndpoint, type StateEndpoint } from '../../../src/verification/state-endpoint.ts';
import { type Answering, type SeeingServer, serving, transportTo } from './support.ts';

const state = { name: 'a client', params: { clientId: 'c1', record: { firstName: 'Zoë' } } };

interface Opened extends SeeingServer {
  readonly endpoint: StateEndpoint;
}

async function endpointThat(answering: Answering): Promise<Opened> {
  const server = await serving(answering);
  return { ...server, endpoint: openStateEndpoint(transportTo(server.url), '/states?by=suite') };
}

async function answerTo(answer: ReturnType<Answering>): ReturnType<StateEndpoint> {
  const { endpoint, seen } = await endpointThat(() => answer);
  const outcome = await endpoint('setup', state);
  expect(seen).toHaveLength(1);
  return outcome;
}

test('what is sent is the protocol of Pact, and no credentials', async () => {
  const { endpoint, seen, url } = await endpointThat(() => ({}));
  await endpoint('setup', state);
  await endpoint('teardown', { name: 'no such case', params: {} });
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  expect(seen).toMatchObject([
    { method: 'POST', path: '/states?by=suite', headers },
    { method: 'POST', path: '/states?by=suite', headers },
  ]);
  expect(seen.map(({ body }) => JSON.parse(body))).toEqual([
    { action: 'setup', state: 'a client', params: state.params },
    { action: 'teardown', state: 'no such case', params: {} },
  ]);
  expect(seen[0]?.headers.host).toBe(new URL(url).host);
  const names = seen.flatMap((request) => Object.keys(request.headers));
  expect(names.filter((name) => /authorization|cookie|token/.test(name))).toEqual([]);
});

test.each<[string, ReturnType<Answering>, object]>([
  ['with values', { body: '{"clientId":"c2","__proto__":1}' }, JSON.parse('{"clientId":"c2","__proto__":1}')],
  ['without a body', { body: '' }, {}],
  ['with a list', { body: '["c2"]' }, {}],
  ['with what is no JSON', { body: 'done' }, {}],
  [
    'with values, of which those are left out that are no scalars, or longer than any identifier',
    {
      body: JSON.stringify({
        ...{ caseId: 'x'.repeat(1_000), number: 7, truth: false },
        ...{ clientId: 'x'.repeat(1_001), list: ['a'], object: {}, nothing: null },
      }),
    },
    { caseId: 'x'.repeat(1_000), number: 7, truth: false },
  ],
])('a state is set up %s', async (_, answer, values) => {
  expect(await answerTo(answer)).toEqual({ kind: 'done', values });
});

test.each<[string, ReturnType<Answering>, string]>([
  [
    'with a redirect, which is not followed',
    { status: 307, headers: { location: '/states' } },
    "answers 307 to the state 'a client'. It must answer 2xx, ",
  ],
  [
    'with 503, where it does not say when it is ready: the state may be set up yet',
    { status: 503 },
    'gives no answer: http://',
  ],
  ['by breaking off', undefined, 'gives no answer: http://'],
])('the endpoint fails %s', async (_, answer, message) => {
  expect(await answerTo(answer)).toEqual({
    kind: 'failed',
    message: expect.stringContaining(`The state endpoint ${message}`),
  });
});

test.each([{}, { 'retry-after': '0' }])('the endpoint does not fail with 429 and %j', async (headers) => {
  const answers: ReturnType<Answering>[] = [{ status: 429, headers }, { body: '{"clientId":"c2"}' }];
  const { endpoint, seen } = await endpointThat(() => answers.shift());
  expect(await endpoint('setup', state)).toEqual({ kind: 'done', values: { clientId: 'c2' } });
  expect(seen).toHaveLength(2);
});

describe('after three failures in a row', () => {
  const setUps = async ({ endpoint }: Opened, times: number): Promise<string[]> => {
    const kinds: string[] = [];
    for (let time = 0; time < times; time += 1) kinds.push((await endpoint('setup', state)).kind);
    return kinds;
  };

  test('nothing more is asked, and the last of them is told', async () => {
    const opened = await endpointThat(() => ({ status: 502 }));
    expect(await setUps(opened, 5)).toEqual(Array.from({ length: 5 }, () => 'failed'));
    expect(opened.seen).toHaveLength(3);
    expect(await opened.endpoint('teardown', { name: 'another', params: {} })).toEqual({
      kind: 'failed',
      message: expect.stringContaining("answers 502 to the state 'a client'"),
    });
  });

  test.each([
    ['a success', [500, 500, 200, 500, 500, 200], 'failed failed done failed failed done'],
    ['a refusal', [500, 500, 404, 500, 200], 'failed failed refused failed done'],
  ])('but not where one in between is %s', async (_, statuses, kinds) => {
    const left = [...statuses];
    const opened = await endpointThat(() => ({ status: left.shift() ?? 500 }));
    expect((await setUps(opened, statuses.length)).join(' ')).toBe(kinds);
  });
});
