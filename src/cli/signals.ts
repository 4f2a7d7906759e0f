import type { Terminal } from './terminal.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first signal ends the run, and the process once the run is over; a second one ends the process at once. */
export function watchSignals({ errors }: Terminal): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  let received: NodeJS.Signals | undefined;
  const receive = (signal: NodeJS.Signals): void => {
    received = signal;
    stop();
    errors.write(
      `${signal}: the clients that were changed are being put back. Another one ends it at once, and leaves them to case-conformance restore.\n`,
    );
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
