export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:/i.test(database);
}
