import { permissions } from '../../../reference/permissions.ts';
import type { Store } from '../../../reference/store.ts';
import { named } from '../../../report/quoted.ts';
import { shellWord } from '../../../report/shell-word.ts';
import { databaseNamed, inMemory } from '../../database.ts';
import { startOfCommand } from '../../rerun.ts';
import type { Terminal } from '../../terminal.ts';

/** An organisation of which nobody has a secret token. */
interface WithoutToken {
  readonly store: Store;
  /** As the call names it. */
  readonly database: string;
  readonly organisation: string;
  readonly userId: string;
}

/**
 * What to say of the first token of an organisation, which permits everything. It is made for a terminal alone: elsewhere,
 * what a process says is kept, as in the log of a container.
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
