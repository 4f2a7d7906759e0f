import { existsSync } from 'node:fs';
import { callWrong, Failure, type FailureCode } from '../gate/failure.ts';
import type { WithoutTables } from '../reference/database.ts';
import { isPostgresUrl } from '../reference/postgres-url.ts';
import type { Store } from '../reference/store.ts';
import { named, quoted } from '../report/quoted.ts';
import { option, required } from './arguments.ts';
import { withOptionalPackages } from './optional-packages.ts';

export const inMemory = ':memory:';

export const databaseOption = option(
  '--database <file>',
  'a SQLite file, sqlite:FILE or postgres://… that keeps the data (default: in memory)',
);

export const existingDatabaseOption = required(
  option('--database <file>', 'the database of serve: a SQLite file, sqlite:FILE or postgres://…'),
);

export async function withExistingStore<Value>(
  database: string,
  work: (store: Store) => Promise<Value>,
): Promise<Value> {
  const name = databaseNamed(database);
  if (!isPostgresUrl(name) && !existsSync(name))
    throw new Failure(
      'FILE_NOT_READABLE',
      `There is no database ${named(database)}. Name one that serve keeps its data in.`,
    );
  return withStore(database, work, 'refuse');
}

export async function withStore<Value>(
  database: string,
  work: (store: Store) => Promise<Value>,
  withoutTables?: WithoutTables,
): Promise<Value> {
  const store = await openDatabase(database, withoutTables);
  try {
    return await work(store);
  } catch (cause) {
    throw failedIn(database, cause as Error);
  } finally {
    await store.close();
  }
}

export async function openDatabase(database: string, withoutTables?: WithoutTables): Promise<Store> {
  const { openStore } = await import('../reference/store.ts');
  const name = databaseNamed(database);
  try {
    return await withOptionalPackages(() => openStore(name, withoutTables), shown(database), ['pg']);
  } catch (cause) {
    // An error of an in-memory database is a bug of the suite.
    throw name === inMemory || cause instanceof Failure ? cause : notOpened(database, cause as Error);
  }
}

export function failedIn(database: string, cause: Error & { code?: string; statusCode?: number }): Error {
  if (cause.code === 'SUB_DOMAIN_TAKEN')
    return new Failure('SUB_DOMAIN_TAKEN', `${shown(database)} cannot be used. ${cause.message}`, {
      cause,
    });
  if (cause.statusCode !== 503) return cause;
  return new Failure(
    'DATABASE_NOT_REACHED',
    `${shown(database)} no longer answers. Run the same call again once it does.`,
    { cause },
  );
}

export function databaseNamed(database: string | undefined): string {
  if (database === undefined) return inMemory;
  if (isPostgresUrl(database)) return database;
  switch (scheme(database)) {
    case undefined:
      return database;
    case 'sqlite':
      return database.replace(/^sqlite:(\/\/)?/i, '');
    default:
      throw callWrong(
        `--database must be a SQLite file, sqlite:FILE or postgres://…, but is of the scheme ${quoted(scheme(database) ?? '')}.`,
      );
  }
}

function notOpened(database: string, cause: Error & { code?: string }): Failure {
  const notUsable = (code: FailureCode, why: string): Failure =>
    new Failure(code, `${shown(database)} cannot be used. ${why}`, { cause });
  if (cause.code === 'TABLES_WRONG') return notUsable('FILE_WRONG', cause.message);
  return isPostgresUrl(database)
    ? notUsable(
        'DATABASE_NOT_REACHED',
        'Name a PostgreSQL database that answers, and a user who may create tables in it.',
      )
    : notUsable(
        'FILE_NOT_WRITABLE',
        "Name a SQLite file that can be written, and that holds nothing but a reference implementation's data.",
      );
}

function shown(database: string): string {
  return `The database ${named(database)}`;
}

function scheme(database: string): string | undefined {
  return /^([a-z][a-z+]+):/i.exec(database)?.[1]?.toLowerCase();
}
