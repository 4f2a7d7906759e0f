import type { Kysely } from 'kysely';
import { migrate } from './migrations.ts';
import { isPostgresUrl } from './postgres-url.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

/**
 * Opens a database with its tables up to date: a SQLite file, `:memory:`, or the URL of a PostgreSQL database.
 * @throws {Error} when it cannot be reached, is something else's, or is of a newer version; it is left as it is then
 */
export async function openDatabase(name: string): Promise<Kysely<Schema>> {
  const db = await connected(name);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** The package of PostgreSQL is not needed for SQLite. */
async function connected(name: string): Promise<Kysely<Schema>> {
  return isPostgresUrl(name) ? (await import('./postgres.ts')).openPostgres(name) : openSqlite(name);
}
