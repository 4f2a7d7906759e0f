import { randomUUID } from 'node:crypto';
import { lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file atomically: the file gets its name after its content is synced. An existing file is replaced. A link is
 * replaced, not followed.
 * @param mode - the mode of the file, regardless of the umask; the usual mode by default
 * @throws errors of the file system
 */
export async function writeWhole(file: string, text: string, mode?: number): Promise<void> {
  const part = partOf(file);
  try {
    await writePart(part, text, mode);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/**
 * Tests whether `writeWhole` could write a file, without changing the file. Refuses anything but a file or a link, such
 * as a pipe. Removes temporary files for this file that are older than an hour: their writers have ended. A younger one
 * may still be in use.
 * @throws errors of the file system
 */
export async function assertReplaceable(file: string): Promise<void> {
  const found = await lstat(file).catch(unlessMissing);
  if (found !== undefined && !found.isFile() && !found.isSymbolicLink())
    throw new Error(`${file} is not a file.`);
  const own = partOf(file);
  await (await open(own, 'wx')).close();
  await rm(own);
  const folder = dirname(file);
  const parts = (await readdir(folder)).filter((name) => fileOfPart(name) === basename(file));
  for (const part of parts.map((name) => join(folder, name))) {
    const written = await lstat(part).catch(unlessMissing);
    if (written !== undefined && Date.now() - written.mtimeMs > hourMs) await rm(part, { force: true });
  }
}

const hourMs = 3_600_000;

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * The name of the file for which a temporary file was written. Undefined if `name` is not the name of a temporary file.
 */
export function fileOfPart(name: string): string | undefined {
  return /^(.+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/.exec(name)?.[1];
}

function partOf(file: string): string {
  return `${file}.${randomUUID()}.part`;
}

async function writePart(part: string, text: string, mode?: number): Promise<void> {
  const handle = await open(part, 'wx', mode);
  try {
    if (mode !== undefined) await handle.chmod(mode);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
