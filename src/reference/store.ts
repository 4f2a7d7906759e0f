import type { Kysely } from 'kysely';
import { openDatabase, type WithoutTables } from './database.ts';
import type { Schema } from './schema.ts';
import { exportEntries, importEntries } from './store/entries.ts';
import { createKey, listKeys, revokeKey } from './store/keys.ts';
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
  listCases,
  readCase,
  readClient,
  replaceCase,
  replaceClient,
  updateClient,
} from './store/records.ts';
import { addToken, findCaller, setPermissions } from './store/tokens.ts';

const operations = {
  ...{ findCaller, readCase, listCases, readClient, updateClient, readOrganisation, createOrganisation },
  ...{ addOrganisation, addUser, addToken, addClients, addCases },
  ...{ replaceCase, replaceClient, assignSubDomain, setPermissions },
  ...{ usersOf, organisationAt, createKey, listKeys, revokeKey, importEntries, exportEntries, ping },
};

type Operations = typeof operations;

type Bound<Operation> = Operation extends (db: Kysely<Schema>, ...given: infer Given) => infer Result
  ? (...given: Given) => Result
  : never;

/** The data of the service. A record is returned as exactly the JSON object that was stored. */
export interface Store extends Readonly<{ [Name in keyof Operations]: Bound<Operations[Name]> }> {
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function openStore(database: string, withoutTables?: WithoutTables): Promise<Store> {
  return storeIn(await openDatabase(database, withoutTables));
}

function storeIn(db: Kysely<Schema>): Store {
  const bound = Object.entries(operations).map(([name, operation]) => [
    name,
    (operation as (...given: unknown[]) => unknown).bind(undefined, db),
  ]);
  const store: Omit<Store, keyof Operations> = {
    transaction: (work) => inTransaction(db, (transaction) => work(storeIn(transaction))),
    close: () => db.destroy(),
  };
  return { ...Object.fromEntries(bound), ...store };
}
