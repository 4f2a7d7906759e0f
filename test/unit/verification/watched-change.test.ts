import { describe, expect, test } from 'vitest';
import { refusal } from '../../../faults/answers.ts';
import type { Behaviour, ServiceAnswer } from '../../../faults/behaviour.ts';
import { always, unchanged, when } from '../../../faults/behaviours.ts';
import { readingClients, showing, storingInstead } from '../../../faults/client-behaviours.ts';
import { objectIn, on } from '../../../faults/requests.ts';
import type { JsonObject } from '../../../src/reference/json.ts';
import { bodyOf, citing, found, member, verificationWith } from './interactions.ts';
import { only, serving, verifierUntilTheEnd } from './support.ts';

const { verifying, verifiedWith } = verificationWith(await verifierUntilTheEnd());

const clientId = '7d2f6b0e-31c8-4a95-b2de-58c0f4a1937d';
const address = { line_1: 'Flat 6', line_2: 'Wharf Mill', county: 'Hampshire' };
const record = { id: clientId, title: 'Dr', firstName: 'Chidi', dob: '21/11/1986', address };

const changing = (body: object): object => ({
  type: 'Synchronous/HTTP',
  description: 'a client is changed',
  providerStates: [{ name: 'a client with this record', params: { clientId, record } }],
  request: {
    method: 'PATCH',
    path: `/api/v2/clients/${clientId}`,
    headers: { ...member, 'Content-Type': ['application/json'] },
    body: bodyOf(body),
    generators: {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Pact's
      path: { type: 'ProviderState', expression: '/api/v2/clients/${clientId}', dataType: 'STRING' },
    },
  },
  response: { status: 200 },
});
const ours = (body: object): object => ({ ...changing(body), ...citing('update-client-200') });

const title = { title: 'Professor' };

const refusing = (isRefused: (patch: JsonObject) => boolean, answer: ServiceAnswer): Behaviour =>
  when((request) => onClients(request) && isRefused(objectIn(request)), always(answer));
const onClients = on('updateClient');

describe('a change of our pact', () => {
  test('is made between two readings, and holds', async () => {
    const { result, seen } = await verifiedWith(unchanged, ours(title));
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
    expect(seen.map(({ method, body }) => [method, JSON.parse(String(body))])).toEqual([
      ...[{}, title, {}].map((body) => ['PATCH', body]),
    ]);
  });

  test.each<[string, Behaviour, object, string, string]>([
    [
      'another client is shown',
      showing((shown) => ({ ...shown, id: '99a439b3-87fb-4bda-bded-98a31048f0e0' })),
      title,
      'update-client-of-the-client',
      '/id is that of another client than the one that was asked for',
    ],
    [
      'nothing is kept',
      storingInstead((shown) => shown),
      title,
      'update-client-fields',
      '/title still has its former value',
    ],
  ])('deviates where %s', async (_, behaviour, body, requirement, message) => {
    const verified = await verifiedWith(behaviour, ours(body));
    expect(verified.result.verdict).toBe('fail');
    expect(found(verified)).toContainEqual(expect.objectContaining({ requirement, message }));
  });

  test.each<[string, Behaviour, object, string[]]>([
    ['a client that is closed', when(onClients, always(refusal(400))), title, []],
    [
      'a value from long ago',
      refusing(({ title }) => title === record.title, refusal(422)),
      { title: record.title, firstName: record.firstName },
      [],
    ],
    ['a new value', refusing(({ title }) => title === 'Professor', refusal(400)), title, []],
    [
      'nothing to change',
      when(readingClients, always(refusal(400))),
      title,
      ['An empty change after a change of title is answered 400 instead of 200 with the record'],
    ],
    [
      'any value of a field',
      refusing((patch) => patch.title !== undefined, refusal(422)),
      title,
      ['A change of title to what the record shows is answered 422'],
    ],
    [
      'all that the record shows',
      refusing(({ title, firstName }) => title === 'Dr' || firstName === 'Chidi', refusal(422)),
      { title: record.title, firstName: record.firstName },
      ['firstName, title', 'firstName', 'title'].map(
        (fields) => `A change of ${fields} to what the record shows is answered 422`,
      ),
    ],
  ])('is refused for %s', async (_, behaviour, body, messages) => {
    const verified = await verifiedWith(behaviour, ours(body));
    expect(found(verified).map(({ message }) => message)).toEqual(messages);
  });
});

test('a change of what the client never shows is not decided', async () => {
  const hiding = showing(({ title: _, ...others }) => others);
  const { result } = await verifiedWith(hiding, ours(title));
  expect(result).toMatchObject({ verdict: 'inconclusive', reason: 'no-data', findings: [] });
});

describe('the client is set up once more before it is changed', () => {
  const chosen = [1, 2].map((time) => `5f0c2b4e-9d1a-4c37-8e65-2a7b90d3f18${time}`);
  const nameOf = (path: string): string => `client ${path.at(-1)}`;
  const shown = (path: string) => ({ ...record, id: path.slice('/api/v2/clients/'.length) });

  async function setUpTimes(times: number) {
    let told = 0;
    const states = await serving(({ body }) => {
      if (JSON.parse(body).action === 'teardown') return {};
      told += 1;
      return told > times ? { status: 409 } : { body: JSON.stringify({ clientId: chosen[told - 1] }) };
    });
    const titles = new Map<string, object>();
    const { url, seen } = await serving(({ method, path, body }) => {
      if (method !== 'PATCH') return { body: '{}' };
      titles.set(path, { ...titles.get(path), ...JSON.parse(body) });
      return { body: JSON.stringify({ ...shown(path), ...titles.get(path) }) };
    });
    const result = only(await verifying(url, `${states.url}/`, [ours(title)]));
    return {
      result,
      sent: seen.slice(1).map(({ path, body }) => `${nameOf(path)} ${body}`),
      actions: states.seen.map(({ body }) => JSON.parse(body).action),
    };
  }

  test('with the identifier that is answered then', async () => {
    const { result, sent, actions } = await setUpTimes(2);
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
    expect(sent).toEqual(['client 1 {}', 'client 2 {"title":"Professor"}', 'client 2 {}']);
    expect(actions).toEqual(['setup', 'setup', 'teardown']);
  });

  test('or not at all', async () => {
    const { result, sent, actions } = await setUpTimes(1);
    expect(result).toMatchObject({ verdict: 'inconclusive', remedies: [{ reason: 'not-permitted' }] });
    expect(sent).toEqual(['client 1 {}']);
    expect(actions).toEqual(['setup', 'setup', 'teardown']);
  });
});

test('a change of another pact is sent once, and judged by that pact alone', async () => {
  const { result, seen } = await verifiedWith(
    storingInstead((shown) => shown),
    changing(title),
  );
  expect(result).toMatchObject({ verdict: 'pass', findings: [] });
  expect(seen.map(({ body }) => JSON.parse(String(body)))).toEqual([title]);
});
