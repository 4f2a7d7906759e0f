import { inspect } from 'node:util';
import type { Tokens } from '../conformance/exchanges.ts';
import type { RunResult } from '../conformance/result.ts';
import { type ExitStatus, Failure } from '../gate/failure.ts';
import { maskingOf } from '../http/masking.ts';
import type { Report } from '../report/report.ts';
import { terminalReport } from '../report/terminal.ts';
import { statusOfConclusion } from './exit-status.ts';
import { writeReport } from './files/report-file.ts';
import { whyNotTested } from './not-tested.ts';
import { paintFor, type Terminal } from './terminal.ts';

/** What is left to do with a run once it is judged. */
export interface Concluding {
  readonly report: Report;
  readonly result: RunResult;
  readonly baseUrl: string;
  /** They are masked wherever they show after all. */
  readonly tokens: Tokens;
  /** The command that runs the same again. */
  readonly rerun: string;
  /** Of the report. */
  readonly file: string;
  readonly isDebugging: boolean;
}

/**
 * Says what a run came to, and leaves its report.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function writeConclusion(
  { report, result, tokens, rerun, file }: Concluding,
  terminal: Terminal,
): Promise<void> {
  // Everything is kept out of a report by structure; this is the net beneath.
  const mask = maskingOf(Object.values(tokens));
  const text = mask(terminalReport(report, paintFor(terminal), rerun));
  // Of a target that was not reached there is nothing to say but that.
  if (result.obstacle === undefined) terminal.output.write(text);
  await writeReport(file, mask(textOf(report)));
  terminal.output.write(`Report: ${file}\n`);
}

/**
 * What the process ends with after such a run.
 * @throws {Failure} `TARGET_NOT_TESTED` when nothing can be concluded of the target
 */
export function exitStatusOf(concluding: Concluding, { errors }: Terminal): ExitStatus {
  const { report, result, baseUrl, tokens, isDebugging } = concluding;
  const mask = maskingOf(Object.values(tokens));
  for (const { error } of isDebugging ? result.suiteFaults : []) errors.write(`${mask(inspect(error))}\n`);
  if (report.conclusion === 'not-tested') {
    const why = result.obstacle ?? whyNotTested(result.results, baseUrl);
    throw new Failure('TARGET_NOT_TESTED', mask(why));
  }
  return statusOfConclusion[report.conclusion];
}

/** A value as its file holds it. */
export function textOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
