import ora from 'ora';
import type { Terminal } from './terminal.ts';

/**
 * Shows how far something is, where a person looks on; elsewhere it shows nothing.
 * @param doing - what is under way
 * @param all - of how many
 * @param things - what these are
 */
export function startProgress(
  doing: string,
  all: number,
  things: string,
  { errors }: Terminal,
): { update(ended: number): void; stop(): void } {
  // Without a width there is no line to renew.
  if (errors.isTTY !== true || !errors.columns) return { update: () => {}, stop: () => {} };
  // What is typed stays the terminal's: an interruption must reach the process as a signal.
  const spinner = ora({ stream: errors, text: doing, discardStdin: false }).start();
  return {
    update: (ended) => {
      spinner.text = `${doing}: ${ended} of ${all} ${things}`;
    },
    stop: () => spinner.stop(),
  };
}
