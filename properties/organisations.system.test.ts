import fc from 'fast-check';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../src/reference/json.ts';
import { type Permission, permissions } from '../src/reference/operations.ts';
import { openReference } from '../src/reference/reference.ts';
import { openStore, type Store } from '../src/reference/store.ts';
import { postgresPrograms, startPostgres } from '../test/support/postgres.ts';
import { sampling } from './sampling.ts';

// Whatever two organisations of one service ask for, each is answered as if the other were not there. Only the name of a
// sub-domain is no secret, since it is that of a host.

const domain = 'cases.example';
const names = ['one', 'two'] as const;
type Name = (typeof names)[number];

/** An organisation with two cases and two clients. The first of each has the identifier of the other's, in other letters. */
interface Organisation {
  readonly fields: JsonObject;
  readonly cases: readonly JsonObject[];
  readonly clients: readonly JsonObject[];
  /** What its second token permits; the first permits everything. */
  readonly permitted: readonly Permission[];
}

/** A request of an organisation. */
interface Asking {
  readonly operation: string;
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly path: (idOf: (owner: Owner, index: number) => string) => string;
  readonly body?: (unused: string) => JsonObject;
  readonly token: 'first' | 'second';
  readonly host: Owner | 'the domain';
}

type Owner = 'own' | 'other' | 'nobody';

const owner = fc.constantFrom<Owner[]>('own', 'own', 'other', 'nobody');
const index = fc.nat({ max: 1 });
const text = fc.string({ maxLength: 5 });
const aCase = fc.record({ caseType: fc.constantFrom('Sale', 'Purchase'), reference: text, extra: text });
const aClient = fc.record({ firstName: text, lastName: text }, { requiredKeys: [] });
const organisation: fc.Arbitrary<Organisation> = fc.record({
  fields: fc.record({ registeredName: text, type: text }),
  cases: fc.array(aCase, { minLength: 2, maxLength: 2 }),
  clients: fc.array(aClient, { minLength: 2, maxLength: 2 }),
  permitted: fc.subarray([...permissions]),
});

const operation = fc.oneof(
  fc.tuple(owner, index).map(([of, index]) => ({
    operation: 'getCaseData',
    method: 'GET' as const,
    path: (idOf: (owner: Owner, index: number) => string) => `/api/v2/cases/${idOf(of, index)}/data`,
  })),
  fc.tuple(owner, index, aClient).map(([of, index, fields]) => ({
    operation: 'updateClient',
    method: 'PATCH' as const,
    path: (idOf: (owner: Owner, index: number) => string) => `/api/v2/clients/${idOf(of, index)}`,
    body: () => fields,
  })),
  fc.tuple(text, fc.boolean()).map(([registeredName, isHost]) => ({
    operation: 'createOrganisation',
    method: 'POST' as const,
    path: () => '/api/v2/org',
    body: (unused: string) => ({ registeredName, ...(isHost && { subDomain: unused }) }),
  })),
  fc
    .constantFrom(['listCases', 'cases'], ['getOrganisation', 'org'], ['getInterfaceDescription', 'doc'])
    .map(([operation = '', path]) => ({
      operation,
      method: 'GET' as const,
      path: () => `/api/v2/${path}`,
    })),
);
const asking: fc.Arbitrary<Asking> = fc
  .record({
    token: fc.constantFrom('first', 'first', 'second'),
    host: fc.oneof({ weight: 4, arbitrary: fc.constant('own' as const) }, owner, fc.constant('the domain')),
    asked: operation,
  })
  .map(({ asked, ...how }) => ({ ...asked, ...how }) as Asking);
const askings = fc.array(asking, { minLength: 1, maxLength: 12 });

const databases: [string, number, () => Promise<() => Promise<string>>][] = [
  ['SQLite', 40, async () => async () => ':memory:'],
  // To start it takes longer than all that is asked of it in a usual run of the tests.
  ...(postgresPrograms === undefined || process.env.PROPERTY_RUNS === undefined
    ? []
    : [['PostgreSQL', 10, newPostgres] as [string, number, () => Promise<() => Promise<string>>]]),
];

describe.each(databases)('%s', (_kind, runs, newDatabases) => {
  test('each organisation is answered as if it were alone', async () => {
    const newDatabase = await newDatabases();
    const [together, ...alone] = [
      await started(await newDatabase()),
      await started(await newDatabase()),
      await started(await newDatabase()),
    ];
    const succeeded = new Set<string>();
    let runsBefore = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(organisation, organisation),
        fc.tuple(askings, askings),
        async (both, asked) => {
          const run = ++runsBefore;
          for (const [at, name] of names.entries()) {
            await add(together.store, run, name, both[at] as Organisation);
            await add((alone[at] as Service).store, run, name, both[at] as Organisation);
          }
          const mixed = await Promise.all(
            names.map((name, at) => answers(together, run, name, asked[at] ?? [])),
          );
          for (const [at, name] of names.entries()) {
            const unmixed = await answers(alone[at] as Service, run, name, asked[at] ?? []);
            expect(mixed[at]).toEqual(unmixed);
            for (const { operation, status } of unmixed) if (status < 300) succeeded.add(operation);
          }
        },
      ),
      sampling(runs),
    );
    // An answer that is refused to everyone would prove nothing.
    expect([...succeeded].toSorted()).toEqual([
      'createOrganisation',
      'getCaseData',
      'getInterfaceDescription',
      'getOrganisation',
      'listCases',
      'updateClient',
    ]);
  });
});

interface Service {
  readonly store: Store;
  readonly url: string;
}

/** A service whose organisations have hosts of their own; it ends with the test. */
async function started(database: string): Promise<Service> {
  const reference = await openReference(await openStore(database), {
    description: {},
    organisation: { domain },
  });
  onTestFinished(() => reference.close());
  return { store: reference.store, url: await reference.listen(0) };
}

async function add(store: Store, run: number, name: Name, one: Organisation): Promise<void> {
  const id = `${name} ${run}`;
  await store.transaction(async (transaction) => {
    await transaction.addOrganisation({ id, subDomain: hostName(run, name), ...one.fields });
    const userId = await transaction.addUser(id, { id: `user of ${id}` });
    for (const [token, permitted] of [
      ['first', permissions],
      ['second', one.permitted],
    ] as const)
      await transaction.addToken({
        token: `${token}-${name}-${run}`,
        userId,
        permissions: permitted,
        revoked: false,
      });
    for (const [index, record] of one.cases.entries())
      await transaction.addCase(id, { ...record, caseId: identifier(run, name, index) });
    for (const [index, record] of one.clients.entries())
      await transaction.addClient(id, { ...record, id: identifier(run, name, index) });
  });
}

/** The answers that an organisation gets, one request after another. */
async function answers({ url }: Service, run: number, name: Name, asked: readonly Asking[]) {
  const other = name === 'one' ? 'two' : 'one';
  const answers: { operation: string; status: number; type: unknown; body: unknown }[] = [];
  for (const [at, { operation, method, path, body, token, host }] of asked.entries()) {
    const idOf = (owner: Owner, index: number) =>
      owner === 'nobody' ? crypto.randomUUID() : identifier(run, owner === 'own' ? name : other, index);
    const asks = { own: hostName(run, name), other: hostName(run, other), nobody: 'nobody' };
    const response = await request(url + path(idOf), {
      method,
      headers: {
        host: host === 'the domain' ? domain : `${asks[host]}.${domain}`,
        authorization: `Bearer ${token}-${name}-${run}`,
        'content-type': 'application/json',
      },
      body: body === undefined ? null : JSON.stringify(body(`new-${at}-${name}-${run}`)),
    });
    const { statusCode: status, headers } = response;
    answers.push({
      operation,
      status,
      type: headers['content-type'],
      body: named(await response.body.json()),
    });
  }
  return answers;
}

/** A body without the identifiers of a new organisation and its user, which are others each time. */
function named(body: unknown): unknown {
  const { user } = body as JsonObject;
  return user === undefined
    ? body
    : { ...(body as JsonObject), id: 'new', user: { ...(user as JsonObject), id: 'new' } };
}

function hostName(run: number, name: Name): string {
  return `${name}-${run}`;
}

function identifier(run: number, name: Name, index: number): string {
  const own = index === 0 ? 'abcdef' : { one: 'abcde1', two: 'abcde2' }[name];
  const id = `${String(run).padStart(8, '0')}-0000-4000-8000-${own}${own}`;
  return name === 'one' ? id : id.toUpperCase();
}

async function newPostgres(): Promise<() => Promise<string>> {
  const postgres = await startPostgres(postgresPrograms ?? '');
  onTestFinished(() => postgres.close());
  return () => postgres.newDatabase();
}
