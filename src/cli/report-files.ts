import { realpathSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder } from '../files/folders.ts';
import { assertReplaceable, writeWhole } from '../files/whole-file.ts';
import { callWrong, Failure, notWritable } from '../gate/failure.ts';
import type { Outcome } from '../gate/performed-run.ts';
import type { Commands } from '../report/commands.ts';
import { named } from '../report/quoted.ts';
import { reporters } from '../report/reporters.ts';
import { type Summary, summaryOf } from '../report/summary.ts';
import { terminalReport } from '../report/terminal.ts';
import { bundled } from '../specification/bundled.ts';
import type { AskedReporter } from './arguments.ts';
import { layoutFor, linesTo, type Terminal, write, writeCommands } from './terminal.ts';

export interface ReportOptions {
  readonly reportDir: string;
  readonly reporter?: readonly AskedReporter[] | undefined;
  /** The report that the run repeats. It stays until the new one replaces it. */
  readonly again?: string | undefined;
  /** Files that the command reads or updates, so the report must not overwrite them. */
  readonly taken: readonly (string | undefined)[];
}

interface ReportFiles {
  readonly json: string;
  readonly html: string;
  readonly others: readonly AskedReporter[];
}

/**
 * Deletes files of an earlier report before a run. So an interrupted run leaves no old report, and a file that cannot
 * be written fails before anything is sent.
 */
export async function clearedReportFiles({
  reportDir,
  reporter = [],
  again,
  taken,
}: ReportOptions): Promise<ReportFiles> {
  const [json, html] = [join(reportDir, 'report.json'), join(reportDir, 'report.html')];
  const others = reporter
    .map(({ name, file }) =>
      name === 'github' ? { name } : { name, file: file ?? join(reportDir, reporters[name].file) },
    )
    .filter(({ name, file }) => !(name === 'json' && file === json) && !(name === 'html' && file === html));
  const files = others.flatMap(({ file }) => file ?? []);
  for (const file of taken)
    if (isAmong([json, html, ...files], file)) throw refused(`The report would overwrite ${named(file)}`);
  for (const [index, file] of files.entries())
    if (isAmong([json, html, ...files.slice(0, index)], file))
      throw refused(`Two formats of the report would be in ${named(file)}`);
  for (const file of [json, html]) await clearedFile(file, anotherFolder, isAmong([json], again));
  for (const file of files) await clearedFile(file, anotherFile);
  return { json, html, others };
}

function isAmong(files: readonly string[], file: string | undefined): file is string {
  return file !== undefined && files.some((one) => [place(file), realPath(file)].includes(place(one)));
}

/** Where a file is written. A link in its place is replaced, and not followed. */
function place(file: string): string {
  return join(realPath(dirname(resolve(file))), basename(file));
}

/** The path without links. The file, and its folder, need not exist. */
function realPath(file: string): string {
  const path = resolve(file);
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
  }
}

function refused(problem: string): Failure {
  return callWrong(`${problem}. Name another file, or another folder with --report-dir.`);
}

const anotherFolder = 'Name another folder with --report-dir.';
const anotherFile = 'Name another file with --reporter.';

async function clearedFile(file: string, advice: string, isKept = false): Promise<void> {
  try {
    await makeFolder(dirname(file));
    await assertReplaceable(file);
    if (!isKept) await rm(file, { force: true });
  } catch (cause) {
    reportNotWritable(file, advice)(cause);
  }
}

/** Writes `report.json` and `report.html` (both or neither), and then the other formats. */
export async function writeReport(
  { report, leakIn }: Pick<Outcome, 'report'> & Partial<Outcome>,
  commands: Commands,
  files: ReportFiles,
  terminal: Terminal,
): Promise<void> {
  const summary = summaryOf(report);
  const said = terminalReport(summary, layoutFor(terminal), commands);
  const textIn = async (name: keyof typeof reporters): Promise<string> =>
    (await reporters[name].renderer())(summary, commands, bundled.requirements);
  const [json, html] = [await textIn('json'), await textIn('html')];
  const assertSafe = leakCheck(leakIn, Object.values(commands));
  assertSafe('The report', [said, json, html].join('\n'));
  write(terminal.output, said);
  await writeText(files.json, json, anotherFolder);
  await writeText(files.html, html, anotherFolder).catch(async (error: unknown) => {
    await rm(files.json, { force: true });
    throw error;
  });
  const print = linesTo(terminal);
  print(`Report: ${named(files.html)} (and report.json, for programs)`);
  for (const { name, file } of files.others) {
    if (name === 'github') await toGithub(summary, terminal, assertSafe);
    else if (file !== undefined) {
      const text = await textIn(name);
      assertSafe(named(file), text);
      await writeText(file, text, anotherFile);
      print(`Report as ${name}: ${named(file)}`);
    }
  }
}

type LeakCheck = (name: string, text: string) => void;

/** Refuses to write a text with a secret or personal data, which is a bug of the suite. */
function leakCheck(leakIn: Outcome['leakIn'] = () => undefined, own: readonly string[]): LeakCheck {
  return (name, text) => {
    const leak = leakIn(text, own);
    if (leak === undefined) return;
    throw new Failure(
      'NOT_SAFE_TO_WRITE',
      `${name} would have held ${leak}, and was not written. case-conformance broke, which says nothing of the target. Report it, with the command alone.`,
    );
  };
}

async function writeText(file: string, text: string, advice: string): Promise<void> {
  await writeWhole(file, text).catch(reportNotWritable(file, advice));
}

function reportNotWritable(file: string, advice: string): (cause: unknown) => never {
  return notWritable(`The report ${named(file)}`, advice);
}

async function toGithub(summary: Summary, terminal: Terminal, assertSafe: LeakCheck): Promise<void> {
  const { githubCommands } = await import('../report/reporters/github.ts');
  const commands = githubCommands(summary);
  assertSafe('The log', commands);
  writeCommands(terminal, commands);
  const { GITHUB_STEP_SUMMARY: file = '' } = terminal.environment;
  if (file === '') return;
  const { markdown } = await import('../report/reporters/markdown.ts');
  const text = markdown(summary);
  assertSafe('The summary of the job', text);
  const advice = 'Leave out --reporter github, or set GITHUB_STEP_SUMMARY to a file.';
  await appendFile(file, text).catch(notWritable(`The summary of the job ${named(file)}`, advice));
}
