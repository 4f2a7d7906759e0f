/** True for the URL of a PostgreSQL database, and false for a SQLite file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:/i.test(database);
}
