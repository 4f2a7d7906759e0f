import { assertWritable, type KeptFile, writeKept } from '../gate/files/kept-file.ts';
import { named } from '../report/quoted.ts';
import { assertNotReport } from './report-files.ts';
import { noticesTo, type Terminal } from './terminal.ts';

/**
 * Checks that a kept file is not one of the report's files, and can be written if necessary.
 * @throws {Failure} `CALL_NOT_UNDERSTOOD` or `FILE_NOT_WRITABLE`
 */
export async function assertKeepable<Value>(
  file: string,
  kept: KeptFile<Value>,
  reportDir: string,
  isWritten: boolean,
): Promise<void> {
  assertNotReport(
    file,
    reportDir,
    `${kept.name} ${named(file)} is where the report goes. Name another file.`,
  );
  if (isWritten) await assertWritable(file, kept);
}

/**
 * Writes a result of a run for later runs, and reports that.
 * @param value - undefined if the run has no such result
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function keep<Value>(
  file: string,
  value: Value | undefined,
  kept: KeptFile<Value>,
  terminal: Terminal,
): Promise<void> {
  const tell = noticesTo(terminal);
  if (value === undefined) {
    tell(`${kept.name} ${named(file)} is left as it was, since nothing can be concluded from this run.`);
    return;
  }
  await writeKept(file, value, kept);
  tell(`${kept.label}: ${named(file)}`);
}
