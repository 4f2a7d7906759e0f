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
 * Writes a report in the additional formats.
 * @param assertSafe - throws if a text must not be written
 */
type WriteReport = (
  report: Report,
  terminal: Terminal,
  assertSafe: (name: string, text: string) => void,
) => Promise<void>;

/**
 * Deletes the files of the reporters, so an interrupted run does not leave those of an earlier one.
 * @param taken - files that the call reads or keeps, which must not be overwritten
 * @returns a function that writes the report in each format and prints the paths
 * @throws {Failure} `CALL_NOT_UNDERSTOOD` if two would be the same file, `FILE_NOT_WRITABLE`
 */
export async function clearedReporters(
  asked: readonly AskedReporter[],
  reportDir: string,
  taken: readonly (string | undefined)[],
): Promise<WriteReport> {
  const placed = asked.map(({ name, file }) => ({
    name,
    file: name === 'github' ? undefined : (file ?? join(reportDir, reporters[name].file)),
  }));
  const files = placed.flatMap(({ file }) => file ?? []);
  for (const [index, file] of files.entries()) {
    assertNotReport(file, reportDir, `${named(file)} is where the report goes. Name another file.`);
    if (taken.some((one) => one !== undefined && resolve(one) === resolve(file)))
      throw new Failure(
        'CALL_NOT_UNDERSTOOD',
        `A reporter would write over ${named(file)}, which the call reads or keeps. Name another file for it.`,
      );
    if (files.slice(0, index).some((earlier) => resolve(earlier) === resolve(file)))
      throw new Failure(
        'CALL_NOT_UNDERSTOOD',
        `Two reporters would write ${named(file)}. Name another file for one of them.`,
      );
    await clearedFile(file);
  }
  return async (report, terminal, assertSafe) => {
    for (const { name, file } of placed) {
      if (name === 'github') await toGithub(report, terminal, assertSafe);
      else if (file !== undefined) {
        const render = await reporters[name].renderer();
        const text = render(report);
        assertSafe(named(file), text);
        await writeReport(file, text);
        noticesTo(terminal)(`Report for ${name}: ${named(file)}`);
      }
    }
  };
}

async function toGithub(...[report, terminal, assertSafe]: Parameters<WriteReport>): Promise<void> {
  const { githubCommands } = await import('../../report/reporters/github.ts');
  const commands = githubCommands(report);
  assertSafe('The log', commands);
  writeCommands(terminal, commands);
  const summary = terminal.environment.GITHUB_STEP_SUMMARY;
  if (summary === undefined || summary === '') return;
  const { markdown } = await import('../../report/reporters/markdown.ts');
  const text = markdown(report);
  assertSafe('The summary of the job', text);
  await appendFile(summary, text).catch((cause: unknown) => {
    const message = `The summary of the job ${named(summary)} cannot be written. Leave out --reporter github, or set GITHUB_STEP_SUMMARY to a file.`;
    throw new Failure('FILE_NOT_WRITABLE', message, { cause });
  });
}
