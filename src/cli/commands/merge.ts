import { join, resolve } from 'node:path';
import { type ExitStatus, Failure } from '../../gate/failure.ts';
import { merged, type NamedReport } from '../../report/merge.ts';
import { printable } from '../../report/printable.ts';
import schema from '../../report/report.schema.json' with { type: 'json' };
import type { Report } from '../../report/report.ts';
import { terminalReport } from '../../report/terminal.ts';
import { statusOfConclusion } from '../exit-status.ts';
import { fileForm, readJsonFile } from '../files/json-file.ts';
import { clearedReportFile, writeReport } from '../files/report-file.ts';
import { whyNotTested } from '../not-tested.ts';
import { rerunOf } from '../rerun.ts';
import { paintFor, type Terminal } from '../terminal.ts';

/** The options of `merge`. */
export interface MergeOptions {
  readonly reportDir: string;
  /** How much has to be witnessed, in percent. */
  readonly minWitnessed?: number;
}

const form = fileForm<Report>('a report of case-conformance', schema);

/**
 * Joins the reports of the shards of one run, and concludes from the whole.
 * @param files - at least one
 * @throws {Failure} when one cannot be read, or they are not of one run
 */
export async function merge(
  files: readonly string[],
  { reportDir, minWitnessed = 0 }: MergeOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  assertNotOverwritten(files, reportDir);
  const report = joined(await Promise.all(files.map(read)), minWitnessed);
  const file = await clearedReportFile(reportDir);
  await writeReport(file, `${JSON.stringify(report, null, 2)}\n`);
  terminal.output.write(terminalReport(report, paintFor(terminal), printable(rerunOf(report))));
  terminal.output.write(`Report: ${file}\n`);
  if (report.conclusion === 'not-tested') {
    throw new Failure('TARGET_NOT_TESTED', printable(whyNotTested(report.results, report.target)));
  }
  return statusOfConclusion[report.conclusion];
}

function assertNotOverwritten(files: readonly string[], reportDir: string): void {
  const overwritten = files.find((file) => resolve(file) === resolve(join(reportDir, 'report.json')));
  if (overwritten === undefined) return;
  throw new Failure(
    'CALL_NOT_UNDERSTOOD',
    `${overwritten} would be overwritten. Name another folder with --report-dir.`,
  );
}

async function read(file: string): Promise<NamedReport> {
  return { name: file, report: await readJsonFile(file, form) };
}

function joined(shards: readonly NamedReport[], minWitnessed: number): Report {
  const outcome = merged(shards, minWitnessed);
  if (outcome.kind === 'merged') return outcome.report;
  throw new Failure('REPORTS_DIFFER', printable(outcome.message));
}
