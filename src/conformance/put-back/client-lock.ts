import {
  type BigIntStats,
  chmodSync,
  closeSync,
  fchmodSync,
  lstatSync,
  openSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { platform, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
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
  const held: ClientLocks[] = [];
  const release = (): void => {
    for (const lock of held.splice(0)) lock.release();
  };
  for (const client of clients) {
    const lock = lockName(nameOfClient(target, client));
    if ('release' in lock) {
      held.push(lock);
      continue;
    }
    release();
    return 'unusable' in lock ? lock : { lockedElsewhere: client };
  }
  return { release };
}

/** Locks the client of that name, as `nameOfClient` has it. */
export function lockName(name: string): ClientLocks | NoLock {
  // The same place for every user and every run, whatever their environment says.
  const file = join(isWindows ? tmpdir() : '/tmp', `case-conformance-${name}.lock`);
  // Who releases a lock removes its file, so that the one that was opened may be nobody's place any more.
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const lock = lockOn(file);
    if (lock === 'gone') continue;
    return lock === 'busy' ? { lockedElsewhere: name } : lock;
  }
  return { unusable: file };
}

function lockOn(file: string): ClientLocks | 'gone' | 'busy' | { readonly unusable: string } {
  // Not imported: an older Node, which is refused, could not link this file.
  const sqlite: typeof import('node:sqlite') = createRequire(import.meta.url)('node:sqlite');
  let prepared: BigIntStats | undefined;
  let lock: DatabaseSync | undefined;
  try {
    prepared = preparedFile(file);
    lock = new sqlite.DatabaseSync(existing(file), { timeout: 0 });
    // Nothing is ever written to it, so that it needs no journal beside it.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    const own = lock;
    if (isStill(prepared, file)) return { release: () => releaseAt(file, own) };
    lock.close();
    return 'gone';
  } catch (error) {
    lock?.close();
    const { code, errcode = 0 } = error as { code?: string; errcode?: number };
    if ((errcode & 0xff) === sqliteBusy) return 'busy';
    const isGone = prepared === undefined ? code === 'ENOENT' : !isStill(prepared, file);
    return isGone ? 'gone' : { unusable: file };
  }
}

const isWindows = platform() === 'win32';
const sqliteBusy = 5;

/** SQLite makes no file of its own: some systems refuse even to ask for that where one of another user is there. */
function existing(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set('mode', 'rw');
  return url;
}

/** The file, made if it is not there, which every user may lock. */
function preparedFile(file: string): BigIntStats {
  makeFile(file);
  // What is there is not opened: to close it again would end a lock that this process has on it.
  const prepared = lstatSync(file, { bigint: true });
  if (!prepared.isFile()) throw new Error(`${file} is no file.`);
  const isOpen = isWindows || (prepared.mode & 0o777n) === everyone;
  if (!isOpen && prepared.uid === BigInt(userInfo().uid)) chmodSync(file, Number(everyone));
  return prepared;
}

const everyone = 0o666n;

/** Makes the file, if it is not there; a link in its place is not followed. */
function makeFile(file: string): void {
  if (found(file) !== undefined) return;
  try {
    const descriptor = openSync(file, 'wx');
    fchmodSync(descriptor, Number(everyone));
    closeSync(descriptor);
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Whether the file is the one that it was. A number of a file that is gone is given to another, which was born later. */
function isStill(before: BigIntStats, file: string): boolean {
  const now = found(file);
  return now?.dev === before.dev && now.ino === before.ino && now.birthtimeNs === before.birthtimeNs;
}

function found(file: string): BigIntStats | undefined {
  return lstatSync(file, { bigint: true, throwIfNoEntry: false });
}

/** Removes the file while it is held, so that it is nobody else's; where that cannot be, after it is let go. */
function releaseAt(file: string, lock: DatabaseSync): void {
  if (!isWindows) remove(file);
  lock.close();
  // There, what somebody has open cannot be removed.
  if (isWindows) remove(file);
}

/** What is of another user stays: it is theirs to remove. */
function remove(file: string): void {
  try {
    // Of a version that kept one there.
    rmSync(`${file}-journal`, { force: true });
    unlinkSync(file);
  } catch {
    // It is empty, and used again.
  }
}
