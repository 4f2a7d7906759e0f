import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';

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
  if (header.readInt32BE(ownerAt) !== applicationId)
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
