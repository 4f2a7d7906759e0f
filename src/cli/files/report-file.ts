import { lstat, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../../files/folders.ts';
import { removeParts, tryToMake, writeWhole } from '../../files/whole-file.ts';
import { Failure } from '../../gate/failure.ts';
import { named } from '../../report/quoted.ts';

/** The files in the report's folder, or their contents: `json` for programs, `html` for people. */
export type ReportFiles = Readonly<Record<'json' | 'html', string>>;

function filesIn(directory: string): ReportFiles {
  return { json: join(directory, 'report.json'), html: join(directory, 'report.html') };
}

/**
 * Deletes the files of a report before the run. This shows early that they can be written, and an interrupted run
 * does not leave the report of an earlier one.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function clearedReportFiles(directory: string): Promise<ReportFiles> {
  const files = filesIn(directory);
  for (const file of Object.values(files)) await clearedFile(file);
  return files;
}

/**
 * As above, for any file that a run writes.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function clearedFile(file: string): Promise<void> {
  try {
    await makeFolder(dirname(file));
    await assertReplaceable(file);
    await tryToMake(file);
    await removeParts(file);
    await rm(file, { force: true });
  } catch (cause) {
    notWritable(file, cause);
  }
}

/** Anything other than a file or a link, such as a pipe, is not replaced. */
async function assertReplaceable(file: string): Promise<void> {
  const found = await lstat(file).catch(unlessMissing);
  if (found === undefined || found.isFile() || found.isSymbolicLink()) return;
  throw new Error(`${file} is no file.`);
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * A report must not overwrite a file that the call reads or keeps.
 * @param message - the error if the file is one of the report's files
 * @throws {Failure} `CALL_NOT_UNDERSTOOD`
 */
export function assertNotReport(file: string, directory: string, message: string): void {
  const taken = Object.values(filesIn(directory)).map((one) => resolve(one));
  if (taken.includes(resolve(file))) throw new Failure('CALL_NOT_UNDERSTOOD', message);
}

/**
 * Writes both files of a report, or none.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function writeReportFiles(files: ReportFiles, content: ReportFiles): Promise<void> {
  await writeReport(files.json, content.json);
  try {
    await writeReport(files.html, content.html);
  } catch (error) {
    await rm(files.json, { force: true });
    throw error;
  }
}

/**
 * Writes a report atomically.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function writeReport(file: string, text: string): Promise<void> {
  await writeWhole(file, text).catch((cause: unknown) => notWritable(file, cause));
}

function notWritable(file: string, cause: unknown): never {
  const message = `The report ${named(file)} cannot be written. Name another folder with --report-dir.`;
  throw new Failure('FILE_NOT_WRITABLE', message, { cause });
}
