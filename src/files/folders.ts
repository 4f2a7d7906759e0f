import { chmod, mkdir, open, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname } from 'node:path';

/**
 * Makes a folder with all that it stands in, so that each is there after a power failure, too. Node's own way to make
 * them never ends where a folder cannot be made in one that is there, as below /proc.
 * @param mode - of each folder that is made, however the process masks what it makes; without it, the usual one
 * @throws what the file system throws
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent, mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (await isFolder(folder)) return;
    throw error;
  }
  if (mode !== undefined) await chmod(folder, mode);
  await syncFolder(parent);
}

/**
 * A name is lasting once its folder is synced; Windows neither needs nor permits it.
 * @throws what the file system throws
 */
export async function syncFolder(folder: string): Promise<void> {
  if (platform() === 'win32') return;
  // What may be written to and not be read cannot be synced.
  const handle = await open(folder, 'r').catch(unlessForbidden);
  if (handle === undefined) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function unlessForbidden(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EACCES') throw error;
}
