import type { Kysely } from 'kysely';
import { openDatabase, type WhenOlder } from './database.ts';
import type { Entry } from './entry.ts';
import type { JsonObject } from './json.ts';
import type { Permission } from './permissions.ts';
import type { Schema } from './schema.ts';
import { exportEntries, importEntries } from './store/entries.ts';
import { createKey, listKeys, type NewKey, revokeKey } from './store/keys.ts';
import {
  addOrganisation,
  addUser,
  assignSubDomain,
  createOrganisation,
  organisationAt,
  readOrganisation,
  usersOf,
} from './store/organisations.ts';
import { inTransaction, ping } from './store/queries.ts';
import {
  addCases,
  addClients,
  type CasePage,
  listCases,
  type OwnedRecord,
  readCase,
  readClient,
  replaceCase,
  replaceClient,
  updateClient,
} from './store/records.ts';
import { addToken, findCaller, type NewToken, setPermissions } from './store/tokens.ts';

/** The data of the service. Records are stored and returned as exactly the same JSON objects. */
export interface Store extends ReturnType<typeof dataIn> {
  /** Runs the work on a store whose changes take effect together, or not at all if the work throws. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
}

/**
 * Opens the store in a SQLite file, in memory for `:memory:`, or in the PostgreSQL database of a URL.
 * @throws {Error} as `openDatabase` does
 */
export async function openStore(database: string, whenOlder?: WhenOlder): Promise<Store> {
  return storeIn(await openDatabase(database, whenOlder));
}

function storeIn(db: Kysely<Schema>): Store {
  const transaction: Store['transaction'] = (work) =>
    inTransaction(db, (transaction) => work(storeIn(transaction)));
  return { ...dataIn(db), transaction };
}

function dataIn(db: Kysely<Schema>) {
  return {
    findCaller: (token: string) => findCaller(db, token),
    readCase: (organisationId: string, caseId: string) => readCase(db, organisationId, caseId),
    listCases: (organisationId: string, page?: CasePage) => listCases(db, organisationId, page),
    readClient: (organisationId: string, clientId: string) => readClient(db, organisationId, clientId),
    updateClient: (organisationId: string, clientId: string, changes: JsonObject) =>
      updateClient(db, organisationId, clientId, changes),
    readOrganisation: (id: string) => readOrganisation(db, id),
    createOrganisation: (organisation: JsonObject, user: JsonObject) =>
      createOrganisation(db, organisation, user),

    addOrganisation: (record: JsonObject) => addOrganisation(db, record),
    addUser: (organisationId: string, record: JsonObject) => addUser(db, organisationId, record),
    addToken: (token: NewToken) => addToken(db, token),
    addClient: (organisationId: string, record: JsonObject) => addClients(db, [{ organisationId, record }]),
    addCase: (organisationId: string, record: JsonObject) => addCases(db, [{ organisationId, record }]),

    replaceCase: (caseId: string, replacement: OwnedRecord | undefined) =>
      replaceCase(db, caseId, replacement),
    replaceClient: (clientId: string, replacement: OwnedRecord | undefined) =>
      replaceClient(db, clientId, replacement),
    assignSubDomain: (subDomain: string, organisationId: string | undefined) =>
      assignSubDomain(db, subDomain, organisationId),
    setPermissions: (token: string, permissions: readonly Permission[]) =>
      setPermissions(db, token, permissions),

    usersOf: (subDomain: string) => usersOf(db, subDomain),
    organisationAt: (subDomain: string) => organisationAt(db, subDomain),
    createKey: (key: NewKey) => createKey(db, key),
    listKeys: (subDomain?: string) => listKeys(db, subDomain),
    revokeKey: (id: string) => revokeKey(db, id),
    importEntries: (entries: readonly Entry[]) => importEntries(db, entries),
    exportEntries: () => exportEntries(db),

    ping: () => ping(db),
    close: () => db.destroy(),
  };
}
