import { permissions } from '../../../reference/permissions.ts';
import { quoted } from '../../../report/quoted.ts';
import { choices, option, required, wholeNumberUpTo } from '../../arguments.ts';
import { command } from '../../command.ts';
import { keptDatabaseOption, withKeptStore } from '../../database.ts';
import { ProgramFailure } from '../../program-failure.ts';
import { write } from '../../terminal.ts';

/** Creates a key and prints only its token, so a script can use it. */
export const create = command({
  options: {
    database: keptDatabaseOption,
    organisation: required(option('--organisation <name>', 'its sub-domain')),
    user: option('--user <id>', 'whose key it is; needed where the organisation has several'),
    permissions: required(choices('--permissions <what>', 'what it permits', permissions)),
    days: option(
      '--days <number>',
      'how long it is valid (default: until it is revoked)',
      wholeNumberUpTo(36_500),
    ),
  },
  example:
    'case-conformance keys create --database cases.sqlite --organisation acme --permissions cases:read,cases:list --days 90',

  async run({ database, organisation, user, permissions, days }, { output, errors }) {
    await withKeptStore(database, async (store) => {
      const userId = oneOf(await store.usersOf(organisation), organisation, user);
      const expiresAt = days === undefined ? undefined : new Date(Date.now() + days * 86_400_000);
      const { id, token } = await store.createKey({ userId, permissions, ...(expiresAt && { expiresAt }) });
      write(output, `${token}\n`);
      const until = expiresAt === undefined ? 'it is revoked' : expiresAt.toISOString();
      write(errors, `This is the token of the key ${id}, valid until ${until}. It is not shown again.\n`);
    });
    return 0;
  },
});

/** @throws {ProgramFailure} `ORGANISATION_UNKNOWN` or `USER_UNKNOWN` */
function oneOf(users: readonly string[] | undefined, organisation: string, user: string | undefined): string {
  const name = quoted(organisation);
  if (users === undefined)
    throw new ProgramFailure(
      'ORGANISATION_UNKNOWN',
      `No organisation has the sub-domain ${name}. Create it with POST /api/v2/org, or name another.`,
    );
  const [first, ...others] = user === undefined ? users : users.filter((id) => id === user);
  if (first === undefined)
    throw new ProgramFailure(
      'USER_UNKNOWN',
      `The organisation ${name} has no such user. Name one of its users with --user.`,
    );
  if (others.length > 0)
    throw new ProgramFailure(
      'USER_UNKNOWN',
      `The organisation ${name} has several users. Name one with --user: ${users.join(', ')}.`,
    );
  return first;
}
