import { closeSync, constants, existsSync, fchmodSync, fstatSync, openSync } from 'node:fs';
import { platform, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { nameOfClient } from './client-name.ts';

/** What keeps others on this machine from changing the same clients. */
export interface ClientLocks {
  release(): void;
}

/** Why a client could not be locked: another process is at work with it, or the file for it is unusable. */
type NoLock = { readonly lockedElsewhere: string } | { readonly unusable: string };

/**
 * Locks clients of a target for this process, all or none, each by a lock of the file system on an empty SQLite
 * database, which ends with the process however that ends.
 */
export function lockClients(target: string, clients: readonly string[]): ClientLocks | NoLock {
  const held: DatabaseSync[] = [];
  const release = (): void => {
    for (const lock of held.splice(0)) lock.close();
  };
  for (const client of clients) {
    const lock = lockOf(target, client);
    if (lock instanceof DatabaseSync) {
      held.push(lock);
      continue;
    }
    release();
    return lock;
  }
  return { release };
}

function lockOf(target: string, client: string): DatabaseSync | NoLock {
  const name = nameOfClient(target, client);
  // The same place for every user and every run, whatever their environment says.
  const file = join(platform() === 'win32' ? tmpdir() : '/tmp', `case-conformance-${name}.lock`);
  let lock: DatabaseSync | undefined;
  try {
    prepareFile(file);
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    const isBusy = (error as { errcode?: number }).errcode === sqliteBusy;
    return isBusy ? { lockedElsewhere: client } : { unusable: file };
  }
}

const sqliteBusy = 5;

/** Makes the file, which every user may lock; a link in its place is not followed. */
function prepareFile(file: string): void {
  const flags = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0);
  // What is there already is not made: some systems refuse that for a file of another user.
  const descriptor = existsSync(file)
    ? openSync(file, flags)
    : openSync(file, flags | constants.O_CREAT, 0o666);
  try {
    if (fstatSync(descriptor).uid === userInfo().uid) fchmodSync(descriptor, 0o666);
  } finally {
    closeSync(descriptor);
  }
}
