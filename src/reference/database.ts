import type { Kysely } from 'kysely';
import { isPostgresUrl } from './postgres-url.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import { createTables, tablesVersion, versionIn } from './tables.ts';

export type WithoutTables = 'create' | 'refuse';

/**
 * Opens a database: a SQLite file, `:memory:`, or the URL of a PostgreSQL database.
 * @throws {Error} if the database cannot be reached, belongs to another application, or does not have the
 *   tables of this version (code `TABLES_WRONG`). The database is then left unchanged.
 */
export async function openDatabase(
  name: string,
  withoutTables: WithoutTables = 'create',
): Promise<Kysely<Schema>> {
  // Imported late, since SQLite does not need the PostgreSQL package.
  const db = isPostgresUrl(name) ? (await import('./postgres.ts')).openPostgres(name) : openSqlite(name);
  try {
    const version = await versionIn(db);
    if (version === undefined && withoutTables === 'create') await createTables(db);
    else if (version !== tablesVersion) throw wrongTables(version);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function wrongTables(version: number | undefined): Error {
  const message =
    version === undefined
      ? 'It has no tables. Start serve on it.'
      : `Its tables are of version ${version}, and not ${tablesVersion}. Use the version that made them, or another database.`;
  return Object.assign(new Error(message), { code: 'TABLES_WRONG' });
}
