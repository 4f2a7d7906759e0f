import { setTimeout as sleep } from 'node:timers/promises';

/** Says when a request may start. One per transport. */
interface RateLimiter {
  /**
   * Resolves when a request may be sent, in the order of the calls of its turn. The caller leaves once its exchange is
   * over. Resolves with undefined once it is closed.
   */
  enter(turn: Turn): Promise<Stay | undefined>;
  /**
   * Lets nobody in for so many milliseconds; a longer hold that runs already stays.
   * @returns by how many milliseconds that makes the time longer in which nobody is let in
   */
  hold(ms: number): number;
  /**
   * Resolves when so many may start at the same moment, as far as the limits allow as many at all; nobody starts
   * meanwhile. The next that come then do, and those after them wait for as long as if each had come in its turn.
   */
  gather(count: number): Promise<void>;
  /** From now on, those who do not gather start one after the other, until what it returns is called. */
  calm(): () => void;
  /** Turns away all who wait, and all who come. */
  close(): void;
}

/**
 * Whose turn it is: what is sent `again`, and a `change`, go ahead of all others that wait. A change need not keep its
 * distance from the request before it either, since a run waits for it.
 */
type Turn = 'in order' | 'again' | 'change';

/** The time for which one request is on its way. */
export interface Stay {
  /** Whether another was on its way meanwhile. */
  readonly metOthers: boolean;
  readonly leave: () => void;
}

/** Lets in one who waits; without a stay, it turns them away. */
type Enter = (stay: Stay | undefined) => void;

/** One who waits. */
interface Waiting {
  readonly turn: Turn;
  readonly enter: Enter;
}

interface RateLimits {
  /** Starts per second; Infinity for no limit. */
  readonly requestsPerSecond: number;
  /** Requests on their way at the same time. */
  readonly concurrency: number;
}

/**
 * How long, at most, a request that is not answered yet may have needed to reach the target. A target counts
 * arrivals, and only an answer proves when it had the request; connecting may delay one of two requests alone.
 */
const arrivalMs = 500;

/** Of fewer requests a second, none is kept free. */
const leastWithRoom = 5;

/** How long, at most, others wait for those who gathered: what is sent may have to be written to disk first. */
const gatheredMs = 500;

/**
 * Opens a limiter that spaces starts evenly and also keeps the target's own count: in any one second it sees no
 * more than `requestsPerSecond` arrivals (rounded down, above 1). For that, a start counts until one second
 * after its answer, or after `arrivalMs` where the answer takes longer.
 */
export function openRateLimiter({ requestsPerSecond, concurrency }: RateLimits): RateLimiter {
  const spacingMs = 1000 / requestsPerSecond;
  const windowMs = Math.max(1000, spacingMs);
  const windowCap = Math.max(1, Math.floor(requestsPerSecond));

  const ahead: Waiting[] = [];
  const waiting: Waiting[] = [];
  /** Told when one leaves. */
  const leaving: (() => void)[] = [];
  let counted: { until: number }[] = [];
  const running = new Set<{ metOthers: boolean }>();
  let nextStart = 0;
  let lastChange = Number.NEGATIVE_INFINITY;
  /** So many of the next that come start before all who wait, and need not keep their distance. */
  let gathered = 0;
  let gatheredTimer: NodeJS.Timeout | undefined;
  /** Whether some gather, so that nobody else starts meanwhile. */
  let isGathering = false;
  /** So many want it calm. */
  let calms = 0;
  let heldUntil = 0;
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const now = (): number => performance.now();

  function admit(): void {
    clearTimeout(timer);
    while (running.size < most() && !isGathering) {
      const waitMs = ahead.length + waiting.length === 0 ? 0 : earliest() - now();
      if (waitMs > 0) {
        timer = setTimeout(admit, Math.min(Math.ceil(waitMs), 2 ** 31 - 1));
        return;
      }
      const next = ahead.shift() ?? (gathered > 0 ? undefined : waiting.shift());
      if (next === undefined) return;
      next.enter(start());
    }
  }

  /** So many may be on their way. */
  function most(): number {
    return calms > 0 && gathered === 0 ? 1 : concurrency;
  }

  function earliest(): number {
    if (gathered > 0) return Math.max(heldUntil, roomFor(1));
    if (ahead[0]?.turn === 'change') return Math.max(heldUntil, nextStart - spacingMs, roomFor(1));
    // As long as changes come, the others leave room for the next, where there is some for themselves as well.
    const isLeavingRoom = windowCap >= leastWithRoom && ahead.length === 0 && now() - lastChange < windowMs;
    return earliestOf(isLeavingRoom ? 2 : 1);
  }

  /** When so many may start at the same moment, as far as the rate is concerned. */
  function earliestOf(count: number): number {
    return Math.max(heldUntil, nextStart, roomFor(count));
  }

  /** When so many more starts leave the count of any second as it must be. */
  function roomFor(count: number): number {
    const time = now();
    counted = counted.filter((entry) => entry.until > time);
    const ends = counted.map(({ until }) => until).sort((one, other) => one - other);
    return ends[counted.length + count - windowCap - 1] ?? 0;
  }

  function start(): Stay {
    for (const other of running) other.metOthers = true;
    const entry = { until: now() + arrivalMs + windowMs };
    if (windowCap !== Infinity) counted.push(entry);
    gathered = Math.max(0, gathered - 1);
    if (gathered === 0) clearTimeout(gatheredTimer);
    nextStart = Math.max(nextStart, now()) + spacingMs;
    const stay = {
      metOthers: running.size > 0,
      leave: (): void => {
        running.delete(stay);
        entry.until = Math.min(entry.until, now() + windowMs);
        for (const resolve of leaving.splice(0)) resolve();
        admit();
      },
    };
    running.add(stay);
    return stay;
  }

  return {
    enter: (turn) =>
      new Promise((enter) => {
        if (closing.signal.aborted) {
          enter(undefined);
          return;
        }
        if (turn === 'change') lastChange = now();
        (turn !== 'in order' || gathered > 0 ? ahead : waiting).push({ turn, enter });
        admit();
      }),
    hold: (ms) => {
      const alreadyUntil = Math.max(heldUntil, now());
      heldUntil = Math.max(heldUntil, now() + ms);
      return heldUntil - alreadyUntil;
    },
    gather: async (count) => {
      const wanted = Math.min(count, windowCap, concurrency);
      if (wanted === 0) return;
      isGathering = true;
      while (!closing.signal.aborted) {
        const waitMs = earliestOf(wanted) - now();
        if (running.size > (calms > 0 ? 0 : concurrency - wanted))
          await new Promise<void>((resolve) => leaving.push(resolve));
        else if (waitMs > 0) await sleep(Math.ceil(waitMs), undefined, closing).catch(() => undefined);
        else break;
      }
      isGathering = false;
      if (closing.signal.aborted) return;
      gathered = wanted;
      admit();
      clearTimeout(gatheredTimer);
      gatheredTimer = setTimeout(() => {
        gathered = 0;
        admit();
      }, gatheredMs);
    },
    calm: () => {
      calms += 1;
      return () => {
        calms -= 1;
        admit();
      };
    },
    close: () => {
      closing.abort();
      clearTimeout(timer);
      clearTimeout(gatheredTimer);
      for (const resolve of leaving.splice(0)) resolve();
      for (const { enter } of [...ahead.splice(0), ...waiting.splice(0)]) enter(undefined);
    },
  };
}
