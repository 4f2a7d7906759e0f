import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, syncFolder } from '../../../src/files/folders.ts';
import { temporaryFolder } from '../../support/temporary.ts';

test('a folder is made with all that it stands in, and what is there is left', async () => {
  const folder = await temporaryFolder();
  await chmod(folder, 0o750);
  await makeFolder(join(folder, 'a', 'b'), 0o700);
  await makeFolder(join(folder, 'a', 'b'), 0o755);
  if (process.platform === 'win32') return;
  const modes = ['', 'a', 'a/b'].map(async (name) => (await stat(join(folder, name))).mode & 0o777);
  expect(await Promise.all(modes)).toEqual([0o750, 0o700, 0o700]);
});

test('a folder cannot be made in a file', async () => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  await expect(makeFolder(join(file, 'a'))).rejects.toThrow();
  await expect(makeFolder(file)).rejects.toThrow('EEXIST');
});

test('two processes may make one folder', async () => {
  const folder = join(await temporaryFolder(), 'a', 'b');
  await expect(Promise.all([makeFolder(folder), makeFolder(folder)])).resolves.toBeDefined();
});

test('a folder that is not there cannot be synced', async () => {
  await expect(syncFolder(join(await temporaryFolder(), 'absent'))).rejects.toThrow('ENOENT');
});
