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

export interface Settling {
  /** Milliseconds for which a client must stay restored if a change may still be in flight. */
  readonly settleMs: number;
  /** Called once, before waiting. */
  readonly onSettling?: ((settleMs: number) => void) | undefined;
}

/** Readings per settling time, but at most two per second. */
const readings = 15;
const leastPauseMs = 500;

/** The limit on waiting, in settling times. */
const mostSettlings = 3;

/** Consecutive readings without an answer before the target counts as gone. */
const mostSilent = 5;

interface Watched {
  readonly attempt: Attempt;
  /** Start times of the first and last consecutive reading that showed it restored. */
  since: number | undefined;
  until: number;
  /** Consecutive readings without an answer. */
  silent: number;
}

/** Reads clients until each has stayed restored for the settling time. Restores again any that changes. */
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

/** Measured between two readings, since a single one may take that long. */
function hasStayed({ since, until }: Watched, settleMs: number): boolean {
  return since !== undefined && until - since >= settleMs;
}

/** Reads a client, and restores it again if needed. */
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
