import type { OperationId } from '../specification/description.ts';

export interface Progress {
  readonly baseUrl: string;
  readonly ended: number;
  readonly all: number;
  /** The number of requests so far, including those that got no answer. */
  readonly sent: number;
  /** The operation of the last request. */
  readonly operation: OperationId | undefined;
  /** Milliseconds during which nothing was sent because the target throttles. */
  readonly waitedMs: number;
}

/** The changes to undo when a run ends early: clients are restored, provider states are torn down. */
export type Undoing = 'clients' | 'provider-states';

export function settlingNotice({ onNotice }: Pick<RunHooks, 'onNotice'>): (settleMs: number) => void {
  return (settleMs) =>
    onNotice?.(`Watching the clients for ${settleMs / 1000} s, in case a change arrives late.`);
}

const firstAnnouncedMs = 10_000;

export function sumOfWaits({ onNotice }: Pick<RunHooks, 'onNotice'>): (ms: number) => number {
  let waitedMs = 0;
  let nextMs = firstAnnouncedMs;
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

/** Callbacks to follow a run, and a signal to end it early. */
export interface RunHooks {
  /**
   * Ends the run early. From then on, only requests that undo changes are sent. The report is still written;
   * checks that have not finished are inconclusive.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called before the first check, after each check, with each request, and when the target makes the run wait. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Called while many cases are read, with the number of cases read so far, and the total. */
  readonly onReading?: ((read: number, of: number) => void) | undefined;
  /** Called with one sentence for the user, for example about discovered cases or a broker's pacts. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
  /** Called before the first change. If the process is killed after this call, changes may have to be undone. */
  readonly onChanging?: ((undoing: Undoing) => void) | undefined;
}
