import { realpath, stat } from 'node:fs/promises';
import { platform, userInfo } from 'node:os';
import type { BrokenEntry } from '../conformance/put-back/journal-folder.ts';
import { Failure } from './failure.ts';

/**
 * The real path of a journal's folder, which must be private to the user.
 * @returns undefined if it does not exist
 * @throws {Failure} `JOURNAL_NOT_PRIVATE`, or `FILE_NOT_READABLE`
 */
export async function privateJournal(named: string): Promise<string | undefined> {
  try {
    const folder = await realpath(named);
    if (platform() !== 'win32') await assertPrivate(folder);
    return folder;
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadableJournal(named, cause);
  }
}

export function unreadableJournal(folder: string, cause: unknown): Failure {
  const message = `The journal in ${folder} cannot be read. Name its folder as journal in the configuration.`;
  return new Failure('FILE_NOT_READABLE', message, { cause });
}

export function brokenEntry({ file }: BrokenEntry): Failure {
  return new Failure(
    'FILE_WRONG',
    `${file} cannot be read as an entry of the journal. A client may be left changed: keep the file, look at what it says, and move it out of the folder.`,
  );
}

/** Other users could read personal data in the folder, or write entries that make a run send what they like. */
async function assertPrivate(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder);
  const another = 'or name another folder as journal in the configuration';
  if (isAnothers(uid))
    throw new Failure(
      'JOURNAL_NOT_PRIVATE',
      `The journal in ${folder} belongs to another user. Run as that user, ${another}.`,
    );
  if ((mode & 0o077) !== 0)
    throw new Failure(
      'JOURNAL_NOT_PRIVATE',
      `The journal in ${folder} is open to other users, and would hold personal data. Close it with chmod 700 ${folder}, ${another}.`,
    );
}

function isAnothers(uid: number): boolean {
  try {
    return uid !== userInfo().uid;
  } catch {
    // A user without a name, as in some containers, cannot be determined.
    return false;
  }
}
