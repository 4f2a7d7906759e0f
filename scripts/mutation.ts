import { Stryker } from '@stryker-mutator/core';
import { folders } from './mutation/folders.ts';
import { optionsOf } from './mutation/options.ts';

// Mutates the folders that are named, or all of them; of a folder, perhaps only the files of a glob: checks/case-*.ts
// Stryker's page of each folder is reports/mutation/NAME.html. It shows the mutants that no test notices.
const wanted = process.argv.slice(2);
for (const folder of folders) {
  const globs = wanted.filter((glob) => glob.split('/')[0] === folder.name);
  if (wanted.length > 0 && globs.length === 0) continue;
  await new Stryker(optionsOf(folder, globs)).runMutationTest();
}
