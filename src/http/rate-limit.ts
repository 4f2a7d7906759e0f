import { type Clock, realClock } from './clock.ts';

/**
 * The priority of a request. Retries (`again`) and changes go before others. A change also need not wait for
 * the even spacing of starts, since a run waits for its answer.
 */
type Turn = 'in order' | 'again' | 'change';

export interface Admission {
  readonly wasConcurrent: boolean;
  /**
   * The number of connections that may stay open. Idle connections could occupy the few that a throttling target can
   * serve.
   */
  readonly maxConnections: number;
  readonly release: () => void;
}

/** Lower ranks start first. */
const ranks = { gathered: 0, gathering: 1, change: 2, again: 2, 'in order': 3 };

interface Waiting {
  readonly turn: keyof typeof ranks;
  readonly count: number;
  /** Lets the caller start; with false, turns it away. */
  readonly enter: (isIn: boolean) => void;
}

interface RateLimits {
  readonly requestsPerSecond: number;
  readonly concurrency: number;
  readonly clock?: Clock | undefined;
}

/**
 * The assumed maximum time until a request reaches the target. The target limits arrivals, but only an answer
 * proves that a request has arrived: opening its connection may have delayed it.
 */
const arrivalMs = 500;

/** Below this rate, no token is reserved for changes. */
const minRateWithReserve = 5;

/**
 * The maximum time that other requests wait for those of `gather` to start. The caller of `gather` may first
 * have to write to disk.
 */
const gatheredMs = 500;

/**
 * Opens a limiter: a semaphore for requests in flight, and a token bucket for the rate. A token returns one
 * second after the answer, but at most `arrivalMs` plus one second after the start. So at most
 * `requestsPerSecond` requests arrive in any one second. Starts are also evenly spaced.
 */
export function openRateLimiter({ requestsPerSecond, concurrency, clock = realClock }: RateLimits) {
  const { now, after } = clock;
  const spacingMs = 1000 / requestsPerSecond;
  const windowMs = Math.max(1000, spacingMs);
  const tokens = Math.max(1, Math.floor(requestsPerSecond));

  const waiting: Waiting[] = [];
  const running = new Set<{ wasConcurrent: boolean }>();
  let taken: { until: number }[] = [];
  let nextStart = 0;
  let lastChange = Number.NEGATIVE_INFINITY;
  let heldUntil = 0;
  let limits = 0;
  /** The number of requests that may still start immediately because `gather` has resolved. */
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
    // While changes are being sent, other requests leave one token for the next change, if there are enough
    // tokens.
    const reservesOne = turn === 'in order' && tokens >= minRateWithReserve && now() - lastChange < windowMs;
    const spaced = turn === 'gathered' ? 0 : turn === 'change' ? nextStart - spacingMs : nextStart;
    return Math.max(heldUntil, spaced, tokensAt(reservesOne ? count + 1 : count));
  }

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
      maxConnections: limits > 0 ? 1 : concurrency,
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
    /**
     * Waits until a request may start. Requests of the same turn start in order. The caller must call `release`
     * when the exchange is over. Resolves with undefined after `close`.
     */
    admit: (turn: Turn) =>
      new Promise<Admission | undefined>((resolve) => {
        if (turn === 'change') lastChange = now();
        const enter = (isIn: boolean): void => resolve(isIn ? start() : undefined);
        wait({ turn: gathered > 0 ? 'gathered' : turn, count: 1, enter });
      }),
    /**
     * Starts no request for this many milliseconds, unless a longer hold is active.
     * @returns by how many milliseconds the hold grows
     */
    hold: (ms: number): number => {
      const alreadyUntil = Math.max(heldUntil, now());
      heldUntil = Math.max(heldUntil, now() + ms);
      return heldUntil - alreadyUntil;
    },
    /**
     * Waits until `count` requests may start at the same moment, or as many as the limits allow. Returns that
     * number, and the caller's next requests start at once, before any other. Afterwards, others wait as if the
     * requests had started one by one.
     */
    gather: (count: number) =>
      new Promise<number>((resolve) => {
        const wanted = Math.min(count, tokens, concurrency);
        const enter = (isIn: boolean): void => {
          if (isIn) setGathered(wanted);
          resolve(wanted);
        };
        wait({ turn: 'gathering', count: wanted, enter });
      }),
    /**
     * Starts requests one at a time from now on, except those for which `gather` has resolved. Returns a function that
     * ends this.
     */
    admitOneByOne: (): (() => void) => {
      limits += 1;
      return () => {
        limits -= 1;
        admitNext();
      };
    },
    /** Turns away all callers, waiting and new ones: `admit` resolves with undefined. */
    close: (): void => {
      isClosed = true;
      for (const { enter } of waiting.splice(0)) enter(false);
      setGathered(0);
    },
  };
}
