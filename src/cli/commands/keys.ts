import { callWrong, Failure } from '../../gate/failure.ts';
import { permissions } from '../../reference/operations.ts';
import { quoted } from '../../report/quoted.ts';
import { choices, option, required, wholeNumberIn } from '../arguments.ts';
import { command } from '../command.ts';
import { existingDatabaseOption, withExistingStore } from '../database.ts';
import { linesTo, write } from '../terminal.ts';

/** Lists the keys without their tokens, which the database does not store. */
export const list = command({
  options: {
    database: existingDatabaseOption,
    organisation: option('--organisation <name>', 'list only keys of the organisation with this sub-domain'),
  },
  example: 'case-conformance keys list --database cases.sqlite --organisation acme',

  async run({ database, organisation }, { output }) {
    await withExistingStore(database, async (store) => {
      const keys = await store.listKeys(organisation);
      const rows = keys.map((key) => [
        key.id,
        key.organisation ?? '-',
        key.status,
        key.createdAt,
        key.expiresAt ?? '-',
        key.userId,
        key.permissions.join(' '),
      ]);
      write(
        output,
        tableOf([['key', 'organisation', 'status', 'created', 'expires', 'user', 'permissions'], ...rows]),
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

/** Prints only the token, so that a script can use the output. */
export const create = command({
  options: {
    database: existingDatabaseOption,
    organisation: required(option('--organisation <name>', 'the sub-domain of the organisation')),
    user: option('--user <id>', 'the user of the key; needed if the organisation has several'),
    permissions: required(choices('--permissions <what>', 'what the key permits', permissions)),
    days: option(
      '--days <number>',
      'how many days the key is valid (default: until it is revoked)',
      wholeNumberIn(1, 36_500),
    ),
  },
  example:
    'case-conformance keys create --database cases.sqlite --organisation acme --permissions cases:read,cases:list --days 90',

  async run({ database, organisation, user, permissions, days }, { output, errors }) {
    await withExistingStore(database, async (store) => {
      const userId = userOfKey(await store.usersOf(organisation), organisation, user);
      const expiresAt = days === undefined ? undefined : new Date(Date.now() + days * 86_400_000);
      const { id, token } = await store.createKey({ userId, permissions, ...(expiresAt && { expiresAt }) });
      write(output, `${token}\n`);
      const until = expiresAt === undefined ? 'it is revoked' : expiresAt.toISOString();
      write(errors, `This is the token of the key ${id}, valid until ${until}. It is not shown again.\n`);
    });
    return 0;
  },
});

function userOfKey(
  users: readonly string[] | undefined,
  organisation: string,
  user: string | undefined,
): string {
  const name = quoted(organisation);
  if (users === undefined)
    throw new Failure(
      'NAME_UNKNOWN',
      `No organisation has the sub-domain ${name}. Create it with POST /api/v2/org, or name another.`,
    );
  const [first, ...others] = user === undefined ? users : users.filter((id) => id === user);
  if (first === undefined)
    throw new Failure(
      'NAME_UNKNOWN',
      `The organisation ${name} has no such user. Name one of its users with --user.`,
    );
  if (others.length > 0)
    throw callWrong(`The organisation ${name} has several users. Name one with --user: ${users.join(', ')}.`);
  return first;
}

export const revoke = command({
  arguments: [{ name: '<key>', description: 'the key, as keys list shows it' }],
  options: { database: existingDatabaseOption },
  example: 'case-conformance keys revoke --database cases.sqlite 1f0c3a9be2d47a65',

  async run({ database }, terminal, [key = '']) {
    // The argument is not quoted, since it may be a token given by mistake.
    if (!/^[0-9a-f]{16}$/.test(key))
      throw new Failure('NAME_UNKNOWN', 'A key is named by 16 hexadecimal digits, as keys list shows them.');
    await withExistingStore(database, async (store) => {
      if (!(await store.revokeKey(key)))
        throw new Failure('NAME_UNKNOWN', `There is no key ${key}. Name one that keys list shows.`);
      linesTo(terminal)(`The key ${key} is revoked.`);
    });
    return 0;
  },
});
