import ora from 'ora';
import type { Terminal } from './terminal.ts';

/** Shows how far a run is, where a person looks on; elsewhere it shows nothing. */
export function startProgress(
  target: string,
  checks: number,
  { errors }: Terminal,
): { update(ended: number): void; stop(): void } {
  if (errors.isTTY !== true) return { update: () => {}, stop: () => {} };
  const spinner = ora({ stream: errors, text: `Testing ${target}` }).start();
  return {
    update: (ended) => {
      spinner.text = `Testing ${target}: ${ended} of ${checks} checks`;
    },
    stop: () => spinner.stop(),
  };
}
