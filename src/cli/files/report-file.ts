import { lstat, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../../files/folders.ts';
import { removeParts, tryToMake, writeWhole } from '../../files/whole-file.ts';
import { Failure } from '../../gate/failure.ts';
import { named } from '../../report/quoted.ts';

/** The files that a run leaves in the folder of its report, or what they hold: `json` for programs, `html` for people. */
export type ReportFiles = Readonly<Record<'json' | 'html', string>>;

function filesIn(directory: string): ReportFiles {
  return { json: join(directory, 'report.json'), html: join(directory, 'report.html') };
}

/**
 * The files of a report, cleared: that they can be written shows before the run rather than after it, and a run that
 * breaks off leaves no report, nor one of an earlier run.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function clearedReportFiles(directory: string): Promise<ReportFiles> {
  const files = filesIn(directory);
  for (const file of Object.values(files)) await clearedFile(file);
  return files;
}

/**
 * The same of any file that a run leaves.
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

/** What is neither a file nor a link to one, such as a pipe, is somebody's, and not replaced. */
async function assertReplaceable(file: string): Promise<void> {
  const found = await lstat(file).catch(unlessMissing);
  if (found === undefined || found.isFile() || found.isSymbolicLink()) return;
  throw new Error(`${file} is no file.`);
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * A report is written over no file that the call reads or keeps.
 * @param message - what is wrong where the file is where the report goes
 * @throws {Failure} `CALL_NOT_UNDERSTOOD`
 */
export function assertNotReport(file: string, directory: string, message: string): void {
  const taken = Object.values(filesIn(directory)).map((one) => resolve(one));
  if (taken.includes(resolve(file))) throw new Failure('CALL_NOT_UNDERSTOOD', message);
}

/**
 * Writes both files of a report, and one not without the other.
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
 * Writes a report as a whole or not at all.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function writeReport(file: string, text: string): Promise<void> {
  await writeWhole(file, text).catch((cause: unknown) => notWritable(file, cause));
}

function notWritable(file: string, cause: unknown): never {
  const message = `The report ${named(file)} cannot be written. Name another folder with --report-dir.`;
  throw new Failure('FILE_NOT_WRITABLE', message, { cause });
}
