import { once } from 'node:events';
import { plural } from '../../report/words.ts';
import { command } from '../command.ts';
import { existingDatabaseOption, withExistingStore } from '../database.ts';
import { progressOn } from '../progress.ts';

export const exportRecords = command({
  options: {
    database: existingDatabaseOption,
  },
  example: 'case-conformance export --database cases.sqlite > records.ndjson',

  async run({ database }, terminal) {
    const { output } = terminal;
    const { lineOf } = await import('../../reference/entry.ts');
    const progress = await progressOn(terminal);
    let lines = 0;
    await withExistingStore(database, async (store) => {
      for await (const entry of store.exportEntries()) {
        if (!output.write(`${lineOf(entry)}\n`)) await once(output, 'drain');
        lines += 1;
        if (lines % 1_000 === 0) progress?.show(`Exporting: ${plural(lines, 'line')}`);
      }
    }).finally(() => progress?.stop());
    return 0;
  },
});
