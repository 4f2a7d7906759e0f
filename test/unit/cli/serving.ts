import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished, vi } from 'vitest';
import { start } from './support.ts';

interface Served {
  readonly child: ChildProcessWithoutNullStreams;
  readonly baseUrl: string;
  /** What it has printed, and on its standard error. */
  readonly text: () => string;
  readonly errors: () => string;
  /** Waits until it has printed what is looked for. */
  readonly shown: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Sends it the signal, and waits for its status. */
  readonly ends: (signal: NodeJS.Signals) => Promise<unknown>;
}

/** Starts `serve` for the running test, and waits for the line that says where. */
export async function served(...words: string[]): Promise<Served> {
  const child = start(['serve', ...words]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let [text, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const shown = (pattern: RegExp): Promise<RegExpExecArray> =>
    vi.waitUntil(
      () => {
        if (child.exitCode !== null) throw new Error(errors);
        return pattern.exec(text);
      },
      { timeout: 20_000, interval: 10 },
    );
  const [baseUrl] = await shown(/http:\/\/\S+/);
  const ends = async (signal: NodeJS.Signals): Promise<unknown> => {
    child.kill(signal);
    const [status] = await once(child, 'exit');
    return status;
  };
  return { child, baseUrl, text: () => text, errors: () => errors, shown, ends };
}
