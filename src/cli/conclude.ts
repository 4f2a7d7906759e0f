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

/** A report, and why there is none to speak of where the target was not reached. */
type Concluded = Pick<Outcome, 'report'> & Partial<Pick<Outcome, 'obstacle'>>;

/** A run, and what is said of it. */
interface Call<Came extends Outcome> extends Described {
  readonly reportDir: string;
  /** Files that the call reads or keeps: what is undefined is none. */
  readonly taken: readonly (string | undefined)[];
  /** In which other forms the report is written. */
  readonly reporter?: readonly AskedReporter[] | undefined;
  readonly debug?: boolean;
  /** Runs it, and ends early when it is told to. */
  readonly run: (hooks: RunHooks) => Promise<Came>;
  /** What no output may show. */
  readonly secrets: readonly string[];
  /** The command that runs the same again. */
  readonly rerun: (report: Report) => string;
  /** What is done once the report is there. */
  readonly further: (outcome: Came) => Promise<void>;
}

/**
 * Shows a run as it goes on, lets a signal end it, says what it came to, and leaves its report.
 * @returns what the process ends with
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
  // A secret may stand in an address, too.
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

/** Shows a person how far the run is. */
function shownOn(progress: ShownProgress, mask: (text: string) => string): RunHooks {
  return {
    onProgress: (now) => progress.show(mask(progressInWords(now))),
    onReading: (read, of) => progress.show(shareInWords('Reading', read, of, 'cases')),
  };
}

/** What a run came to, for a terminal, programs and people. */
type ConclusionTexts = Readonly<Record<'terminal' | keyof ReportFiles, string>>;

export function conclusionTexts(
  { report, obstacle }: Concluded,
  commands: Commands,
  terminal: Terminal,
): ConclusionTexts {
  const [first] = report.deviations;
  return {
    // Of a target that was not reached there is nothing to say but that.
    terminal: [
      ...(obstacle === undefined ? [terminalReport(report, paintFor(terminal), commands)] : []),
      ...(first === undefined ? [] : [`Why: ${commands.explain} ${first.code}\n`]),
    ].join(''),
    json: reportText(report),
    html: htmlReport(report, commands, bundled.requirements),
  };
}

/**
 * Says what a run came to, and leaves its report.
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
 * What the process ends with after such a run.
 * @throws {ProgramFailure} `TARGET_NOT_TESTED` when nothing can be concluded of the target
 */
export function exitStatusOf({ report, obstacle }: Concluded): ExitStatus {
  const { conclusion, results, target } = report;
  if (conclusion !== 'not-tested') return statusOfConclusion[conclusion];
  throw new ProgramFailure('TARGET_NOT_TESTED', printable(obstacle ?? whyNotTested(results, target)));
}
