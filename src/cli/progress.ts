import ora from 'ora';
import type { Terminal } from './terminal.ts';

/** Shows how far a run is, where a person looks on; elsewhere it shows nothing. */
export function startProgress(
  target: string,
  checks: number,
  { errors }: Terminal,
): { update(ended: number): void; stop(): void } {
  // Without a width there is no line to renew.
  if (errors.isTTY !== true || !errors.columns) return { update: () => {}, stop: () => {} };
  // What is typed stays the terminal's: an interruption must reach the process as a signal.
  const spinner = ora({ stream: errors, text: `Testing ${target}`, discardStdin: false }).start();
  return {
    update: (ended) => {
      spinner.text = `Testing ${target}: ${ended} of ${checks} checks`;
    },
    stop: () => spinner.stop(),
  };
}
