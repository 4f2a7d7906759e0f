import { type Clock, realClock } from './clock.ts';

/** Decides when a request may start. One per transport. */
interface RateLimiter {
  /**
   * Resolves when a request may be sent, in order within its turn. The caller must call `release` once its exchange is
   * over. Resolves with undefined after `close`.
   */
  admit(turn: Turn): Promise<Admission | undefined>;
  /**
   * Admits nobody for some milliseconds, unless a longer hold is active.
   * @returns the milliseconds that this adds
   */
  hold(ms: number): number;
  /**
   * Resolves when `count` requests may start at the same moment, or as many as the limits allow, with their number.
   * Nobody else starts meanwhile. The next callers then start at once. Later ones wait as long as if all had started one
   * by one.
   */
  gather(count: number): Promise<number>;
  /** Admits requests one at a time from now on, except gathered ones, until the returned function is called. */
  admitOneByOne(): () => void;
  /** Turns away all callers, waiting and new. */
  close(): void;
}

/**
 * The priority. Requests sent `again`, and each `change`, go ahead of all others. A change also skips the spacing after
 * the previous request, since a run waits for it.
 */
type Turn = 'in order' | 'again' | 'change';

/** The time during which one request is in flight. */
export interface Admission {
  /** Whether another request was in flight meanwhile. */
  readonly wasConcurrent: boolean;
  readonly release: () => void;
}

/** Lower ranks go first. */
const ranks = { gathered: 0, gathering: 1, change: 2, again: 2, 'in order': 3 };

/** Waits for `count` places and tokens. */
interface Waiting {
  readonly turn: keyof typeof ranks;
  readonly count: number;
  /** Admits it, or turns it away. */
  readonly enter: (isIn: boolean) => void;
}

interface RateLimits {
  /** Starts per second; Infinity for no limit. */
  readonly requestsPerSecond: number;
  /** Requests in flight at the same time. */
  readonly concurrency: number;
  /** By what it waits. Default: `realClock`. */
  readonly clock?: Clock | undefined;
}

/**
 * The assumed maximum time until an unanswered request reached the target. Targets count arrivals, and only an answer
 * proves an arrival; opening a connection may delay just one of two requests.
 */
const arrivalMs = 500;

/** With fewer requests per second, no token is reserved for changes. */
const leastWithRoom = 5;

/** The maximum time that others wait for gathered requests. The sender may first have to write to disk. */
const gatheredMs = 500;

/**
 * Opens a limiter: a semaphore that an answer releases, and a token bucket. A token returns one second after the
 * answer, or at the latest `arrivalMs` plus one second after the start. So the target sees at most `requestsPerSecond`
 * arrivals (rounded down, above 1) in any one second. Starts are also evenly spaced.
 */
export function openRateLimiter({
  requestsPerSecond,
  concurrency,
  clock: { now, after } = realClock,
}: RateLimits): RateLimiter {
  const spacingMs = 1000 / requestsPerSecond;
  const windowMs = Math.max(1000, spacingMs);
  const tokens = Math.max(1, Math.floor(requestsPerSecond));

  const waiting: Waiting[] = [];
  const running = new Set<{ wasConcurrent: boolean }>();
  /** The tokens in use, and when they return. */
  let taken: { until: number }[] = [];
  let nextStart = 0;
  let lastChange = Number.NEGATIVE_INFINITY;
  let heldUntil = 0;
  /** The number of active calls of `admitOneByOne`. */
  let limits = 0;
  /** The number of gathered requests that may start now. */
  let gathered = 0;
  let gatheredTimer: NodeJS.Timeout | undefined;
  let forget = (): void => {};
  let isClosed = false;

  function admitNext(): void {
    forget();
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      if (gathered > 0 && next.turn !== 'gathered') return;
      const places = limits > 0 && next.turn !== 'gathered' ? next.count : concurrency;
      if (running.size + next.count > places) return;
      const waitMs = earliest(next) - now();
      if (waitMs > 0) {
        forget = after(Math.min(Math.ceil(waitMs), 2 ** 31 - 1), admitNext);
        return;
      }
      waiting.shift();
      next.enter(true);
    }
  }

  function earliest({ turn, count }: Waiting): number {
    // While changes come, other requests leave a token for the next change, if there are enough tokens.
    const isLeavingOne = turn === 'in order' && tokens >= leastWithRoom && now() - lastChange < windowMs;
    const spaced = turn === 'gathered' ? 0 : turn === 'change' ? nextStart - spacingMs : nextStart;
    return Math.max(heldUntil, spaced, tokensAt(isLeavingOne ? count + 1 : count));
  }

  /** When this many tokens will be available. */
  function tokensAt(count: number): number {
    const time = now();
    taken = taken.filter(({ until }) => until > time);
    const ends = taken.map(({ until }) => until).sort((one, other) => one - other);
    return ends[taken.length + count - tokens - 1] ?? 0;
  }

  function start(): Admission {
    for (const other of running) other.wasConcurrent = true;
    const token = { until: now() + arrivalMs + windowMs };
    if (tokens !== Infinity) taken.push(token);
    gathered = Math.max(0, gathered - 1);
    nextStart = Math.max(nextStart, now()) + spacingMs;
    const admission = {
      wasConcurrent: running.size > 0,
      release: (): void => {
        running.delete(admission);
        token.until = Math.min(token.until, now() + windowMs);
        admitNext();
      },
    };
    running.add(admission);
    return admission;
  }

  function wait(one: Waiting): void {
    if (isClosed) {
      one.enter(false);
      return;
    }
    const behind = waiting.findIndex(({ turn }) => ranks[turn] > ranks[one.turn]);
    waiting.splice(behind === -1 ? waiting.length : behind, 0, one);
    admitNext();
  }

  function setGathered(count: number): void {
    clearTimeout(gatheredTimer);
    gathered = count;
    if (count > 0) gatheredTimer = setTimeout(() => setGathered(0), gatheredMs);
    admitNext();
  }

  return {
    admit: (turn) =>
      new Promise((resolve) => {
        if (turn === 'change') lastChange = now();
        const enter = (isIn: boolean): void => resolve(isIn ? start() : undefined);
        wait({ turn: gathered > 0 ? 'gathered' : turn, count: 1, enter });
      }),
    hold: (ms) => {
      const alreadyUntil = Math.max(heldUntil, now());
      heldUntil = Math.max(heldUntil, now() + ms);
      return heldUntil - alreadyUntil;
    },
    gather: (count) =>
      new Promise((resolve) => {
        const wanted = Math.min(count, tokens, concurrency);
        const enter = (isIn: boolean): void => {
          if (isIn) setGathered(wanted);
          resolve(wanted);
        };
        wait({ turn: 'gathering', count: wanted, enter });
      }),
    admitOneByOne: () => {
      limits += 1;
      return () => {
        limits -= 1;
        admitNext();
      };
    },
    close: () => {
      isClosed = true;
      for (const { enter } of waiting.splice(0)) enter(false);
      setGathered(0);
    },
  };
}
