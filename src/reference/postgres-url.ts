/** Whether a database is given as a PostgreSQL URL; otherwise it is a SQLite file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:/i.test(database);
}
