import { type Clock, realClock } from './clock.ts';

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

/** Who goes ahead of whom, and not behind. */
const ranks = { gathered: 0, gathering: 1, change: 2, again: 2, 'in order': 3 };

/** One who waits for so many places and tokens. */
interface Waiting {
  readonly turn: keyof typeof ranks;
  readonly count: number;
  /** Lets in, or turns away. */
  readonly enter: (isIn: boolean) => void;
}

interface RateLimits {
  /** Starts per second; Infinity for no limit. */
  readonly requestsPerSecond: number;
  /** Requests on their way at the same time. */
  readonly concurrency: number;
  /** By what it waits. Default: `realClock`. */
  readonly clock?: Clock | undefined;
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
 * Opens a limiter: a semaphore of places, which a request leaves with its answer, and a bucket of tokens, of which one comes
 * back a second after the answer, or after `arrivalMs` and a second where that takes longer. So the target sees no more than
 * `requestsPerSecond` arrivals (rounded down, above 1) in any one second. Starts are also spaced evenly.
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
  const running = new Set<{ metOthers: boolean }>();
  /** The tokens that are taken, and when they come back. */
  let taken: { until: number }[] = [];
  let nextStart = 0;
  let lastChange = Number.NEGATIVE_INFINITY;
  let heldUntil = 0;
  /** So many want it calm. */
  let calms = 0;
  /** Places and tokens are free for so many of the next that come. */
  let gathered = 0;
  let gatheredTimer: NodeJS.Timeout | undefined;
  let forget = (): void => {};
  let isClosed = false;

  function admit(): void {
    forget();
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      if (gathered > 0 && next.turn !== 'gathered') return;
      const places = calms > 0 && next.turn !== 'gathered' ? next.count : concurrency;
      if (running.size + next.count > places) return;
      const waitMs = earliest(next) - now();
      if (waitMs > 0) {
        forget = after(Math.min(Math.ceil(waitMs), 2 ** 31 - 1), admit);
        return;
      }
      waiting.shift();
      next.enter(true);
    }
  }

  function earliest({ turn, count }: Waiting): number {
    // As long as changes come, the others leave a token for the next, where there are some for themselves as well.
    const isLeavingOne = turn === 'in order' && tokens >= leastWithRoom && now() - lastChange < windowMs;
    const spaced = turn === 'gathered' ? 0 : turn === 'change' ? nextStart - spacingMs : nextStart;
    return Math.max(heldUntil, spaced, tokensAt(isLeavingOne ? count + 1 : count));
  }

  /** When there are so many tokens. */
  function tokensAt(count: number): number {
    const time = now();
    taken = taken.filter(({ until }) => until > time);
    const ends = taken.map(({ until }) => until).sort((one, other) => one - other);
    return ends[taken.length + count - tokens - 1] ?? 0;
  }

  function start(): Stay {
    for (const other of running) other.metOthers = true;
    const token = { until: now() + arrivalMs + windowMs };
    if (tokens !== Infinity) taken.push(token);
    gathered = Math.max(0, gathered - 1);
    nextStart = Math.max(nextStart, now()) + spacingMs;
    const stay = {
      metOthers: running.size > 0,
      leave: (): void => {
        running.delete(stay);
        token.until = Math.min(token.until, now() + windowMs);
        admit();
      },
    };
    running.add(stay);
    return stay;
  }

  function wait(one: Waiting): void {
    if (isClosed) {
      one.enter(false);
      return;
    }
    const behind = waiting.findIndex(({ turn }) => ranks[turn] > ranks[one.turn]);
    waiting.splice(behind === -1 ? waiting.length : behind, 0, one);
    admit();
  }

  function setGathered(count: number): void {
    clearTimeout(gatheredTimer);
    gathered = count;
    if (count > 0) gatheredTimer = setTimeout(() => setGathered(0), gatheredMs);
    admit();
  }

  return {
    enter: (turn) =>
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
          resolve();
        };
        wait({ turn: 'gathering', count: wanted, enter });
      }),
    calm: () => {
      calms += 1;
      return () => {
        calms -= 1;
        admit();
      };
    },
    close: () => {
      isClosed = true;
      for (const { enter } of waiting.splice(0)) enter(false);
      setGathered(0);
    },
  };
}
