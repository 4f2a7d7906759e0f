import { describe, expect, test } from 'vitest';
import { openStateEndpoint, type StateEndpoint } from '../../../src/verification/state-endpoint.ts';
import { during } from '../../support/during.ts';
import { neverAnswers } from '../../support/hostile.ts';
import { type Answering, type SeeingServer, serving, transportTo } from './support.ts';

const state = { name: 'a client', params: { clientId: 'c1', record: { firstName: 'Zoë' } } };

interface Opened extends SeeingServer {
  readonly endpoint: StateEndpoint;
}

async function endpointThat(answering: Answering): Promise<Opened> {
  const server = await serving(answering);
  return { ...server, endpoint: openStateEndpoint(transportTo(server.url), '/states?by=suite') };
}

/** What is made of an answer to the setup of a state. */
async function answerTo(answer: ReturnType<Answering>): ReturnType<StateEndpoint['change']> {
  const { endpoint, seen } = await endpointThat(() => answer);
  const outcome = await endpoint.change('setup', state);
  expect(seen).toHaveLength(1);
  return outcome;
}

test('what is sent is the protocol of Pact, and no credentials', async () => {
  const { endpoint, seen, url } = await endpointThat(() => ({}));
  await endpoint.change('setup', state);
  await endpoint.change('teardown', { name: 'no such case', params: {} });
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

describe('a state is set up', () => {
  test.each<[string, ReturnType<Answering>, object]>([
    [
      'with values',
      { body: '{"clientId":"c2","__proto__":1}' },
      JSON.parse('{"clientId":"c2","__proto__":1}'),
    ],
    ['with another status of success', { status: 201, body: '{"clientId":"c2"}' }, { clientId: 'c2' }],
    ['without a body', { body: '' }, {}],
    ['with 204', { status: 204 }, {}],
    ['with a list', { body: '["c2"]' }, {}],
    ['with null', { body: 'null' }, {}],
    ['with a text', { body: '"c2"' }, {}],
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
  ])('%s', async (_, answer, values) => {
    expect(await answerTo(answer)).toEqual({ kind: 'done', values });
  });
});

test.each([400, 404, 409, 422, 499])('a state is refused with %i', async (status) => {
  expect(await answerTo({ status, body: '{"clientId":"c2"}' })).toEqual({ kind: 'refused', status });
});

describe('the endpoint fails', () => {
  const must = 'It must answer 2xx, or 4xx where it cannot meet a state.';

  test.each<[string, ReturnType<Answering>, string]>([
    ['with 500', { status: 500 }, `The state endpoint answers 500 to the state 'a client'. ${must}`],
    [
      'with a redirect, which is not followed',
      { status: 307, headers: { location: '/states' } },
      `The state endpoint answers 307 to the state 'a client'. ${must}`,
    ],
  ])('%s', async (_, answer, message) => {
    expect(await answerTo(answer)).toEqual({ kind: 'failed', message });
  });

  test('with 503, where it does not say when it is ready: the state may be set up yet', async () => {
    const { endpoint, seen, url } = await endpointThat(() => ({ status: 503 }));
    expect(await endpoint.change('setup', state)).toEqual({
      kind: 'failed',
      message: `The state endpoint gives no answer: ${url} answered 503 and did not say when to try again, so it may have been made or not.`,
    });
    expect(seen).toHaveLength(1);
  });

  test('not with 429, though it does not say when it is ready', async () => {
    const answers = [{ status: 429 }, { body: '{"clientId":"c2"}' }];
    let next = 0;
    const { endpoint, seen } = await endpointThat(() => answers[next++]);
    expect(await endpoint.change('setup', state)).toEqual({ kind: 'done', values: { clientId: 'c2' } });
    expect(seen).toHaveLength(2);
  });

  test('not with 429, where it says when it is ready', async () => {
    const answers = [{ status: 429, headers: { 'retry-after': '0' } }, { body: '{"clientId":"c2"}' }];
    let next = 0;
    const { endpoint, seen } = await endpointThat(() => answers[next++]);
    expect(await endpoint.change('setup', state)).toEqual({ kind: 'done', values: { clientId: 'c2' } });
    expect(seen).toHaveLength(2);
  });

  test('by breaking off', async () => {
    const { endpoint, seen, url } = await endpointThat(() => undefined);
    expect(await endpoint.change('setup', state)).toEqual({
      kind: 'failed',
      message: `The state endpoint gives no answer: ${url} closed the connection before its answer was complete.`,
    });
    expect(seen).toHaveLength(1);
  });

  test('by saying nothing', async () => {
    const { url } = await during(neverAnswers());
    const endpoint = openStateEndpoint(transportTo(url, 100), '/states');
    expect(await endpoint.change('setup', state)).toEqual({
      kind: 'failed',
      message: `The state endpoint gives no answer: ${url} did not answer completely within 100 ms.`,
    });
  });

  test('by not being there', async () => {
    const server = await during(neverAnswers());
    await server.close();
    const endpoint = openStateEndpoint(transportTo(server.url), '/states');
    expect(await endpoint.change('setup', state)).toEqual({
      kind: 'failed',
      message: `The state endpoint gives no answer: ${server.url} refused the connection.`,
    });
  });
});

describe('after three failures in a row', () => {
  const setUps = async ({ endpoint }: Opened, times: number): Promise<string[]> => {
    const kinds: string[] = [];
    for (let time = 0; time < times; time += 1) kinds.push((await endpoint.change('setup', state)).kind);
    return kinds;
  };

  test('nothing more is asked, and the last of them is told', async () => {
    const opened = await endpointThat(() => ({ status: 502 }));
    expect(await setUps(opened, 5)).toEqual(Array.from({ length: 5 }, () => 'failed'));
    expect(opened.seen).toHaveLength(3);
    expect(await opened.endpoint.change('teardown', { name: 'another', params: {} })).toEqual({
      kind: 'failed',
      message:
        "The state endpoint answers 502 to the state 'a client'. It must answer 2xx, or 4xx where it cannot meet a state.",
    });
  });

  test('but not where one in between is a success', async () => {
    const statuses = [500, 500, 200, 500, 500, 200];
    let next = 0;
    const opened = await endpointThat(() => ({ status: statuses[next++] ?? 200 }));
    expect(await setUps(opened, 7)).toEqual(['failed', 'failed', 'done', 'failed', 'failed', 'done', 'done']);
    expect(opened.seen).toHaveLength(7);
  });

  test('of setups: teardowns do not count, neither for it nor against it', async () => {
    const answersTo = (action: string) => (action === 'setup' ? 500 : 200);
    const failing = await endpointThat(({ body }) => ({ status: answersTo(JSON.parse(body).action) }));
    for (let time = 0; time < 3; time += 1) {
      await failing.endpoint.change('setup', state);
      await failing.endpoint.change('teardown', state);
    }
    const told = failing.seen.length;
    expect((await failing.endpoint.change('setup', state)).kind).toBe('failed');
    expect([told, failing.seen.length]).toEqual([5, 5]);
    const careless = await endpointThat(({ body }) => ({ status: body.includes('teardown') ? 500 : 200 }));
    for (let time = 0; time < 4; time += 1) await careless.endpoint.change('teardown', state);
    expect((await careless.endpoint.change('setup', state)).kind).toBe('done');
    expect(careless.seen).toHaveLength(5);
  });

  test('and a refusal is an answer, too', async () => {
    const statuses = [500, 500, 404, 500, 200];
    let next = 0;
    const opened = await endpointThat(() => ({ status: statuses[next++] ?? 200 }));
    expect(await setUps(opened, 5)).toEqual(['failed', 'failed', 'refused', 'failed', 'done']);
  });
});
