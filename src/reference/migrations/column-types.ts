import { type Kysely, PostgresAdapter } from 'kysely';

/** The column types of each kind of database. */
export interface ColumnTypes {
  /** Compared bytewise, in every locale. */
  readonly text: string;
  /** Stored as written: `jsonb` would refuse characters that a record may contain. */
  readonly json: string;
  /** JSON that is sent as stored, in the type that is fastest to read. */
  readonly sent: string;
}

const sqlite: ColumnTypes = { text: 'TEXT', json: 'TEXT', sent: 'BLOB' };
const postgres: ColumnTypes = { text: 'TEXT COLLATE "C"', json: 'JSON', sent: 'JSON' };

export function typesOf(db: Pick<Kysely<unknown>, 'getExecutor'>): ColumnTypes {
  return db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite;
}
