import { Stryker } from '@stryker-mutator/core';
import { folders } from './mutation/folders.ts';
import { optionsOf } from './mutation/options.ts';

// Mutates the folders given as arguments, or all. `checks/case-*.ts` selects files of a folder. Stryker's report,
// reports/mutation/NAME.html, shows the mutants for which no test fails.
const wanted = process.argv.slice(2);
for (const folder of folders) {
  const globs = wanted.filter((glob) => glob.split('/')[0] === folder.name);
  if (wanted.length > 0 && globs.length === 0) continue;
  await new Stryker(optionsOf(folder, globs)).runMutationTest();
}
