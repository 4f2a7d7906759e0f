import ora from 'ora';
import { printable } from '../report/printable.ts';
import type { Terminal } from './terminal.ts';

/**
 * Shows how far something is, where a person looks on; elsewhere it shows nothing.
 * @param things - what is counted
 */
export function progressOn(
  { errors }: Terminal,
  things: string,
): { update(doing: string, ended: number, all: number): void; stop(): void } {
  // Without a width there is no line to renew.
  if (errors.isTTY !== true || !errors.columns) return { update: () => {}, stop: () => {} };
  // What is typed stays the terminal's: an interruption must reach the process as a signal.
  const spinner = ora({ stream: errors, discardStdin: false });
  return {
    update: (doing, ended, all) => {
      spinner.text = ended === 0 ? printable(doing) : `${printable(doing)}: ${ended} of ${all} ${things}`;
      if (!spinner.isSpinning) spinner.start();
    },
    stop: () => spinner.stop(),
  };
}
