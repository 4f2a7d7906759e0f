import { request } from 'node:http';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Demo, DemoToken } from '../../../src/reference/demo.ts';
import { openStateServer } from '../../../src/reference/provider-states.ts';
import type { Store } from '../../../src/reference/store.ts';
import {
  type Answer,
  absentId,
  type Call,
  demo,
  first,
  foreign,
  own,
  type Service,
  startService,
  tokens,
} from './support.ts';

const id = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const ownCase = first(own.cases).record;
const ownCaseId = String(ownCase.caseId);
const foreignCase = first(foreign.cases).record;
const ownClient = first(own.clients);
const ownClientId = String(ownClient.id);
const foreignClient = first(foreign.clients);

interface Provider extends Service {
  readonly stateUrl: string;
  setup(state: string, params?: unknown): Promise<Outcome>;
  teardown(state: string, params?: unknown): Promise<Outcome>;
  caseData(caseId: string, call?: Call): Promise<Outcome>;
  client(clientId: string): Promise<Outcome>;
}

type Outcome = readonly [status: number, body: unknown];

async function startProvider(): Promise<Provider> {
  const service = await startService();
  const stateUrl = await startStates(service.reference.store, demo);
  const change = (action: string) => (state: string, params?: unknown) =>
    post(stateUrl, JSON.stringify({ action, state, params }));
  const outcome = ({ status, body }: Answer): Outcome => [status, body];
  return {
    ...service,
    stateUrl,
    setup: change('setup'),
    teardown: change('teardown'),
    caseData: async (caseId, call) => outcome(await service.call(`/api/v2/cases/${caseId}/data`, call)),
    client: async (clientId) =>
      outcome(await service.call(`/api/v2/clients/${clientId}`, { method: 'PATCH', body: {} })),
  };
}

async function startStates(store: Store, demo: Demo): Promise<string> {
  const states = openStateServer({ store, demo, organisation: 'demo' });
  onTestFinished(() => states.close());
  return states.listen(0);
}

function withTokens(named: Readonly<Partial<Record<DemoToken['name'], string>>>): Demo {
  const organisations = demo.organisations.map((organisation) => ({
    ...organisation,
    users: organisation.users.map((user) => ({
      ...user,
      tokens: user.tokens.map((token) => ({ ...token, token: named[token.name] ?? token.token })),
    })),
  }));
  return { organisations };
}

async function post(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return [response.status, await response.json()];
}

const noSuchCase: Outcome = [404, { message: 'There is no such case in this organisation.' }];

describe('a case with this record', () => {
  const state = 'a case with this record';

  test.each([
    ['our own', ownCase, own],
    ['another organisation', foreignCase, foreign],
  ])('is in place of one of %s, in any letter case, and gives it back', async (_, former, owner) => {
    const { setup, teardown, caseData, reference } = await startProvider();
    const id = String(former.caseId);
    const params = { caseId: id, record: { caseId: id.toUpperCase(), caseType: 'Transfer' } };
    await setup(state, params);
    expect(await caseData(id)).toStrictEqual([200, params.record]);
    await teardown(state, { ...params, caseId: id.toUpperCase() });
    expect(await caseData(id)).toStrictEqual(owner === own ? [200, former] : noSuchCase);
    expect(JSON.parse((await reference.store.readCase(owner.id, id)) ?? '')).toStrictEqual(former);
  });

  test('replaces what an earlier setup left, and is undone together with it', async () => {
    const { setup, teardown, caseData } = await startProvider();
    for (const price of [1, 2, 3]) {
      const record = { caseId: ownCaseId, caseType: 'Sale', price };
      await setup(state, { caseId: ownCaseId, record });
      expect(await caseData(ownCaseId)).toStrictEqual([200, record]);
    }
    await setup('no such case', { caseId: ownCaseId });
    expect(await caseData(ownCaseId)).toStrictEqual(noSuchCase);
    await teardown('no such case', { caseId: ownCaseId });
    expect(await caseData(ownCaseId)).toStrictEqual([200, ownCase]);
  });
});

describe('a client', () => {
  test('beside another, each undone by itself and once', async () => {
    const { setup, teardown, call, client } = await startProvider();
    const [one = '', other = ''] = own.clients.map((record) => String(record.id));
    for (const clientId of [one, other]) {
      await setup('a client', { clientId });
    }
    await teardown('a client', { clientId: one });
    expect(await client(one)).toStrictEqual([200, own.clients[0]]);
    expect(await client(other)).toStrictEqual([200, { id: other }]);

    await call(`/api/v2/clients/${one}`, { method: 'PATCH', body: { title: 'Dame' } });
    await teardown('a client', { clientId: one });
    expect(await client(one)).toStrictEqual([200, { ...own.clients[0], title: 'Dame' }]);
    await teardown('a client', { clientId: other });
    expect(await client(other)).toStrictEqual([200, own.clients[1]]);
  });

  test.each([
    ['our own', ownClient, own],
    ['one of another organisation', foreignClient, foreign],
  ])('in place of %s, which comes back as it was', async (_, former, owner) => {
    const { setup, teardown, call, reference } = await startProvider();
    const clientId = String(former.id).toUpperCase();
    expect(await setup('a client', { clientId })).toStrictEqual([200, { clientId }]);
    const path = `/api/v2/clients/${former.id}`;
    const changed = await call(path, { method: 'PATCH', body: { title: 'Dame' } });
    expect([changed.status, changed.body]).toStrictEqual([200, { id: clientId, title: 'Dame' }]);
    await teardown('a client', { clientId });
    expect(await reference.store.readClient(owner.id, String(former.id))).toStrictEqual(former);
  });
});

describe('no organisation with this sub-domain', () => {
  const state = 'no organisation with this sub-domain';

  test('lets it be created again and again', async () => {
    const { setup, teardown, call } = await startProvider();
    const create = async () =>
      (await call('/api/v2/org', { method: 'POST', body: { subDomain: 'New' } })).status;
    for (const subDomain of ['new', 'NEW']) {
      expect(await setup(state, { subDomain })).toStrictEqual([200, { subDomain }]);
      expect(await create()).toBe(201);
      expect(await create()).toBe(409);
      await teardown(state, { subDomain });
    }
    expect(await create()).toBe(201);
  });

  test('gives it back to whoever had it', async () => {
    const { setup, teardown, call, reference } = await startProvider();
    await setup(state, { subDomain: 'other' });
    await setup(state, { subDomain: 'another' });
    await teardown(state, { subDomain: 'another' });
    expect(await reference.store.findCaller(tokens.outsider)).toMatchObject({ subDomain: null });
    await call('/api/v2/org', { method: 'POST', body: { subDomain: 'Other' } });
    await teardown(state, { subDomain: 'other' });
    expect(await reference.store.findCaller(tokens.outsider)).toMatchObject({
      organisationId: foreign.id,
      subDomain: 'other',
    });
  });

  test('cannot be met for the sub-domain of the service itself', async () => {
    const { setup, call } = await startProvider();
    expect(await setup(state, { subDomain: 'Demo' })).toStrictEqual([
      409,
      { message: 'This sub-domain is that of the service itself, so it cannot be free.' },
    ]);
    expect((await call('/api/v2/org')).status).toBe(200);
  });
});

describe('a caller', () => {
  const requests: Readonly<Record<string, readonly [path: string, call: Call]>> = {
    getCaseData: [`/api/v2/cases/${ownCaseId}/data`, {}],
    listCases: ['/api/v2/cases', {}],
    updateClient: [`/api/v2/clients/${ownClientId}`, { method: 'PATCH', body: {} }],
    createOrganisation: ['/api/v2/org', { method: 'POST', body: {} }],
    getOrganisation: ['/api/v2/org', {}],
  };

  test('without permission for an operation', async () => {
    const provider = await startProvider();
    const { setup, teardown, reference } = provider;
    const before = await reference.store.findCaller(tokens.restricted);
    for (const [operation, [path, call]] of Object.entries(requests)) {
      // Twice, as after an interrupted verifier: the restored permissions are those before the first setup.
      for (const _ of [1, 2])
        expect(await setup('a caller without permission', { operation })).toStrictEqual([200, {}]);
      const { status } = await provider.call(path, { ...call, token: tokens.restricted });
      expect(status).toBe(403);
      const ofMember = await provider.call(path, { ...call, token: tokens.member });
      expect(ofMember.status).toBe(operation === 'createOrganisation' ? 201 : 200);
      await teardown('a caller without permission', { operation });
      expect(await reference.store.findCaller(tokens.restricted)).toStrictEqual(before);
    }
  });

  test('cannot be without permission for an operation that needs none, or is none', async () => {
    const { setup } = await startProvider();
    for (const operation of ['getInterfaceDescription', '', 'toString'])
      expect(await setup('a caller without permission', { operation })).toStrictEqual([
        409,
        { message: `No permission is known for the operation '${operation}'.` },
      ]);
  });

  test('of another organisation', async () => {
    const { setup, teardown, caseData } = await startProvider();
    const state = 'a caller of another organisation';
    expect(await setup(state)).toStrictEqual([200, {}]);
    const refused: Outcome = [403, { message: 'You do not belong to this organisation.' }];
    expect(await caseData(ownCaseId, { token: tokens.outsider })).toStrictEqual(refused);
    expect(await teardown(state)).toStrictEqual([200, {}]);
  });

  const [withoutPermission, ofAnother] = ['a caller without permission', 'a caller of another organisation'];
  const notValid = 'The token that this state is about is not valid.';

  test.each([
    [withoutPermission, { restricted: 'unknown' }, notValid],
    [withoutPermission, { restricted: tokens.outsider }, 'The restricted token is of another organisation.'],
    [ofAnother, { outsider: tokens.revoked }, notValid],
    [ofAnother, { outsider: tokens.member }, 'The outsider token is of this organisation.'],
  ])('%s cannot be set up with %o', async (state, named, message) => {
    const { reference } = await startService();
    const stateUrl = await startStates(reference.store, withTokens(named));
    const params = { operation: 'getCaseData' };
    const answer = await post(stateUrl, JSON.stringify(change(state, params)));
    expect(answer).toStrictEqual([409, { message }]);
  });
});

describe('the protocol', () => {
  test.each(['setup', 'teardown'] as const)('a state that is not known: %s', async (action) => {
    const provider = await startProvider();
    for (const state of ['A case of this type', 'a client ', 'toString', '__proto__', 'é\0'])
      expect(await provider[action](state, { caseId: id, caseType: 'Sale' })).toStrictEqual([
        404,
        { message: `There is no provider state '${state}'.` },
      ]);
  });

  const record = { caseId: id };
  test.each([
    [[], 'The body must be a JSON object.'],
    [{ state: '' }, 'action must be setup or teardown.'],
    [{ action: 'setup' }, 'state must be a string.'],
    [{ action: 'setup', state: '', params: [] }, 'params must be an object.'],
    [{ action: 'setup', state: 'no such case' }, 'params.caseId must be a string.'],
    [change('no such case', { caseId: '' }), 'params.caseId must be printable ASCII without spaces.'],
    [change('a case of this type', { caseId: id }), 'params.caseType must be a string.'],
    [change('a case with this record', { caseId: id }), 'params.record must be an object.'],
    [
      change('a case with this record', { caseId: id, record: {} }),
      'params.record.caseId must be the identifier in params.',
    ],
    [
      change('a case with this record', { caseId: absentId, record }),
      'params.record.caseId must be the identifier in params.',
    ],
    [
      change('a client with this record', { clientId: id, record }),
      'params.record.id must be the identifier in params.',
    ],
    [change('a client', { clientId: 7 }), 'params.clientId must be a string.'],
    [change('no organisation with this sub-domain', {}), 'params.subDomain must be a string.'],
    [change('a caller without permission', {}), 'params.operation must be a string.'],
  ])('refuses %j', async (body, message) => {
    const { stateUrl, caseData } = await startProvider();
    expect(await post(stateUrl, JSON.stringify(body))).toStrictEqual([400, { message }]);
    expect(await caseData(id)).toStrictEqual(noSuchCase);
  });

  test('answers nothing that is sent with 5xx, and undoes all that it did', async () => {
    const { setup, teardown, reference } = await startProvider();
    const exported = async () => {
      const entries: unknown[] = [];
      for await (const entry of reference.store.exportEntries()) entries.push(entry);
      return entries;
    };
    const before = await exported();
    const states = fc.constantFrom(
      ...['a case with this record', 'a case of this type', 'no such case', 'a case of another organisation'],
      ...['a client with this record', 'a client', 'no organisation with this sub-domain', 'unknown'],
      ...['a caller without permission', 'a caller of another organisation', ''],
    );
    const anything = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }));
    const identifier = fc.oneof(fc.constantFrom(id, ownCaseId, ownClientId.toUpperCase()), anything);
    const parameters = fc.record({
      ...{ caseId: identifier, clientId: identifier, caseType: fc.oneof(fc.constant('Sale'), anything) },
      subDomain: fc.oneof(fc.constantFrom('demo', 'other'), anything),
      operation: fc.constantFrom('getCaseData', 'updateClient', 'unknown'),
      fields: fc.dictionary(fc.string({ unit: 'binary' }), anything),
    });
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(states, parameters, async (state, { fields, ...params }) => {
        const record = { ...fields, caseId: params.caseId, id: params.clientId };
        for (const change of [setup, teardown]) statuses.add((await change(state, { ...params, record }))[0]);
      }),
      { numRuns: 100, seed: 7 },
    );
    expect([...statuses].sort()).toEqual([200, 400, 404, 409]);
    expect(await exported()).toStrictEqual(before);
  });
});

describe('a page in a browser', () => {
  const body = JSON.stringify(change('no such case', { caseId: ownCaseId }));
  const refusal = {
    message: 'Provider states are set up from this machine alone, and not from a browser.',
  };

  test('is refused, whatever its origin, and by whatever name it calls this machine', async () => {
    const { stateUrl, caseData } = await startProvider();
    for (const origin of ['http://localhost:3000', 'null', ''])
      expect(await sent(stateUrl, { origin }, body)).toStrictEqual([403, refusal]);
    for (const host of ['evil.example:8081', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1'])
      expect(await sent(stateUrl, { host }, body)).toStrictEqual([403, refusal]);
    expect(await caseData(ownCaseId)).toStrictEqual([200, ownCase]);
  });

  test('is none where the request names this machine, and no origin', async () => {
    const { stateUrl } = await startProvider();
    for (const host of ['LOCALHOST:8081', '127.1.2.3:1', '[::1]:8081'])
      expect(await sent(stateUrl, { host }, body)).toStrictEqual([200, { caseId: ownCaseId }]);
  });

  /** `fetch` would not send these headers. */
  function sent(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
      request(url, options, async (response) => {
        const text = (await response.toArray()).join('');
        resolve([response.statusCode ?? 0, JSON.parse(text)]);
      })
        .on('error', reject)
        .end(body);
    });
  }
});

function change(state: string, params: unknown): unknown {
  return { action: 'setup', state, params };
}
