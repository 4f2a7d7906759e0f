import { createHash } from 'node:crypto';
import { type BigIntStats, chmodSync, closeSync, fchmodSync, lstatSync, openSync, unlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { platform, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Locks that keep other processes on this machine from changing the same clients. */
export interface ClientLocks {
  release(): void;
}

type NoLock = { readonly lockedElsewhere: string } | { readonly unusable: string };

/**
 * Locks all of a target's clients for this process, or none. Each lock is an exclusive transaction on an
 * empty SQLite file, which the operating system releases when the process ends, even by a crash.
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

export function lockName(name: string): ClientLocks | NoLock {
  // The temporary folder of TMPDIR would not do: every user and every run must find the same file.
  const file = join(isWindows ? tmpdir() : '/tmp', `case-conformance-${name}.lock`);
  // Try again if the lock file was removed after it was opened: releasing a lock removes its file.
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const lock = lockOn(file);
    if (lock === 'gone') continue;
    return lock === 'busy' ? { lockedElsewhere: name } : lock;
  }
  return { unusable: file };
}

function lockOn(file: string): ClientLocks | 'gone' | 'busy' | { readonly unusable: string } {
  // Not a static import: an older Node could not link this file, so the user would not see the message that this Node
  // is too old.
  const sqlite: typeof import('node:sqlite') = createRequire(import.meta.url)('node:sqlite');
  let prepared: BigIntStats | undefined;
  let lock: DatabaseSync | undefined;
  try {
    prepared = preparedFile(file);
    lock = new sqlite.DatabaseSync(existing(file), { timeout: 0 });
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

/**
 * A URL that makes SQLite open the file only if it exists. Some systems refuse to open another user's file
 * with permission to create.
 */
function existing(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set('mode', 'rw');
  return url;
}

function preparedFile(file: string): BigIntStats {
  makeFile(file);
  // The file is not opened here: on POSIX, closing it would release a lock that this process already holds.
  const prepared = lstatSync(file, { bigint: true });
  if (!prepared.isFile()) throw new Error(`${file} is not a file.`);
  const isOpen = isWindows || (prepared.mode & 0o777n) === everyone;
  if (!isOpen && prepared.uid === BigInt(userInfo().uid)) chmodSync(file, Number(everyone));
  return prepared;
}

const everyone = 0o666n;

/** Creates the lock file, if missing. `wx` does not follow a link. */
function makeFile(file: string): void {
  if (found(file) !== undefined) return;
  try {
    const descriptor = openSync(file, 'wx');
    fchmodSync(descriptor, Number(everyone));
    closeSync(descriptor);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Whether the path still leads to the same file. Inode numbers are reused, so the creation time is compared
 * too.
 */
function isStill(before: BigIntStats, file: string): boolean {
  const now = found(file);
  return now?.dev === before.dev && now.ino === before.ino && now.birthtimeNs === before.birthtimeNs;
}

function found(file: string): BigIntStats | undefined {
  return lstatSync(file, { bigint: true, throwIfNoEntry: false });
}

/** Releases a lock. Its file is removed while it is locked, so nobody else uses it. */
function releaseAt(file: string, lock: DatabaseSync): void {
  if (!isWindows) remove(file);
  lock.close();
  // Windows cannot delete an open file.
  if (isWindows) remove(file);
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // A file that stays does no harm: it is empty, and the next lock uses it again.
  }
}

export function normalised(target: string): string {
  const url = new URL(target);
  if (
    /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])\.?$/.test(url.hostname)
  )
    url.hostname = 'localhost';
  return url.href.replace(/\/+$/, '');
}

/** 32 hexadecimal digits, independent of how URL and identifier are spelled. */
export function nameOfClient(target: string, client: string): string {
  const text = `${normalised(target)}\n${client.toLowerCase()}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
