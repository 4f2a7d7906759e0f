import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { createTables } from './migrations/0001-tables.ts';
import type { Schema } from './schema.ts';

/** All migrations, in order. A released one is never changed: a database may have run it. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-tables': { up: createTables },
};

/** The version of a database's tables compared with this one. */
type Standing = 'current' | 'older';

/**
 * Whether the tables are up to date. Missing tables count as older.
 * @throws {Error} with the code `DATABASE_TOO_NEW` when a newer version has changed them
 */
export async function standingOf(db: Kysely<Schema>): Promise<Standing> {
  const known = await migratorOf(db).getMigrations();
  const had = known.filter(({ executedAt }) => executedAt !== undefined);
  const newer = had.length === 0 ? [] : await unknownIn(db);
  if (newer.length === 0) return had.length === known.length ? 'current' : 'older';
  const message = `A newer version has changed its tables (${newer.join(', ')}). Use that version, or another database.`;
  throw Object.assign(new Error(message), { code: 'DATABASE_TOO_NEW' });
}

/** Brings the tables up to date, all or none, and only once even if several processes open the database. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest();
  if (error !== undefined) throw error;
}

function migratorOf(db: Kysely<Schema>): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

/** Migrations that the database has run and this version does not know. */
async function unknownIn(db: Kysely<Schema>): Promise<string[]> {
  const had = await sql<{ name: string }>`SELECT name FROM ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return had.rows.map(({ name }) => name).filter((name) => !Object.hasOwn(migrations, name));
}
