import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientRecord } from '../../rules/client-record.ts';
import {
  type Attempt,
  differing,
  fieldsSent,
  guarded,
  obstacleIn,
  type PutBackTools,
  send,
  shownBy,
} from './attempt.ts';

/** How long clients are watched. */
export interface Settling {
  /** Milliseconds for which a client must stay as it was, where a change may still be on its way. */
  readonly settleMs: number;
  /** Told once, before it waits. */
  readonly onSettling?: ((settleMs: number) => void) | undefined;
}

/** So many times is a client read in the settling time, but at most twice a second. */
const readings = 15;
const leastPauseMs = 500;

/** Waiting ends after so many settling times. */
const mostSettlings = 3;

/** After so many readings in a row without an answer, the target is gone. */
const mostSilent = 5;

/** A client that is watched. */
interface Watched {
  readonly attempt: Attempt;
  /** The first and the last reading in a row that showed it as it was, by when they began. */
  since: number | undefined;
  until: number;
  /** Readings in a row without an answer. */
  silent: number;
}

/** Reads clients until each has stayed as it was for the settling time, and puts back again what does not. */
export async function settle(attempts: readonly Attempt[], options: PutBackTools & Settling): Promise<void> {
  const { settleMs, onSettling } = options;
  if (attempts.length === 0) return;
  if (settleMs > 0) onSettling?.(settleMs);
  const end = performance.now() + mostSettlings * settleMs;
  const pauseMs = Math.max(Math.min(leastPauseMs, settleMs), settleMs / readings);
  let open = attempts.map((attempt): Watched => ({ attempt, since: undefined, until: 0, silent: 0 }));
  while (true) {
    for (const watched of open) await look(watched, options);
    open = open.filter((watched) => watched.silent < mostSilent && !hasStayed(watched, settleMs));
    if (open.length === 0) return;
    if (performance.now() >= end) break;
    await sleep(pauseMs);
  }
  for (const { attempt } of open)
    attempt.obstacle ??= `it did not stay as it was for ${settleMs / 1000} seconds`;
}

/** Of two readings, since one alone may take as long. */
function hasStayed({ since, until }: Watched, settleMs: number): boolean {
  return since !== undefined && until - since >= settleMs;
}

/** Reads a client, and puts back again what is not as it was. */
async function look(watched: Watched, options: PutBackTools): Promise<void> {
  const { attempt } = watched;
  const { specification } = options;
  const startedAt = performance.now();
  let shown: ClientRecord | undefined;
  watched.silent += 1;
  await guarded(attempt, async () => {
    shown = await shownBy(attempt, options);
    watched.silent = 0;
    if (shown !== undefined) attempt.obstacle = obstacleIn(options, attempt.changed, shown);
  });
  if (attempt.obstacle === undefined) {
    watched.since ??= startedAt;
    watched.until = startedAt;
    return;
  }
  watched.since = undefined;
  if (shown === undefined) return;
  const again = {
    ...fieldsSent(options, attempt),
    ...differing(specification, attempt.changed, shown),
  };
  if (Object.keys(again).length === 0) return;
  await guarded(attempt, async () => {
    await send(attempt, again, options);
  });
}
