import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { records } from '../../../src/generation/records.ts';
import { seedDemo } from '../../../src/reference/demo.ts';
import { type Entry, lineOf, readEntry } from '../../../src/reference/entry.ts';
import type { JsonObject } from '../../../src/reference/json.ts';
import { permissions } from '../../../src/reference/operations.ts';
import { openReference } from '../../../src/reference/reference.ts';
import { openStore, type Store } from '../../../src/reference/store.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../../support/postgres.ts';
import {
  absentId,
  demo,
  description,
  first,
  foreign,
  newDatabaseFile,
  own,
  startService,
  tokens,
} from './support.ts';

// Every kind of database stores and returns the same.

let postgres: PostgresServer | undefined;

beforeAll(async () => {
  if (postgresPrograms !== undefined) postgres = await startPostgres(postgresPrograms);
});

afterAll(() => postgres?.close());

async function newPostgres(): Promise<string> {
  if (postgres === undefined) throw new Error('There is no PostgreSQL.');
  return postgres.newDatabase();
}

const client = first(own.clients);
const clientPath = `/api/v2/clients/${client.id}`;
const databases: [string, () => Promise<string>][] = [
  ['SQLite', newDatabaseFile],
  ...(postgresPrograms === undefined ? [] : [['PostgreSQL', newPostgres] as [string, () => Promise<string>]]),
];

describe.each(databases)('%s', (kind, newDatabase) => {
  test('keeps the organisations, and shows them to another process', async () => {
    const database = await newDatabase();
    const [one, two] = [await startService(database), await startService(database)];
    for (const { record } of own.cases) {
      const answer = await two.call(`/api/v2/cases/${String(record.caseId).toUpperCase()}/data`);
      expect([answer.status, answer.body]).toStrictEqual([200, record]);
    }
    const list = await two.call('/api/v2/cases');
    const ids = (list.body as { cases: { caseId: string }[] }).cases.map(({ caseId }) => caseId);
    expect(ids).toEqual(own.cases.map(({ record }) => record.caseId).toSorted());
    await one.call(clientPath, { method: 'PATCH', body: { lastName: 'Łukasz\u0000' } });
    const changed = await two.call(clientPath, { method: 'PATCH', body: {} });
    expect(changed.body).toStrictEqual({ ...client, lastName: 'Łukasz\u0000' });
    for (const [token, status] of [
      ['outsider', 403],
      ['revoked', 401],
    ] as const)
      expect((await two.call('/api/v2/org', { token: tokens[token] })).status).toBe(status);
  });

  test('finds nothing by an identifier that no text column can hold', async () => {
    const { call } = await startService(await newDatabase());
    expect((await call('/api/v2/cases/%00/data')).status).toBe(404);
    expect((await call('/api/v2/clients/%00', { method: 'PATCH', body: {} })).status).toBe(404);
    expect((await call(`/api/v2/cases/${first(foreign.cases).record.caseId}/data`)).status).toBe(404);
  });

  test('keeps organisations apart, also where their identifiers differ in letters alone', async () => {
    const database = await newDatabase();
    const shared = 'abcdefab-0000-4000-8000-abcdefabcdef';
    const ids = { one: [shared, randomUUID()], two: [shared.toUpperCase(), randomUUID()] } as const;
    const serve = async (name: 'one' | 'two') => {
      const { app, store, close } = await openReference(await openStore(database), {
        description,
        organisation: name,
      });
      onTestFinished(() => close());
      await store.addOrganisation({ id: name, subDomain: name });
      const userId = await store.addUser(name, { id: `user of ${name}` });
      await store.addToken({ token: name, userId, permissions, revoked: false });
      await store.addCases(
        ids[name].map((id) => ({ organisationId: name, record: { caseId: id, reference: name } })),
      );
      await store.addClients(
        ids[name].map((id) => ({ organisationId: name, record: { id, lastName: name } })),
      );
      return async (method: 'GET' | 'PATCH', path: string, token: string = name) => {
        const headers = { authorization: `Bearer ${token}` };
        const body = method === 'PATCH' && { payload: { firstName: name } };
        const answer = await app.inject({ method, url: `/api/v2/${path}`, headers, ...body });
        return [answer.statusCode, answer.json()] as const;
      };
    };
    const services = { one: await serve('one'), two: await serve('two') };
    for (const name of ['one', 'two'] as const) {
      const other = name === 'one' ? 'two' : 'one';
      const ask = services[name];
      expect(await ask('GET', 'org')).toMatchObject([200, { id: name }]);
      expect((await ask('GET', 'org', other))[0]).toBe(403);
      const [, list] = await ask('GET', 'cases');
      expect(list.cases.map(({ caseId }: JsonObject) => caseId).toSorted()).toEqual(ids[name].toSorted());
      const [id] = ids[name];
      for (const asked of [shared, shared.toUpperCase()]) {
        const changed = [200, { id, lastName: name, firstName: name }];
        expect(await ask('GET', `cases/${asked}/data`)).toEqual([200, { caseId: id, reference: name }]);
        expect(await ask('PATCH', `clients/${asked}`)).toEqual(changed);
      }
      expect((await ask('GET', `cases/${ids[other][1]}/data`))[0]).toBe(404);
      expect((await ask('PATCH', `clients/${ids[other][1]}`))[0]).toBe(404);
    }
  });

  test('gives a sub-domain to one organisation alone, whatever text it is', async () => {
    const { call } = await startService(await newDatabase());
    const created = await Promise.all(
      ['a\u0000"\\', 'a\u0000"\\', 'A\u0000"\\'].map((subDomain) =>
        call('/api/v2/org', { method: 'POST', body: { subDomain } }),
      ),
    );
    expect(created.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  test('keeps any record as it went in', async () => {
    const store = await openStore(await newDatabase());
    onTestFinished(() => store.close());
    await seedDemo(store, demo);
    const value = fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<JsonObject>;
    const name = fc.oneof(
      fc.constantFrom('reference', 'price', 'address', '__proto__', '\u0000', '\ud800'),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value)), async (members) => {
        const record = { ...Object.fromEntries(members), caseId: randomUUID() };
        await store.addCases([{ organisationId: own.id, record }]);
        const kept = await store.readCase(own.id, record.caseId);
        expect(JSON.parse(String(kept))).toEqual(JSON.parse(JSON.stringify(record)));
      }),
      { seed: 20260, numRuns: 15 },
    );
  });

  test('answers alike once what it holds is imported elsewhere', async () => {
    const caseRecords = fc.oneof(
      ...bundled.caseTypes.flatMap((type) => [records({ type }), records({ type, texts: 'hostile' })]),
    );
    const clientRecords = fc
      .tuple(records({ type: 'Client', texts: 'hostile' }), fc.uuid())
      .map(([record, id]) => ({ ...(record as JsonObject), id }));
    const some = (values: fc.Arbitrary<unknown>, id: string) =>
      fc.uniqueArray(values as fc.Arbitrary<JsonObject>, { selector: (one) => one[id], maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        some(caseRecords, 'caseId'),
        some(clientRecords, 'id'),
        records({ type: 'OrganisationPayload', texts: 'hostile' }),
        async (cases, clients, organisation) => {
          const [one, other] = [await openStore(await newDatabase()), await openStore(await newDatabase())];
          const { id } = own;
          const { user, ...record } = organisation as { user?: JsonObject };
          await one.addOrganisation({ ...record, id, subDomain: 'Acme' });
          const userId = await one.addUser(id, user ?? {});
          await one.addCases(cases.map((record) => ({ organisationId: id, record })));
          await one.addClients(clients.map((record) => ({ organisationId: id, record })));

          const lines: string[] = [];
          for await (const entry of one.exportEntries()) lines.push(lineOf(entry));
          const entries = lines.map((line) => readEntry(JSON.parse(line)));
          const imported = await other.importEntries(entries as Entry[]);
          expect(imported).toEqual({ kind: 'imported', added: 2 + cases.length + clients.length });

          const ids = { cases: cases.map(({ caseId }) => caseId), clients: clients.map((one) => one.id) };
          const [first, second] = [await answersOf(one, userId, ids), await answersOf(other, userId, ids)];
          expect(second).toEqual(first);
          expect(first.slice(2)).toEqual([...cases, ...clients].map((record) => asJson(record)));
          await Promise.all([one.close(), other.close()]);
        },
      ),
      { seed: 20261, numRuns: kind === 'SQLite' ? 5 : 2 },
    );
  });

  test('exports what can be imported, also where an organisation is made meanwhile', async () => {
    const [store, other] = [await openStore(await newDatabase()), await openStore(await newDatabase())];
    onTestFinished(async () => void (await Promise.all([store.close(), other.close()])));
    await store.addOrganisation({ id: 'm' });
    await store.addUser('m', { id: 'a' });
    const entries: Entry[] = [];
    for await (const entry of store.exportEntries()) {
      // The page up to m was read, so b is missed, but y is not.
      if (entry.id === 'm')
        for (const id of ['b', 'y']) {
          await store.addOrganisation({ id });
          await store.addUser(id, { id: `user-${id}` });
        }
      entries.push(entry);
    }
    expect(entries.map(({ id }) => id)).toEqual(['m', 'y', 'a', 'user-y']);
    expect(await other.importEntries(entries)).toEqual({ kind: 'imported', added: entries.length });
  });

  test('loses nothing of changes that are made at once by several processes', async () => {
    const database = await newDatabase();
    const one = await startService(database);
    // Two connections to a SQLite file wait for each other only if they are in different processes.
    const services = [one, kind === 'SQLite' ? one : await startService(database)];
    const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
    const whole = names.map((text) => ({ title: text, firstName: text, lastName: text }));
    const answers = await Promise.all(
      whole.map((body, index) =>
        // Every second change has its fields in reverse order: transactions that lock their rows in different orders
        // would deadlock.
        services[index % 2]?.call(clientPath, {
          method: 'PATCH',
          body: index % 2 === 0 ? body : Object.fromEntries(Object.entries(body).toReversed()),
        }),
      ),
    );
    expect(answers.map((answer) => answer?.status)).toEqual(names.map(() => 200));
    const now = await one.call(clientPath, { method: 'PATCH', body: {} });
    const { title, firstName, lastName } = now.body as Record<string, string>;
    expect([firstName, lastName]).toEqual([title, title]);
  });

  test('takes a key no longer than it is valid, also where another process made and revoked it', async () => {
    const database = await newDatabase();
    const { call } = await startService(database);
    const beside = await openStore(database);
    onTestFinished(() => beside.close());
    const userId = first(own.users).id;
    const keyUntil = (milliseconds: number) =>
      beside.createKey({
        userId,
        permissions: ['organisation:read'],
        expiresAt: new Date(Date.now() + milliseconds),
      });
    const [over, short, long] = [await keyUntil(0), await keyUntil(60_000), await keyUntil(3_600_000)];
    const statuses = () =>
      Promise.all(
        [over, short, long].map(async ({ token }) => (await call('/api/v2/org', { token })).status),
      );
    expect(await statuses()).toEqual([401, 200, 200]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await statuses()).toEqual([401, 401, 200]);
    expect(await beside.revokeKey(long.id)).toBe(true);
    expect(await statuses()).toEqual([401, 401, 401]);
    const listed = await beside.listKeys('demo');
    const listedAs = [over, short, long].map(({ id }) => listed.find((key) => key.id === id)?.status);
    expect(listedAs).toEqual(['expired', 'expired', 'revoked']);
  });
});

async function answersOf(
  store: Store,
  userId: string,
  { cases, clients }: Readonly<Record<'cases' | 'clients', readonly unknown[]>>,
): Promise<unknown[]> {
  const token = randomUUID();
  await store.addToken({ token, userId, permissions, revoked: false });
  const { app } = await openReference(store, { description, organisation: 'acme' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = async (method: 'GET' | 'PATCH', url: string) => {
    const { statusCode, body } = await app.inject({
      method,
      url,
      headers,
      ...(method === 'PATCH' && { body: '{}' }),
    });
    if (statusCode !== 200) throw new Error(`${url} was answered with ${statusCode}.`);
    return JSON.parse(body) as unknown;
  };
  const answers = [await answer('GET', '/api/v2/org'), await answer('GET', '/api/v2/cases')];
  for (const id of cases) answers.push(await answer('GET', `/api/v2/cases/${id}/data`));
  for (const id of clients) answers.push(await answer('PATCH', `/api/v2/clients/${id}`));
  return answers;
}

/** JSON turns -0 into 0. */
function asJson(record: unknown): unknown {
  return JSON.parse(JSON.stringify(record));
}

test.skipIf(postgresPrograms === undefined)(
  'a server that fails is answered with 503, and served again once it is back',
  async () => {
    const { call, reference } = await startService(await newPostgres());
    expect((await call('/api/v2/org')).status).toBe(200);
    // A connection may also break between two statements of a transaction, when no answer is awaited.
    const broken = reference.store.transaction(async (store) => {
      await store.readOrganisation(own.id);
      await postgres?.kill('SIGKILL');
      await sleep(50);
      return store.readOrganisation(own.id);
    });
    await expect(broken).rejects.toThrow('The database does not answer.');
    for (const [path, method] of [
      ['/api/v2/org', 'GET'],
      [clientPath, 'PATCH'],
    ] as const) {
      const answer = await call(path, { method, ...(method === 'PATCH' ? { body: {} } : {}) });
      expect([answer.status, answer.headers.get('Retry-After'), Object.keys(answer.body as object)]).toEqual([
        503,
        '1',
        ['message'],
      ]);
    }
    await postgres?.start();
    expect((await call(`/api/v2/cases/${absentId}/data`)).status).toBe(404);
  },
);
