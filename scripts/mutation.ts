import { writeFile } from 'node:fs/promises';
import { Stryker } from '@stryker-mutator/core';
import { folders } from './mutation/folders.ts';
import { optionsOf } from './mutation/options.ts';
import { mutationPage } from './mutation/page.ts';

// Mutates the folders that are named, or all of them; of a folder, perhaps only the files of a glob: checks/case-*.ts
// What was noted of earlier runs is taken into the page as it is.
const wanted = process.argv.slice(2);
for (const folder of folders) {
  const globs = wanted.filter((glob) => glob.split('/')[0] === folder.name);
  if (wanted.length > 0 && globs.length === 0) continue;
  await new Stryker(optionsOf(folder, globs)).runMutationTest();
}
await writeFile('docs/mutation.md', mutationPage());
