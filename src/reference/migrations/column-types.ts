import { type Kysely, PostgresAdapter } from 'kysely';

/** What each kind of database calls the types of the columns. */
export interface ColumnTypes {
  /** Compared by its bytes, in each locale. */
  readonly text: string;
  /** Kept as it was written: a `jsonb` would refuse characters that a record may have. */
  readonly json: string;
  readonly bytes: string;
}

const sqlite: ColumnTypes = { text: 'TEXT', json: 'TEXT', bytes: 'BLOB' };
const postgres: ColumnTypes = { text: 'TEXT COLLATE "C"', json: 'JSON', bytes: 'BYTEA' };

/** The types of this database. */
export function typesOf(db: Pick<Kysely<unknown>, 'getExecutor'>): ColumnTypes {
  return db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite;
}
