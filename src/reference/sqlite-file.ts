import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';

/** Marks our files in their header: "CCRI" (PRAGMA application_id). */
export const applicationId = 0x43435249;

/**
 * Creates the file, readable by its user only, if it does not exist. An existing file must be ours or empty; checking
 * that writes nothing to it or next to it.
 * @throws {Error} when it belongs to another application, or cannot be created or read
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

// SQLite file format, section 1.3.
const magic = 'SQLite format 3\0';
const ownerAt = 68;
const headerLength = 100;

/** The header, or nothing if the file is empty. A shorter one is filled with zeros. */
function headerOf(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const header = Buffer.alloc(headerLength);
    return readSync(descriptor, header) === 0 ? Buffer.alloc(0) : header;
  } finally {
    closeSync(descriptor);
  }
}
