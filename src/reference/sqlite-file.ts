import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { tableNames } from './migrations/0001-tables.ts';

/** What the header of our files says of whose they are: "CCRI" (PRAGMA application_id). */
export const applicationId = 0x43435249;

/**
 * Makes the file, for its user alone, if it is not there. One that is there must be ours, or empty; nothing is written to
 * it, nor beside it, to see that.
 * @throws {Error} when it is something else's, or cannot be made or read
 */
export function claimFile(file: string): void {
  if (!existsSync(file)) {
    closeSync(openSync(file, 'wx', 0o600));
    return;
  }
  if (!statSync(file).isFile()) throw new Error(`${file} is no file.`);
  const header = headerOf(file);
  if (header.length === 0) return;
  if (header.toString('latin1', 0, magic.length) !== magic) throw new Error(`${file} is no SQLite database.`);
  const owner = header.readInt32BE(ownerAt);
  if (owner === applicationId) return;
  if (owner !== 0 || !isUnmarkedOurs(file))
    throw new Error(`${file} is the database of another application.`);
}

// Of the file format of SQLite, section 1.3.
const magic = 'SQLite format 3\0';
const ownerAt = 68;
const headerLength = 100;

/** The header, or nothing where the file is empty; what is shorter is filled with zeros. */
function headerOf(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const header = Buffer.alloc(headerLength);
    return readSync(descriptor, header) === 0 ? Buffer.alloc(0) : header;
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a file that says nothing of whose it is holds all of our tables, as earlier versions left them, or nothing. */
function isUnmarkedOurs(file: string): boolean {
  const names = namesIn(file);
  return isOurs(names.length === 0 && existsSync(`${file}-wal`) ? namesWithLog(file) : names);
}

function isOurs(names: readonly string[]): boolean {
  return names.length === 0 || tableNames.every((name) => names.includes(name));
}

/** What the file itself holds, by name. It is opened so that SQLite neither locks it nor writes beside it. */
function namesIn(file: string): string[] {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  const sqlite = new DatabaseSync(url, { readOnly: true });
  try {
    const rows = sqlite.prepare('SELECT name FROM sqlite_schema').all();
    return rows.map(({ name }) => String(name));
  } finally {
    sqlite.close();
  }
}

/** What a copy of the file holds with the log beside it, which a process left that was killed. */
function namesWithLog(file: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'case-conformance-database-'));
  try {
    const copy = join(folder, 'copy');
    for (const suffix of ['', '-wal']) copyFileSync(`${file}${suffix}`, `${copy}${suffix}`);
    // To open and close it puts the log into the file.
    const sqlite = new DatabaseSync(copy);
    sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    sqlite.close();
    return namesIn(copy);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
