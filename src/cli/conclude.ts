import { relative } from 'node:path';
import { whyNotTested } from '../acceptance/conclusion.ts';
import { Failure } from '../gate/failure.ts';
import type { Outcome } from '../gate/performed-run.ts';
import type { RunHooks } from '../gate/run-hooks.ts';
import { maskingOf } from '../http/masking.ts';
import { printable } from '../report/printable.ts';
import type { DescriptionOptions } from './arguments.ts';
import { type ExitStatus, statusOfConclusion } from './exit-status.ts';
import { countInWords, progressInWords, progressOn } from './progress.ts';
import { clearedReportFiles, type ReportOptions, writeReport } from './report-files.ts';
import { explainCommand } from './rerun.ts';
import { interruptionAt } from './signals.ts';
import { linesTo, type Terminal, write } from './terminal.ts';

interface ReportedRun<Ran extends Outcome> extends Partial<DescriptionOptions>, ReportOptions {
  readonly debug?: boolean;
  readonly run: (hooks: RunHooks) => Promise<Ran>;
  readonly secrets: readonly string[];
  /**
   * Returns the command that repeats the run with a seed, or only the checks that deviate in the report
   * `again`.
   */
  readonly rerun: (further: { readonly seed?: number; readonly again?: string }) => string;
  readonly afterwards: (outcome: Ran) => Promise<void>;
}

export async function runAndReport<Ran extends Outcome>(
  { debug = false, run, secrets, rerun, afterwards, ...call }: ReportedRun<Ran>,
  terminal: Terminal,
): Promise<ExitStatus> {
  const files = await clearedReportFiles(call);
  const progress = await progressOn(terminal);
  const interruption = interruptionAt(terminal);
  // Progress and notices contain URLs, which may contain a secret.
  const mask = maskingOf(secrets);
  const hooks: RunHooks = {
    signal: interruption.signal,
    ...(progress && {
      onProgress: (now) => progress.show(mask(progressInWords(now))),
      onReading: (read, of) => progress.show(countInWords('Reading', read, of, 'cases')),
    }),
    onNotice: (sentence) => linesTo(terminal)(mask(sentence)),
    onChanging: interruption.watch,
  };
  try {
    const outcome = await run(hooks).finally(() => progress?.stop());
    interruption.putBack(outcome.report);
    const commands = {
      rerun: mask(rerun({ seed: outcome.report.seed })),
      again: mask(rerun({ again: shownPath(files.json) })),
      explain: mask(explainCommand(call, terminal.environment)),
    };
    await writeReport(outcome, commands, files, terminal);
    await afterwards(outcome);
    for (const error of debug ? outcome.suiteErrors : []) write(terminal.errors, `${error}\n`);
    return exitStatusOf(outcome);
  } finally {
    interruption.end();
  }
}

function shownPath(file: string): string {
  const path = relative('', file);
  return path.startsWith('..') ? file : path;
}

export function exitStatusOf({ report, obstacle }: Pick<Outcome, 'report'> & Partial<Outcome>): ExitStatus {
  const { conclusion, results, target } = report;
  if (conclusion !== 'not-tested') return statusOfConclusion[conclusion];
  throw new Failure('TARGET_NOT_TESTED', printable(obstacle ?? whyNotTested(results, target)));
}
