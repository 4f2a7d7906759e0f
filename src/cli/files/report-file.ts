import { lstat, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../../files/folders.ts';
import { removeParts, tryToMake, writeWhole } from '../../files/whole-file.ts';
import { Failure } from '../../gate/failure.ts';
import { named } from '../../report/quoted.ts';

/**
 * The file of a report, cleared: that it can be written shows before the run rather than after it, and a run that
 * breaks off leaves no report, nor one of an earlier run.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function clearedReportFile(directory: string): Promise<string> {
  return clearedFile(join(directory, 'report.json'));
}

/**
 * The same of any file that a run leaves.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function clearedFile(file: string): Promise<string> {
  try {
    await makeFolder(dirname(file));
    await assertReplaceable(file);
    await tryToMake(file);
    await removeParts(file);
    await rm(file, { force: true });
  } catch (cause) {
    return notWritable(file, cause);
  }
  return file;
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
  if (resolve(file) === resolve(directory, 'report.json')) throw new Failure('CALL_NOT_UNDERSTOOD', message);
}

/**
 * Writes the report as a whole or not at all.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function writeReport(file: string, json: string): Promise<void> {
  await writeWhole(file, json).catch((cause: unknown) => notWritable(file, cause));
}

function notWritable(file: string, cause: unknown): never {
  const message = `The report ${named(file)} cannot be written. Name another folder with --report-dir.`;
  throw new Failure('FILE_NOT_WRITABLE', message, { cause });
}
