import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished, vi } from 'vitest';
import { start } from './support.ts';

interface Served {
  readonly child: ChildProcessWithoutNullStreams;
  readonly baseUrl: string;
  readonly text: () => string;
  readonly errors: () => string;
  readonly shown: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly ends: (signal: NodeJS.Signals) => Promise<unknown>;
}

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
