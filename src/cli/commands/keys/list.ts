import { option } from '../../arguments.ts';
import { command } from '../../command.ts';
import { keptDatabaseOption, withKeptStore } from '../../database.ts';
import { write } from '../../terminal.ts';

/** Prints a table of the keys. Their tokens are not stored anywhere. */
export const list = command({
  options: {
    database: keptDatabaseOption,
    organisation: option('--organisation <name>', 'only those of the organisation with this sub-domain'),
  },
  example: 'case-conformance keys list --database cases.sqlite --organisation acme',

  async run({ database, organisation }, { output }) {
    await withKeptStore(database, async (store) => {
      const keys = await store.listKeys(organisation);
      const rows = keys.map((key) => [
        key.id,
        key.organisation ?? '-',
        key.standing,
        key.createdAt,
        key.expiresAt ?? '-',
        key.userId,
        key.permissions.join(' '),
      ]);
      write(
        output,
        tableOf([['key', 'organisation', 'standing', 'created', 'expires', 'user', 'permissions'], ...rows]),
      );
    });
    return 0;
  },
});

function tableOf(rows: readonly (readonly string[])[]): string {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const lines = rows.map((row) => row.map((text, column) => text.padEnd(widthOf(column))).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}
