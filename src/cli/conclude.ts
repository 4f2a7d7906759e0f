import { whyNotTested } from '../acceptance/conclusion.ts';
import type { Outcome } from '../gate/performed-run.ts';
import type { RunHooks } from '../gate/run-hooks.ts';
import { maskingOf } from '../http/masking.ts';
import type { Commands } from '../report/commands.ts';
import { htmlReport } from '../report/html/page.ts';
import { printable } from '../report/printable.ts';
import { named } from '../report/quoted.ts';
import type { Report } from '../report/report.ts';
import { reportText } from '../report/report-text.ts';
import { terminalReport } from '../report/terminal.ts';
import { bundled } from '../specification/bundled.ts';
import { type ExitStatus, statusOfConclusion } from './exit-status.ts';
import { clearedReportFiles, type ReportFiles, writeReportFiles } from './files/report-file.ts';
import { clearedReporters } from './files/reporters.ts';
import { ProgramFailure } from './program-failure.ts';
import { progressInWords, progressOn, type ShownProgress, shareInWords } from './progress.ts';
import type { AskedReporter } from './reporter.ts';
import { type Described, explainCommand } from './rerun.ts';
import { assertSafe } from './safe-to-write.ts';
import { interruptionAt } from './signals.ts';
import { noticesTo, paintFor, type Terminal, write } from './terminal.ts';

type Concluded = Pick<Outcome, 'report'> & Partial<Pick<Outcome, 'obstacle'>>;

interface Call<Came extends Outcome> extends Described {
  readonly reportDir: string;
  /** Files that the call reads or keeps. */
  readonly taken: readonly (string | undefined)[];
  readonly reporter?: readonly AskedReporter[] | undefined;
  readonly debug?: boolean;
  /** Runs the checks, and ends early when the signal is aborted. */
  readonly run: (hooks: RunHooks) => Promise<Came>;
  /** Values that no output may show. */
  readonly secrets: readonly string[];
  /** The command that repeats the run. */
  readonly rerun: (report: Report) => string;
  readonly further: (outcome: Came) => Promise<void>;
}

/**
 * Runs the checks with progress and signal handling, prints the conclusion and writes the report.
 * @returns the exit status
 * @throws {Failure} as the run does, `FILE_NOT_WRITABLE`, or as `exitStatusOf` does
 */
export async function reported<Came extends Outcome>(
  { reportDir, taken, reporter = [], debug = false, run, secrets, rerun, further, ...described }: Call<Came>,
  terminal: Terminal,
): Promise<ExitStatus> {
  const files = await clearedReportFiles(reportDir);
  const writeOthers = await clearedReporters(reporter, reportDir, taken);
  const progress = progressOn(terminal);
  const interruption = interruptionAt(terminal);
  // A URL may contain a secret, too.
  const mask = maskingOf(secrets);
  const hooks: RunHooks = {
    signal: interruption.signal,
    ...(progress === undefined ? {} : shownOn(progress, mask)),
    onNotice: (sentence) => noticesTo(terminal)(mask(sentence)),
    onChanging: interruption.watch,
  };
  try {
    const outcome = await run(hooks).finally(() => progress?.stop());
    interruption.putBack(outcome.report);
    const commands = {
      rerun: mask(rerun(outcome.report)),
      explain: mask(explainCommand(described, terminal.environment)),
    };
    const said = conclusionTexts(outcome, commands, terminal);
    const assertThatSafe = (name: string, text: string): void => assertSafe(name, text, outcome.leakIn);
    assertThatSafe('The report', [said.terminal, said.json, said.html].join('\n'));
    await writeConclusion(said, files, terminal);
    await writeOthers(outcome.report, terminal, assertThatSafe);
    await further(outcome);
    for (const error of debug ? outcome.suiteErrors : []) write(terminal.errors, `${error}\n`);
    return exitStatusOf(outcome);
  } finally {
    interruption.end();
  }
}

function shownOn(progress: ShownProgress, mask: (text: string) => string): RunHooks {
  return {
    onProgress: (now) => progress.show(mask(progressInWords(now))),
    onReading: (read, of) => progress.show(shareInWords('Reading', read, of, 'cases')),
  };
}

type ConclusionTexts = Readonly<Record<'terminal' | keyof ReportFiles, string>>;

export function conclusionTexts(
  { report, obstacle }: Concluded,
  commands: Commands,
  terminal: Terminal,
): ConclusionTexts {
  const [first] = report.deviations;
  return {
    // If the target was not reached, only that is reported.
    terminal: [
      ...(obstacle === undefined ? [terminalReport(report, paintFor(terminal), commands)] : []),
      ...(first === undefined ? [] : [`Why: ${commands.explain} ${first.code}\n`]),
    ].join(''),
    json: reportText(report),
    html: htmlReport(report, commands, bundled.requirements),
  };
}

/**
 * Prints the conclusion of a run and writes its report.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function writeConclusion(
  { terminal: said, ...content }: ConclusionTexts,
  files: ReportFiles,
  terminal: Terminal,
): Promise<void> {
  write(terminal.output, said);
  await writeReportFiles(files, content);
  noticesTo(terminal)(`Report: ${named(files.html)} (and report.json, for programs)`);
}

/**
 * The exit status after a run.
 * @throws {ProgramFailure} `TARGET_NOT_TESTED` if nothing can be concluded about the target
 */
export function exitStatusOf({ report, obstacle }: Concluded): ExitStatus {
  const { conclusion, results, target } = report;
  if (conclusion !== 'not-tested') return statusOfConclusion[conclusion];
  throw new ProgramFailure('TARGET_NOT_TESTED', printable(obstacle ?? whyNotTested(results, target)));
}
