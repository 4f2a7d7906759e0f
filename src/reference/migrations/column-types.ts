import { type Kysely, PostgresAdapter } from 'kysely';

/** What each kind of database calls the types of the columns. */
export interface ColumnTypes {
  /** Compared by its bytes, in each locale. */
  readonly text: string;
  /** Kept as it was written: a `jsonb` would refuse characters that a record may have. */
  readonly json: string;
  /** JSON that is sent as it is read, in the form in which it is read fastest. */
  readonly sent: string;
}

const sqlite: ColumnTypes = { text: 'TEXT', json: 'TEXT', sent: 'BLOB' };
const postgres: ColumnTypes = { text: 'TEXT COLLATE "C"', json: 'JSON', sent: 'JSON' };

/** The types of this database. */
export function typesOf(db: Pick<Kysely<unknown>, 'getExecutor'>): ColumnTypes {
  return db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite;
}
