import { describe, expect, test } from 'vitest';
import type { Session } from '../../../src/harness/session.ts';
import type { ProviderState } from '../../../src/verification/pact.ts';
import type { ProviderStates } from '../../../src/verification/provider-states.ts';
import { checkThat, targetAt } from '../conformance/support.ts';
import { type Answering, only, ran, serving, statesAt } from './support.ts';

const sale = '08cc4d98-5023-4c63-9a07-ed8ab3955063';
const foreign = 'c0a56cf1-d9b4-4e7a-b5d1-647f574201eb';
const client = '99a439b3-87fb-4bda-bded-98a31048f0e0';

const nothingListed = {
  ...targetAt(''),
  ...{ cases: { Sale: [], Purchase: [], Remortgage: [], Transfer: [] }, clients: [], foreignCases: [] },
};
const listing = {
  ...nothingListed,
  ...{ cases: { ...nothingListed.cases, Sale: [sale] }, clients: [client], foreignCases: [foreign] },
};

async function inSession<Value>(
  target: Partial<Session['target']>,
  act: (session: Session) => Promise<Value>,
): Promise<Value> {
  const { url } = await serving(() => ({ body: '{}' }));
  let value: Value | undefined;
  const check = checkThat('states', async function* (session) {
    value = await act(session);
    yield { kind: 'held' };
  });
  expect(only(await ran(url, [check], { target: { ...target, baseUrl: url } })).verdict).toBe('pass');
  return value as Value;
}

const state = (name: string, params: ProviderState['params'] = {}): ProviderState => ({ name, params });

const outcomeIn = (
  states: ProviderStates,
  one: ProviderState,
  target: Partial<Session['target']>,
): Promise<object> =>
  inSession(target, (session) =>
    states.setUp(one, session).catch(({ reason, message }) => ({ reason, message })),
  );

const unmet = (message: string) => ({ reason: 'not-configured', message });
const teach = (name: string): string =>
  `The state '${name}' needs a state endpoint. Give its URL with --state-url.`;
const list = (what: string): string =>
  `List ${what} of the configuration, or give the URL of a state endpoint with --state-url.`;

describe('without an endpoint, a state is met by what the configuration lists', () => {
  const states = statesAt();

  test.each<[string, ProviderState, object, object]>([
    [
      'a case of a type',
      state('a case of this type', { caseId: 'c', caseType: 'Sale' }),
      { caseId: sale },
      unmet(list('a case in cases.Sale')),
    ],
    [
      'a case of a type that there is none of',
      state('a case of this type', { caseType: 'constructor' }),
      unmet(teach('a case of this type')),
      unmet(teach('a case of this type')),
    ],
    [
      'a case of another organisation',
      state('a case of another organisation', { caseId: 'c' }),
      { caseId: foreign },
      unmet(list('a case in cases.foreign')),
    ],
    [
      'a client',
      state('a client', { clientId: 'c' }),
      { clientId: client },
      unmet(list('a client in clients')),
    ],
    ['an outsider', state('a caller of another organisation'), {}, {}],
    ...['a case with this record', 'a client with this record', 'toString'].map(
      (name): [string, ProviderState, object, object] => [
        `what asks for data, or is unknown: ${name}`,
        state(name, { caseId: 'c', clientId: 'c', record: {} }),
        unmet(teach(name)),
        unmet(teach(name)),
      ],
    ),
  ])('%s', async (_, one, listed, unlisted) => {
    expect(states.areSetUp).toBe(false);
    expect(await outcomeIn(states, one, listing)).toEqual(listed);
    expect(await outcomeIn(states, one, nothingListed)).toEqual(unlisted);
  });

  test.each<[Session['target']['restrictedOperations'], string, boolean]>([
    [['listCases'], 'listCases', true],
    [['listCases'], 'updateClient', false],
    // Without a list in the configuration, it is unknown whether the token lacks even a permission that is usually
    // restricted.
    [undefined, 'updateClient', false],
  ])('restricted to %j: a caller without permission for %s', async (restricted, operation, isMet) => {
    const one = state('a caller without permission', { operation });
    const message =
      'List updateClient in restrictedOperations, where tokens.restricted has no permission for it.';
    const target = { ...nothingListed, restrictedOperations: restricted };
    expect(await outcomeIn(states, one, target)).toEqual(isMet ? {} : unmet(message));
  });

  test('nobody has the case that there is none of', async () => {
    const outcome = await outcomeIn(states, state('no such case', { caseId: sale }), nothingListed);
    expect(outcome).toEqual({ caseId: expect.stringMatching(/^[-0-9a-f]{36}$/) });
    expect(outcome).not.toEqual({ caseId: sale });
  });

  test('each sub-domain is another one, which tells where it is from', async () => {
    const outcomes = await inSession(nothingListed, async (session) => {
      const one = state('no organisation with this sub-domain', { subDomain: 'acme' });
      return [await states.setUp(one, session), await states.setUp(one, session)];
    });
    const expected = { subDomain: expect.stringMatching(/^case-conformance-[0-9a-f]{8}-[0-9a-f]{8}$/) };
    expect(outcomes).toEqual([expected, expected]);
    expect(outcomes[0]).not.toEqual(outcomes[1]);
  });

  test('nothing is torn down, nor counted', async () => {
    expect(await states.tearDown(state('a client'))).toBeUndefined();
    expect(states.counts()).toEqual({ requested: 0, met: 0 });
  });
});

describe('with an endpoint', () => {
  async function at(answering: Answering, one: ProviderState, target: Session['target'] = listing) {
    const { url, seen } = await serving(answering);
    const states = statesAt(`${url}/states`);
    expect(states.areSetUp).toBe(true);
    const outcome = await outcomeIn(states, one, target);
    const isSetUp = states.isSetUp();
    await states.tearDown(one);
    expect(states.isSetUp()).toBe(false);
    const told = seen.map(({ body }) => JSON.parse(body));
    return { outcome, isSetUp, told: told.map(({ action, state: name }) => `${action} ${name}`) };
  }

  const foreignCase = state('a case of another organisation', { caseId: 'c' });
  const refusedWith = (status: number, name: string): object => ({
    reason: 'not-permitted',
    message: `The state endpoint answers ${status} to the state '${name}'. Make it support that state, or check --state-url.`,
  });

  test.each(['a caller without permission', 'a caller of another organisation'])(
    '%s sets up nothing that could be changed',
    async (name) => {
      expect(await at(() => ({}), state(name))).toMatchObject({ outcome: {}, isSetUp: false });
    },
  );

  test.each<[string, number, ProviderState, Session['target'], object]>([
    ['is met by what is listed', 404, foreignCase, listing, { caseId: foreign }],
    ['and not listed, is to be learnt', 409, foreignCase, nothingListed, refusedWith(409, foreignCase.name)],
    ...['a client', 'a client with this record'].map(
      (name): [string, number, ProviderState, Session['target'], object] => [
        `is no listed client, which would be written to: ${name}`,
        ...([404, state(name), listing, refusedWith(404, name)] as const),
      ],
    ),
  ])('what is refused is not torn down, and %s', async (_, status, one, target, outcome) => {
    const refused = await at(() => ({ status }), one, target);
    expect(refused).toMatchObject({ outcome, told: [`setup ${one.name}`] });
  });

  test.each<object>([{ caseId: 'Case-1.2~a_b' }, { clientId: 7 }, { caseId: '...' }, { subDomain: 'a/b' }])(
    'what it answers is passed on, and the state torn down: %j',
    async (values) => {
      const { outcome, isSetUp, told } = await at(() => ({ body: JSON.stringify(values) }), foreignCase);
      expect({ outcome, isSetUp }).toEqual({ outcome: values, isSetUp: true });
      expect(told).toEqual([`setup ${foreignCase.name}`, `teardown ${foreignCase.name}`]);
    },
  );

  test.each<[Answering, RegExp]>([
    ...['..', 'a/b', ''].map((caseId): [Answering, RegExp] => [
      () => ({ body: JSON.stringify({ caseId }) }),
      /answers a caseId to the state '.*' that cannot be part of a path. It must be letters, digits/,
    ]),
    ...['../org'].map((clientId): [Answering, RegExp] => [
      () => ({ body: JSON.stringify({ clientId }) }),
      /answers a clientId to the state '.*' that cannot be part of a path/,
    ]),
    [() => ({ status: 500 }), /answers 500 to the state '.*'\. It must answer 2xx/],
  ])(
    'what fails, or leads elsewhere, is unmet and torn down: it may be done (%#)',
    async (answering, message) => {
      const { outcome, told } = await at(answering, foreignCase);
      expect(outcome).toEqual({ reason: 'unreachable', message: expect.stringMatching(message) });
      expect(told).toEqual([`setup ${foreignCase.name}`, `teardown ${foreignCase.name}`]);
    },
  );

  test('a state is torn down once, only if it was set up, and however that is answered', async () => {
    const { url, seen } = await serving(({ body }) => ({ status: body.includes('teardown') ? 500 : 200 }));
    const states = statesAt(`${url}/states`);
    const [one, same] = [state('a client'), state('a client')];
    await inSession(listing, (session) => states.setUp(one, session));
    for (const torn of [same, one, one]) await states.tearDown(torn);
    expect(seen.map(({ body }) => JSON.parse(body).action)).toEqual(['setup', 'teardown']);
  });

  test('it is counted what was told, and what of it was met', async () => {
    let asked = 0;
    const { url } = await serving(() => {
      asked += 1;
      return { status: asked === 2 ? 404 : 200 };
    });
    const states = statesAt(`${url}/states`);
    expect(states.counts()).toEqual({ requested: 0, met: 0 });
    await inSession(listing, async (session) => {
      for (const one of [state('a client'), foreignCase, state('no such case')])
        await states.setUp(one, session);
    });
    await states.tearDown(foreignCase);
    expect(states.counts()).toEqual({ requested: 3, met: 2 });
  });
});
