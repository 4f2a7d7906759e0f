import { readFile } from 'node:fs/promises';
import type { JsonObject } from './json.ts';
import type { Permission } from './operations.ts';
import type { Store } from './store.ts';

/**
 * The fixture organisations that the reference can serve. Each has a file of this name, which also contains a second
 * organisation.
 */
export type OrganisationName = 'demo' | 'realistic';

export interface Demo {
  readonly organisations: readonly DemoOrganisation[];
}

export interface DemoOrganisation {
  readonly id: string;
  readonly subDomain: string;
  /** The organisation record: its id and the fields of interface 2.4 except `user`. */
  readonly record: JsonObject;
  readonly users: readonly DemoUser[];
  readonly clients: readonly JsonObject[];
  readonly cases: readonly DemoCase[];
}

interface DemoUser {
  readonly id: string;
  readonly record: JsonObject;
  readonly tokens: readonly DemoToken[];
}

export interface DemoToken {
  readonly name: 'member' | 'restricted' | 'outsider' | 'revoked';
  readonly token: string;
  readonly permissions: readonly Permission[];
  readonly revoked?: boolean;
}

export interface DemoCase {
  readonly name: string;
  readonly record: JsonObject;
}

interface DemoFile {
  readonly organisations: readonly (JsonObject &
    Pick<DemoOrganisation, 'id' | 'subDomain' | 'clients'> & {
      readonly users: readonly (JsonObject & {
        readonly id: string;
        readonly tokens: readonly (DemoToken & JsonObject)[];
      })[];
      readonly cases: readonly string[];
    })[];
}

const fixtures = new URL('fixtures/', import.meta.resolve('case-conformance/package.json'));

const recordsOf: Readonly<Record<OrganisationName, string>> = {
  demo: 'records/valid',
  realistic: 'records/realistic',
};

export async function readDemo(organisation: OrganisationName = 'demo'): Promise<Demo> {
  const file: DemoFile = await readJson(`${organisation}.json`);
  const organisations = await Promise.all(
    file.organisations.map(async ({ users, clients, cases, ...record }) => ({
      id: record.id,
      subDomain: record.subDomain,
      record,
      users: users.map(({ tokens, ...record }) => ({ id: record.id, record, tokens })),
      clients,
      cases: await Promise.all(
        cases.map(async (name) => ({
          name,
          record: await readJson<JsonObject>(`${recordsOf[organisation]}/${name}.json`),
        })),
      ),
    })),
  );
  return { organisations };
}

/**
 * Stores the organisations that are missing, all or none.
 * @returns the organisations that were stored
 * @throws {Error} with the code `SUB_DOMAIN_TAKEN` if another organisation has one of the sub-domains
 */
export async function seedDemo(store: Store, demo: Demo): Promise<readonly DemoOrganisation[]> {
  return store.transaction(async (transaction) => {
    const stored: DemoOrganisation[] = [];
    for (const organisation of demo.organisations) {
      const isThere = (await transaction.readOrganisation(organisation.id)) !== undefined;
      if (!isThere && (await seedOrganisation(transaction, organisation))) stored.push(organisation);
    }
    return stored;
  });
}

/** Stores an organisation. Returns false if another process stored it meanwhile. */
async function seedOrganisation(store: Store, organisation: DemoOrganisation): Promise<boolean> {
  const { id, subDomain } = organisation;
  if ((await store.addOrganisation(organisation.record)) === undefined) {
    if ((await store.readOrganisation(id)) !== undefined) return false;
    const message = `Another organisation has the sub-domain ${subDomain}. Use another database.`;
    throw Object.assign(new Error(message), { code: 'SUB_DOMAIN_TAKEN' });
  }
  for (const user of organisation.users) {
    await store.addUser(id, user.record);
    for (const token of user.tokens) await store.addToken({ ...token, userId: user.id });
  }
  await store.addClients(organisation.clients.map((record) => ({ organisationId: id, record })));
  await store.addCases(organisation.cases.map(({ record }) => ({ organisationId: id, record })));
  return true;
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(new URL(path, fixtures), 'utf8')) as T;
}
