import { permissions } from '../../../reference/permissions.ts';
import type { Store } from '../../../reference/store.ts';
import { shellWord } from '../../../report/commands.ts';
import { named } from '../../../report/quoted.ts';
import { databaseNamed, inMemory } from '../../database.ts';
import { startOfCommand } from '../../rerun.ts';
import type { Terminal } from '../../terminal.ts';

interface WithoutToken {
  readonly store: Store;
  readonly database: string;
  readonly organisation: string;
  readonly userId: string;
}

/**
 * The notice about the first token of an organisation, which has all permissions. The token is created only on a
 * terminal: elsewhere the output is stored, as in the log of a container.
 */
export async function firstToken(
  { store, database, organisation, userId }: WithoutToken,
  { output, environment }: Pick<Terminal, 'output' | 'environment'>,
): Promise<string> {
  if (output.isTTY === true) {
    const { token } = await store.createKey({ userId, permissions });
    return `The first token of ${organisation}, which permits everything and is shown only now: ${token}`;
  }
  if (databaseNamed(database) === inMemory)
    return `Nobody has a token of ${organisation}, since a first one is shown on a terminal alone. Name a --database, for which keys create makes tokens.`;
  const of = ['--database', named(database), '--organisation', organisation, '--user', userId];
  const permitting = ['--permissions', permissions.join(',')];
  const words = [...startOfCommand(environment), 'keys', 'create', ...of, ...permitting];
  return `To make the first token of ${organisation}, which permits everything: ${words.map(shellWord).join(' ')}`;
}
