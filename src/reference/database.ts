import type { Kysely } from 'kysely';
import { migrate, standingOf } from './migrations.ts';
import { isPostgresUrl } from './postgres-url.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

/** What happens to tables of an earlier version. A service of that version may be running on them. */
export type WhenOlder = 'migrate' | 'refuse';

/**
 * Opens a database with its tables up to date: a SQLite file, `:memory:`, or the URL of a PostgreSQL database.
 * @throws {Error} when it cannot be reached, belongs to another application, is newer (code `DATABASE_TOO_NEW`), or is
 * older and `whenOlder` is `refuse` (code `DATABASE_TOO_OLD`). The database is then left unchanged.
 */
export async function openDatabase(name: string, whenOlder: WhenOlder = 'migrate'): Promise<Kysely<Schema>> {
  const db = isPostgresUrl(name) ? (await loadPostgres()).openPostgres(name) : openSqlite(name);
  try {
    if ((await standingOf(db)) === 'current') return db;
    if (whenOlder === 'refuse') throw Object.assign(new Error(tooOld), { code: 'DATABASE_TOO_OLD' });
    await bringUpToDate(name, db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

const tooOld =
  'Its tables are not those of this version yet. Start serve of this version on it, or use the version that made them.';

async function bringUpToDate(name: string, db: Kysely<Schema>): Promise<void> {
  if (!isPostgresUrl(name)) return migrate(db);
  const { openPostgres, migrating } = await loadPostgres();
  const patient = openPostgres(name, migrating);
  await migrate(patient).finally(() => patient.destroy());
}

/** Loaded on demand: SQLite does not need the PostgreSQL package. */
function loadPostgres() {
  return import('./postgres.ts');
}
