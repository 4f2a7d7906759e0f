import { createHash } from 'node:crypto';
import { chmodSync, closeSync, fchmodSync, lstatSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { platform, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Keeps other processes on this machine from changing the same clients. */
export interface ClientLocks {
  release(): void;
}

/** Why a client could not be locked: another process uses it, or the lock file is unusable. */
type NoLock = { readonly lockedElsewhere: string } | { readonly unusable: string };

/**
 * Locks clients of a target for this process, all or none. Each lock is a file lock on an empty SQLite database, so it
 * ends with the process, even after a crash.
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

/**
 * Locks a name of `nameOfClient`. The empty file of the lock stays where it is: whoever removed it could take it from a
 * process that has just opened it.
 */
export function lockName(name: string): ClientLocks | NoLock {
  // The same folder for every user and every run, regardless of TMPDIR.
  const file = join(isWindows ? tmpdir() : '/tmp', `case-conformance-${name}.lock`);
  // Not imported: an older Node, which is refused with a message, could not even link this file.
  const sqlite: typeof import('node:sqlite') = createRequire(import.meta.url)('node:sqlite');
  let lock: DatabaseSync | undefined;
  try {
    makeFile(file);
    lock = new sqlite.DatabaseSync(existing(file), { timeout: 0 });
    // Nothing is ever written to it, so it needs no journal file.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    const own = lock;
    return { release: () => own.close() };
  } catch (error) {
    lock?.close();
    const { errcode = 0 } = error as { errcode?: number };
    return (errcode & 0xff) === sqliteBusy ? { lockedElsewhere: name } : { unusable: file };
  }
}

const isWindows = platform() === 'win32';
const sqliteBusy = 5;

/**
 * Opens only an existing file. Where another user's file exists, some systems refuse even to open it with permission to
 * create.
 */
function existing(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set('mode', 'rw');
  return url;
}

const everyone = 0o666;

/** Creates the file if needed, exclusively, so a link is not followed. Every user may lock it. */
function makeFile(file: string): void {
  try {
    const descriptor = openSync(file, 'wx');
    fchmodSync(descriptor, everyone);
    closeSync(descriptor);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // Do not open the existing file: closing it again would release a lock that this process holds on it (POSIX).
  const made = lstatSync(file);
  if (!made.isFile()) throw new Error(`${file} is not a file.`);
  const isOpen = isWindows || (made.mode & 0o777) === everyone;
  if (!isOpen && made.uid === userInfo().uid) chmodSync(file, everyone);
}

/** Normalises a base URL. All loopback names become localhost. */
export function normalised(target: string): string {
  const url = new URL(target);
  if (
    /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])\.?$/.test(url.hostname)
  )
    url.hostname = 'localhost';
  return url.href.replace(/\/+$/, '');
}

/** The name of a client of a target: 32 hexadecimal digits, independent of the spelling of either. */
export function nameOfClient(target: string, client: string): string {
  const text = `${normalised(target)}\n${client.toLowerCase()}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
