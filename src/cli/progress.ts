import ora from 'ora';
import type { Progress } from '../gate/run-hooks.ts';
import { printable } from '../report/printable.ts';
import { plural } from '../report/words.ts';
import type { Terminal } from './terminal.ts';

/** Where a person sees how far something is. */
export interface ShownProgress {
  /** Renews the line. */
  show(text: string): void;
  /** Takes it away. */
  stop(): void;
}

/** Shows how far something is, where a person looks on; undefined elsewhere, since there is no line to renew. */
export function progressOn({ errors, environment }: Terminal): ShownProgress | undefined {
  const { columns } = errors;
  if (errors.isTTY !== true || !columns) return undefined;
  const isPlain = (environment.NO_COLOR ?? '') !== '';
  // What is typed stays the terminal's: an interruption must reach the process as a signal.
  const spinner = ora({ stream: errors, discardStdin: false, ...(isPlain ? { color: false } : {}) });
  return {
    show: (text) => {
      // The window may have been made narrower.
      spinner.text = cut(printable(text), (errors.columns ?? columns) - widthOfSpinner);
      if (!spinner.isSpinning) spinner.start();
    },
    stop: () => spinner.stop(),
  };
}

/** The spinner, a space, and one column that is left free. */
const widthOfSpinner = 3;

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** How far something is that consists of so many things: `Reading: 3 of 40 cases`. */
export function shareInWords(doing: string, ended: number, all: number, things: string): string {
  return ended === 0 ? doing : `${doing}: ${ended} of ${all} ${things}`;
}

/** How far a run is: its checks, its requests, and what it is about. What a narrow window cuts comes last. */
export function progressInWords({ baseUrl, sent, operation, ended, all, waitedMs }: Progress): string {
  const parts = [
    `${ended} of ${all} checks`,
    plural(sent, 'request'),
    ...(waitedMs < 1_000 ? [] : [`throttled for ${Math.round(waitedMs / 1000)} s`]),
    ...(operation === undefined ? [] : [operation]),
  ];
  return `Testing: ${parts.join(', ')}, ${baseUrl}`;
}
