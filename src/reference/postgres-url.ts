/** Whether a database is named by the URL of a PostgreSQL database, and so is no SQLite file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:/i.test(database);
}
