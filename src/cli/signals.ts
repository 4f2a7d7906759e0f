import type { Terminal } from './terminal.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A run that a signal may end early. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Ends the watch, and the process, if a signal came. */
  end(): void;
}

/**
 * The first signal ends the run, and the process once the run is over; a second one ends the process at once.
 * @param undone - a sentence without its full stop: what is still done after the first
 * @param left - what a second one leaves undone; continues "ends it at once, and leaves"
 */
export function watchSignals({ errors }: Terminal, undone: string, left: string): Interruption {
  const controller = new AbortController();
  let received: NodeJS.Signals | undefined;
  const receive = (signal: NodeJS.Signals): void => {
    received = signal;
    stop();
    errors.write(`${signal}: ${undone}. Another one ends it at once, and leaves ${left}.\n`);
    controller.abort();
  };
  const stop = (): void => {
    for (const signal of signals) process.off(signal, receive);
  };
  for (const signal of signals) process.on(signal, receive);
  return {
    signal: controller.signal,
    end: () => {
      stop();
      // As the signal would have done, so that whoever sent it sees that it did.
      if (received !== undefined) process.kill(process.pid, received);
    },
  };
}
