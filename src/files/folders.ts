import { chmod, mkdir, open, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents, and syncs each, so they survive a power failure. Node's own recursive mkdir never
 * ends where an existing folder does not allow a new one, as below /proc.
 * @param mode - of each created folder, regardless of the umask; default: the usual one
 * @throws errors of the file system
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent, mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (await isFolder(folder)) return;
    throw error;
  }
  if (mode !== undefined) await chmod(folder, mode);
  await syncFolder(parent);
}

/**
 * A file name is durable only after its folder is synced. Windows neither needs nor permits it.
 * @throws errors of the file system
 */
export async function syncFolder(folder: string): Promise<void> {
  if (platform() === 'win32') return;
  // A folder that is writable but not readable cannot be synced.
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
