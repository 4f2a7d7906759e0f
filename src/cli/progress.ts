import type { Progress } from '../gate/run-hooks.ts';
import { printable } from '../report/printable.ts';
import { plural } from '../report/words.ts';
import type { Terminal } from './terminal.ts';

/** Shows progress on a terminal. Undefined elsewhere, where a line cannot be updated. */
export async function progressOn({ errors, environment }: Terminal) {
  const { columns } = errors;
  if (errors.isTTY !== true || !columns) return undefined;
  const { default: ora } = await import('ora');
  const isPlain = (environment.NO_COLOR ?? '') !== '';
  // If the spinner read the input, Ctrl+C would not become a signal.
  const spinner = ora({ stream: errors, discardStdin: false, ...(isPlain ? { color: false } : {}) });
  return {
    show: (text: string): void => {
      // The width is read again, since the window may have become narrower.
      spinner.text = cut(printable(text), (errors.columns ?? columns) - widthOfSpinner);
      if (!spinner.isSpinning) spinner.start();
    },
    stop: (): void => void spinner.stop(),
  };
}

/** The width of the spinner, a space, and one free column. */
const widthOfSpinner = 3;

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

export function countInWords(doing: string, ended: number, all: number, things: string): string {
  return ended === 0 ? doing : `${doing}: ${ended} of ${all} ${things}`;
}

/** The operation is last, since a narrow window cuts off the end. */
export function progressInWords({ baseUrl, sent, operation, ended, all, waitedMs }: Progress): string {
  const parts = [
    `${ended} of ${all} checks`,
    plural(sent, 'request'),
    ...(waitedMs < 1_000 ? [] : [`throttled for ${Math.round(waitedMs / 1000)} s`]),
    ...(operation === undefined ? [] : [operation]),
  ];
  return `Testing: ${parts.join(', ')}, ${baseUrl}`;
}
