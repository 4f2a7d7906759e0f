import { once } from 'node:events';
import type { Environment } from '../gate/environment.ts';
import type { Undoing } from '../gate/run-hooks.ts';
import type { Report } from '../report/report.ts';
import { type Terminal, write } from './terminal.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The end of the sentence for a first signal, and of the sentence for what a second signal would leave undone. */
const words: Readonly<Record<Undoing, readonly [first: string, second: string]>> = {
  clients: ['the clients that were changed are being put back', 'them to case-conformance restore'],
  'provider-states': ['what was set up is being undone', 'it as it is'],
};

/** Handles signals. Until `watch` is called, the first one ends the process, since nothing has to be undone. */
export function interruptionAt({ errors }: Terminal) {
  const controller = new AbortController();
  let watched: Undoing | undefined;
  let received: NodeJS.Signals | undefined;
  const stop = (): void => {
    for (const signal of signals) process.off(signal, receive);
  };
  // The listener is kept for a second signal. If the spinner's listener were the only one, it would end the process.
  const receive = (signal: NodeJS.Signals): void => {
    const isFirst = received === undefined;
    received = signal;
    if (isFirst && watched !== undefined) {
      const [done, left] = words[watched];
      write(errors, `${signal}: ${done}. Another one ends it at once, and leaves ${left}.\n`);
      controller.abort();
      return;
    }
    if (isFirst) write(errors, `${signal}: the run was ended early, without a report.\n`);
    end();
  };
  /** Stops handling signals, and ends the process if a signal came. */
  const end = (): void => {
    stop();
    // Sends the signal again, without a listener. So the sender sees that the process was ended by this signal.
    if (received !== undefined) process.kill(process.pid, received);
  };
  for (const signal of signals) process.on(signal, receive);
  return {
    signal: controller.signal as AbortSignal,
    /**
     * To be called before the first change. From then on, a signal ends the run, and the process when all changes are
     * undone. A second signal ends the process at once.
     */
    watch: (undoing: Undoing): void => {
      watched = undoing;
    },
    /**
     * To be called when clients are restored. If a signal came, prints the outcome and ends the process: an interrupted
     * run writes no report.
     */
    putBack: ({ objections }: Report): void => {
      if (watched === 'provider-states') return;
      stop();
      if (received === undefined) return;
      const left = objections
        .filter(({ kind }) => kind === 'client-left-changed')
        .map(({ message }) => message);
      write(errors, `${left.length === 0 ? 'Every client is as it was.' : left.join('\n')}\n`);
      end();
    },
    end,
  };
}

export async function firstSignal(): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const signals = (['SIGINT', 'SIGTERM'] as const).map((name) => once(process, name, { signal }));
  await Promise.race(signals);
  waiting.abort();
  await Promise.allSettled(signals);
}

const everyMs = 250;

/**
 * Ends a process that npm or npx started when its parent ends, since a SIGTERM to npm ends only the shell in between. A
 * process started without npm may outlive its parent.
 */
export function endWithParent({ npm_command: startedBy }: Environment): void {
  if (startedBy === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, everyMs).unref();
}
