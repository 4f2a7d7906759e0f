import type { Undoing } from '../gate/run-hooks.ts';
import type { Report } from '../report/report.ts';
import { type Terminal, write } from './terminal.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What is still done after a first signal, and what a second one leaves undone. */
const words: Readonly<Record<Undoing, readonly [done: string, left: string]>> = {
  clients: ['the clients that were changed are being put back', 'them to case-conformance restore'],
  'provider-states': ['what was set up is being undone', 'it as it is'],
};

/** A run that a signal may end early. */
interface Interruption {
  readonly signal: AbortSignal;
  /**
   * Watches for signals. The first one ends the run, and the process once what the run changed is undone; a second
   * one ends the process at once.
   */
  watch(undoing: Undoing): void;
  /** Once clients are put back, says so, and ends as `end` does: a run that was interrupted so leaves no report. */
  putBack(report: Report): void;
  /** Ends the watch, and the process, if a signal came. */
  end(): void;
}

/** Watches nothing yet: a run that changes nothing is ended as any program is. */
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
    // As the signal would have done, so that whoever sent it sees that it did.
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
