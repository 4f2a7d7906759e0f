import { Failure } from '../gate/failure.ts';
import { named, quoted } from '../report/quoted.ts';
import { option } from './arguments.ts';

// How a call names the database of the reference implementation.

export const inMemory = ':memory:';

export const databaseOption = option(
  '--database <file>',
  'a SQLite file, sqlite:FILE or postgres://… that keeps the data (default: in memory)',
);

/**
 * A database as the reference implementation opens it: a SQLite file, `:memory:` or the URL of a PostgreSQL database.
 * @throws {Failure} `CALL_NOT_UNDERSTOOD` when it is of another kind
 */
export function databaseNamed(database: string | undefined): string {
  if (database === undefined) return inMemory;
  switch (scheme(database)) {
    case undefined:
    case 'postgres':
    case 'postgresql':
      return database;
    case 'sqlite':
      return database.replace(/^sqlite:(\/\/)?/i, '');
    default:
      throw new Failure(
        'CALL_NOT_UNDERSTOOD',
        `--database must be a SQLite file, sqlite:FILE or postgres://…, but is of the scheme ${quoted(scheme(database) ?? '')}.`,
      );
  }
}

/** What to say of a database that cannot be opened. */
export function notOpened(database: string, cause: Error & { code?: string }): Failure {
  const shown = `The database ${named(database)}`;
  if (cause.code === 'ERR_MODULE_NOT_FOUND')
    return new Failure(
      'PACKAGE_MISSING',
      `${shown} needs the package pg, which is not installed with this one. Run npm install --save-dev pg@8.`,
      { cause },
    );
  if (cause.code === 'DATABASE_TOO_NEW')
    return new Failure('FILE_WRONG', `${shown} cannot be used. ${cause.message}`, { cause });
  return scheme(database)?.startsWith('postgres')
    ? new Failure(
        'NOT_ANSWERED',
        `${shown} cannot be used. Name a PostgreSQL database that answers, and a user who may create tables in it.`,
        { cause },
      )
    : new Failure(
        'FILE_NOT_WRITABLE',
        `${shown} cannot be used. Name a SQLite file that can be written, and that holds nothing but a reference implementation's data.`,
        { cause },
      );
}

function scheme(database: string): string | undefined {
  return /^([a-z][a-z+]+):/i.exec(database)?.[1]?.toLowerCase();
}
