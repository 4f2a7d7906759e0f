import { once } from 'node:events';
import type { Environment } from '../gate/environment.ts';
import type { Undoing } from '../gate/run-hooks.ts';
import type { Report } from '../report/report.ts';
import { type Terminal, write } from './terminal.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The work that continues after a first signal, and what a second signal leaves undone. */
const words: Readonly<Record<Undoing, readonly [done: string, left: string]>> = {
  clients: ['the clients that were changed are being put back', 'them to case-conformance restore'],
  'provider-states': ['what was set up is being undone', 'it as it is'],
};

interface Interruption {
  readonly signal: AbortSignal;
  /**
   * Handles signals from now on. The first one ends the run, and then the process once the run's changes are undone;
   * a second one ends the process at once.
   */
  watch(undoing: Undoing): void;
  /**
   * Called when clients are restored. After a signal, reports that and ends as `end` does; an interrupted run then
   * leaves no report.
   */
  putBack(report: Report): void;
  /** Stops handling signals, and ends the process if one came. */
  end(): void;
}

/** Does not handle signals yet: a run that changes nothing ends like any program. */
export function interruptionAt({ errors }: Terminal): Interruption {
  const controller = new AbortController();
  let watched: Undoing | undefined;
  let received: NodeJS.Signals | undefined;
  const watch = (undoing: Undoing): void => {
    watched = undoing;
    for (const signal of signals) process.on(signal, receive);
  };
  const stop = (): void => {
    for (const signal of signals) process.off(signal, receive);
  };
  const receive = (signal: NodeJS.Signals): void => {
    const [done, left] = words[watched ?? 'clients'];
    received = signal;
    stop();
    write(errors, `${signal}: ${done}. Another one ends it at once, and leaves ${left}.\n`);
    controller.abort();
  };
  const end = (): void => {
    stop();
    // Ends by the same signal, so its sender sees that it took effect.
    if (received !== undefined) process.kill(process.pid, received);
  };
  const putBack = ({ objections }: Report): void => {
    if (watched !== 'clients') return;
    stop();
    if (received === undefined) return;
    const left = objections
      .filter(({ kind }) => kind === 'client-left-changed')
      .map(({ message }) => message);
    write(errors, `${left.length === 0 ? 'Every client is as it was.' : left.join('\n')}\n`);
    end();
  };
  return { signal: controller.signal, watch, putBack, end };
}

/** Waits for a signal to end. A second one ends the process at once. */
export async function firstSignal(): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const signals = (['SIGINT', 'SIGTERM'] as const).map((name) => once(process, name, { signal }));
  await Promise.race(signals);
  waiting.abort();
  await Promise.allSettled(signals);
}

/** How often to check whether the parent is still running. */
const everyMs = 250;

/**
 * Ends a process that npm or npx started when its parent ends: a SIGTERM to npm ends only the shell in between and
 * never arrives here. A process started otherwise may outlive its parent.
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
