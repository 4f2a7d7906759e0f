import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file as a whole or not at all, in the place of what is there; a link there is replaced, and not followed.
 * What it holds is on the disk before it has the name.
 * @param mode - however the process masks what it makes; without it, the usual one
 * @throws what the file system throws
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
 * Tries whether such a file can be made, which changes nothing of one that is there.
 * @throws what the file system throws
 */
export async function tryToMake(file: string): Promise<void> {
  const part = partOf(file);
  await (await open(part, 'wx')).close();
  await rm(part);
}

/**
 * Removes what a process left that ended while it wrote the file.
 * @throws what the file system throws
 */
export async function removeParts(file: string): Promise<void> {
  const folder = dirname(file);
  const parts = (await readdir(folder)).filter((name) => fileOfPart(name) === basename(file));
  for (const part of parts) await rm(join(folder, part), { force: true });
}

/** The name of the file that is written under that name at first; undefined where it is no such name. */
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
