import { chmod, mkdir, open, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents, and syncs them, so that they survive a power failure. Node's recursive mkdir never
 * ends if an existing folder does not allow a new one, as in /proc.
 * @param mode - the mode of each created folder, regardless of the umask; the usual mode by default
 * @throws errors of the file system
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent, mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    // Another process may have created the folder meanwhile.
    if (await isFolder(folder)) return;
    throw error;
  }
  if (mode !== undefined) await chmod(folder, mode);
  await syncFolder(parent);
}

/**
 * Syncs a folder, so that the names of new files in it survive a power failure. Windows neither needs nor permits
 * syncing folders.
 * @throws errors of the file system
 */
export async function syncFolder(folder: string): Promise<void> {
  if (platform() === 'win32') return;
  // A folder that is writable but not readable cannot be synced, which is ignored.
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
