import { command } from '../../command.ts';
import { keptDatabaseOption, withKeptStore } from '../../database.ts';
import { ProgramFailure } from '../../program-failure.ts';
import { noticesTo } from '../../terminal.ts';

/** Revokes a key: its token is invalid from the next request on. */
export const revoke = command({
  arguments: [{ name: '<key>', description: 'the key, as keys list shows it' }],
  options: { database: keptDatabaseOption },
  example: 'case-conformance keys revoke --database cases.sqlite 1f0c3a9be2d47a65',

  async run({ database }, terminal, [key = '']) {
    // The argument may be a token by mistake, so it is not quoted.
    if (!/^[0-9a-f]{16}$/.test(key))
      throw new ProgramFailure(
        'KEY_UNKNOWN',
        'A key is named by 16 hexadecimal digits, as keys list shows them.',
      );
    await withKeptStore(database, async (store) => {
      if (!(await store.revokeKey(key)))
        throw new ProgramFailure('KEY_UNKNOWN', `There is no key ${key}. Name one that keys list shows.`);
      noticesTo(terminal)(`The key ${key} is revoked.`);
    });
    return 0;
  },
});
