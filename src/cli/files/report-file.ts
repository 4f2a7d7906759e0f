import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Failure } from '../../gate/failure.ts';
import { makeFolder } from '../../gate/files/folders.ts';

/**
 * The file of a report, cleared: that it can be written shows before the run rather than after it, and a run that
 * breaks off leaves no report, nor one of an earlier run.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function clearedReportFile(directory: string): Promise<string> {
  const file = join(directory, 'report.json');
  try {
    await makeFolder(directory);
  } catch (cause) {
    return notWritable(file, cause);
  }
  await writeReport(file, '');
  await rm(file);
  return file;
}

/**
 * A report is written over no file that the call reads or keeps.
 * @param message - what is wrong where the file is where the report goes
 * @throws {Failure} `CALL_NOT_UNDERSTOOD`
 */
export function assertNotReport(file: string, directory: string, message: string): void {
  if (resolve(file) === resolve(directory, 'report.json')) throw new Failure('CALL_NOT_UNDERSTOOD', message);
}

/** @throws {Failure} `FILE_NOT_WRITABLE` */
export async function writeReport(file: string, json: string): Promise<void> {
  await writeFile(file, json).catch((cause: unknown) => notWritable(file, cause));
}

function notWritable(file: string, cause: unknown): never {
  const message = `The report ${file} cannot be written. Name another folder with --report-dir.`;
  throw new Failure('FILE_NOT_WRITABLE', message, { cause });
}
