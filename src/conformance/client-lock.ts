import { chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { digestOf } from './journal-folder.ts';

/** What keeps others on this machine from changing the same clients. */
export interface ClientLocks {
  release(): void;
}

/** A client that another process is at work with. */
export interface HeldElsewhere {
  readonly heldElsewhere: string;
}

/**
 * Takes the clients of a target for this process, all or none. The lock is one of the file system, held by an empty
 * SQLite database, so that it ends with the process however that ends.
 */
export function lockClients(target: string, clients: readonly string[]): ClientLocks | HeldElsewhere {
  const held: DatabaseSync[] = [];
  const release = (): void => {
    for (const lock of held.splice(0)) lock.close();
  };
  for (const client of clients) {
    const lock = lockOf(digestOf(target, client));
    if (lock === undefined) {
      release();
      return { heldElsewhere: client };
    }
    held.push(lock);
  }
  return { release };
}

function lockOf(name: string): DatabaseSync | undefined {
  // The same place for every user, and whatever folder a journal is in.
  const file = join(tmpdir(), `case-conformance-${name}.lock`);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    shareWithOthers(file);
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw error;
  }
}

const sqliteBusy = 5;

/** So that other users can take the lock too; only whoever made the file may do this. */
function shareWithOthers(file: string): void {
  try {
    chmodSync(file, 0o666);
  } catch {
    // Whoever made it has done it.
  }
}
