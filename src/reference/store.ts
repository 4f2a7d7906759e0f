import type { Kysely } from 'kysely';
import { openDatabase, type WhenOlder } from './database.ts';
import type { Entry } from './entry.ts';
import type { JsonAsSent, JsonObject } from './json.ts';
import { oneAfterAnother } from './one-after-another.ts';
import type { Permission } from './permissions.ts';
import type { Schema } from './schema.ts';
import type { Enquiry } from './store/case-sources.ts';
import {
  addCases,
  addEnquiries,
  type CasePage,
  type CaseSummary,
  listCases,
  readCase,
  replaceCase,
} from './store/cases.ts';
import { addClients, hasClient, readClient, replaceClient, updateClient } from './store/clients.ts';
import { exportEntries, type Imported, importEntries } from './store/entries.ts';
import { createKey, type Key, listKeys, type NewKey, revokeKey } from './store/keys.ts';
import {
  type Addition,
  addOrganisation,
  addUser,
  assignSubDomain,
  type Creation,
  createOrganisation,
  organisationAt,
  readOrganisation,
  usersOf,
} from './store/organisations.ts';
import type { OwnedRecord } from './store/owned-record.ts';
import { inTransaction, ping } from './store/queries.ts';
import { addToken, type Caller, findCaller, type NewToken, setPermissions } from './store/tokens.ts';

/** The data of the service. Records are stored and returned as exactly the same JSON objects. */
export interface Store {
  findCaller(token: string): Promise<Caller | undefined>;
  /** The record as it is sent. */
  readCase(organisationId: string, caseId: string): Promise<JsonAsSent | undefined>;
  listCases(organisationId: string, page?: CasePage): Promise<CaseSummary[]>;
  hasClient(organisationId: string, clientId: string): Promise<boolean>;
  readClient(organisationId: string, clientId: string): Promise<JsonObject | undefined>;
  updateClient(
    organisationId: string,
    clientId: string,
    changes: JsonObject,
  ): Promise<JsonObject | undefined>;
  readOrganisation(id: string): Promise<JsonObject | undefined>;
  createOrganisation(organisation: JsonObject, user: JsonObject): Promise<Creation>;

  addOrganisation(record: JsonObject): Promise<Addition>;
  addUser(organisationId: string, record: JsonObject): Promise<string>;
  addToken(token: NewToken): Promise<string>;
  addClient(organisationId: string, record: JsonObject): Promise<void>;
  addCase(organisationId: string, record: JsonObject): Promise<void>;
  addEnquiries(caseId: string, enquiries: readonly Enquiry[]): Promise<void>;

  replaceCase(caseId: string, replacement: OwnedRecord | undefined): Promise<OwnedRecord | undefined>;
  replaceClient(clientId: string, replacement: OwnedRecord | undefined): Promise<OwnedRecord | undefined>;
  assignSubDomain(subDomain: string, organisationId: string | undefined): Promise<string | undefined>;
  setPermissions(token: string, permissions: readonly Permission[]): Promise<void>;

  /** The identifiers of an organisation's users; undefined if no organisation has this sub-domain. */
  usersOf(subDomain: string): Promise<readonly string[] | undefined>;
  createKey(key: NewKey): Promise<{ readonly id: string; readonly token: string }>;
  listKeys(subDomain?: string): Promise<Key[]>;
  revokeKey(id: string): Promise<boolean>;
  /** The identifier of the organisation with this sub-domain, if there is one. */
  organisationAt(subDomain: string): Promise<string | undefined>;
  importEntries(entries: readonly Entry[]): Promise<Imported>;
  exportEntries(): AsyncIterable<Entry>;

  /** Runs the work on a store whose changes take effect together, or not at all if the work throws. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Resolves when the database has answered. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the store in a SQLite file, in memory for `:memory:`, or in the PostgreSQL database of a URL.
 * @throws {Error} as `openDatabase` does
 */
export async function openStore(database: string, whenOlder?: WhenOlder): Promise<Store> {
  return storeIn(await openDatabase(database, whenOlder));
}

function storeIn(db: Kysely<Schema>): Store {
  const changed = oneAfterAnother();
  return {
    findCaller: (token) => findCaller(db, token),
    readCase: (organisationId, caseId) => readCase(db, organisationId, caseId),
    listCases: (organisationId, page) => listCases(db, organisationId, page),
    hasClient: (organisationId, clientId) => hasClient(db, organisationId, clientId),
    readClient: (organisationId, clientId) => readClient(db, organisationId, clientId),
    // Concurrent updates of one client would collide: all but the first would have to read the client again.
    updateClient: (organisationId, clientId, changes) =>
      changed(clientId.toLowerCase(), () => updateClient(db, organisationId, clientId, changes)),
    readOrganisation: (id) => readOrganisation(db, id),
    createOrganisation: (organisation, user) => createOrganisation(db, organisation, user),

    addOrganisation: (record) => addOrganisation(db, record),
    addUser: (organisationId, record) => addUser(db, organisationId, record),
    addToken: (token) => addToken(db, token),
    addClient: (organisationId, record) => addClients(db, [{ organisationId, record }]),
    addCase: (organisationId, record) => addCases(db, [{ organisationId, record }]),
    addEnquiries: (caseId, enquiries) => addEnquiries(db, caseId, enquiries),

    replaceCase: (caseId, replacement) => replaceCase(db, caseId, replacement),
    replaceClient: (clientId, replacement) => replaceClient(db, clientId, replacement),
    assignSubDomain: (subDomain, organisationId) => assignSubDomain(db, subDomain, organisationId),
    setPermissions: (token, permissions) => setPermissions(db, token, permissions),

    usersOf: (subDomain) => usersOf(db, subDomain),
    createKey: (key) => createKey(db, key),
    listKeys: (subDomain) => listKeys(db, subDomain),
    revokeKey: (id) => revokeKey(db, id),
    organisationAt: (subDomain) => organisationAt(db, subDomain),
    importEntries: (entries) => importEntries(db, entries),
    exportEntries: () => exportEntries(db),

    transaction: (work) => inTransaction(db, (transaction) => work(storeIn(transaction))),
    ping: () => ping(db),
    close: () => db.destroy(),
  };
}
