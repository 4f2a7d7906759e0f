import { appendFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Failure } from '../../gate/failure.ts';
import { named } from '../../report/quoted.ts';
import type { Report } from '../../report/report.ts';
import { reporters } from '../../report/reporters.ts';
import type { AskedReporter } from '../reporter.ts';
import { noticesTo, type Terminal, writeCommands } from '../terminal.ts';
import { assertNotReport, clearedFile, writeReport } from './report-file.ts';

/**
 * The files of the reporters, cleared, so that a run that breaks off leaves none of an earlier one.
 * @returns what writes the report in each form, says where, and returns the files
 * @throws {Failure} `CALL_NOT_UNDERSTOOD` where two would be one file, `FILE_NOT_WRITABLE`
 */
export async function clearedReporters(
  asked: readonly AskedReporter[],
  reportDir: string,
): Promise<(report: Report, terminal: Terminal) => Promise<readonly string[]>> {
  const placed = asked.map(({ name, file }) => ({
    name,
    file: name === 'github' ? undefined : (file ?? join(reportDir, reporters[name].file)),
  }));
  const files = placed.flatMap(({ file }) => file ?? []);
  for (const [index, file] of files.entries()) {
    assertNotReport(file, reportDir, `${named(file)} is where the report goes. Name another file.`);
    if (files.slice(0, index).some((earlier) => resolve(earlier) === resolve(file)))
      throw new Failure(
        'CALL_NOT_UNDERSTOOD',
        `Two reporters would write ${named(file)}. Name another file for one of them.`,
      );
    await clearedFile(file);
  }
  return async (report, terminal) => {
    for (const { name, file } of placed) {
      if (name === 'github') await toGithub(report, terminal);
      else if (file !== undefined) {
        const render = await reporters[name].renderer();
        await writeReport(file, render(report));
        noticesTo(terminal)(`Report for ${name}: ${named(file)}`);
      }
    }
    return files;
  };
}

async function toGithub(report: Report, terminal: Terminal): Promise<void> {
  const { githubCommands } = await import('../../report/reporters/github.ts');
  writeCommands(terminal, githubCommands(report));
  const summary = terminal.environment.GITHUB_STEP_SUMMARY;
  if (summary === undefined || summary === '') return;
  const { markdown } = await import('../../report/reporters/markdown.ts');
  await appendFile(summary, markdown(report)).catch((cause: unknown) => {
    const message = `The summary of the job ${named(summary)} cannot be written. Leave out --reporter github, or set GITHUB_STEP_SUMMARY to a file.`;
    throw new Failure('FILE_NOT_WRITABLE', message, { cause });
  });
}
