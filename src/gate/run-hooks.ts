import type { OperationId } from '../specification/description.ts';

/** How far a run is. */
export interface Progress {
  readonly baseUrl: string;
  /** Checks that have ended. */
  readonly ended: number;
  /** Checks of the run. */
  readonly all: number;
  /** Requests that were answered, or left without an answer. */
  readonly sent: number;
  /** Of which operation the last one was. */
  readonly operation: OperationId | undefined;
  /** For how long nothing was sent, since the target throttles. */
  readonly waitedMs: number;
}

/** What of a run is to be undone when it is ended early: clients are put back, provider states are torn down. */
export type Undoing = 'clients' | 'provider-states';

/** Says that a run waits, so that nobody takes it for stuck. */
export function settlingNotice({ onNotice }: Pick<RunHooks, 'onNotice'>): (settleMs: number) => void {
  return (settleMs) =>
    onNotice?.(`Watching the clients for ${settleMs / 1000} s, in case a change arrives late.`);
}

/** From so much waiting on, it is said; and then each time it has doubled. */
const firstWaitToldMs = 10_000;

/**
 * Adds up for how long a target has a run wait, and says so as it grows.
 * @returns what is told of each wait, and gives the sum
 */
export function sumOfWaits({ onNotice }: Pick<RunHooks, 'onNotice'>): (ms: number) => number {
  let waitedMs = 0;
  let nextMs = firstWaitToldMs;
  return (ms) => {
    waitedMs += ms;
    if (waitedMs >= nextMs) {
      onNotice?.(
        `The target throttles: ${Math.round(waitedMs / 1000)} seconds of this run are waits that it asked for.`,
      );
      while (nextMs <= waitedMs) nextMs *= 2;
    }
    return waitedMs;
  };
}

/** How whoever starts a run follows it, and ends it early. */
export interface RunHooks {
  /**
   * Ends the run early: nothing more is sent but what undoes it. Its report is made all the same; what was not
   * decided until then is inconclusive.
   */
  readonly signal?: AbortSignal | undefined;
  /** Told before the first check, as each one ends, with each request, and when the target has the run wait. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Told how many cases of a sweep were read, and of how many. */
  readonly onReading?: ((read: number, of: number) => void) | undefined;
  /** Told, in a sentence, of what was found on the way: cases that were discovered, the pacts of a broker. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
  /** Told before anything is changed: from then on, a process that just ends leaves something to undo. */
  readonly onChanging?: ((undoing: Undoing) => void) | undefined;
}
