import { retryAfterMs } from './retry-after.ts';
import type { Answer } from './wire.ts';

/** Wait and send again, or give up for a reason that completes a sentence; other requests wait all the same. */
type Advice =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'give-up'; readonly reason: string; readonly ms: number };

interface Patience extends Omit<Waiter, 'metOthers'> {
  /** Milliseconds that its waits may be in all. */
  readonly maxWaitMs: number;
  /** So many waits in a row, of whichever request, came to nothing. */
  readonly inVain: number;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** The first wait where the target asks for none; each later one is twice as long, so that they end. */
const leastWaitMs = 100;

/** So often is a request sent again that the target does not say when to send again: within 6 to 13 seconds. */
const mostBackOffs = 6;

/** A target that throttles now and then, but answers in between, is worth more patience: so much for each answer. */
const regainedMs = 1_000;

/** After so many moments in which requests that met others were throttled, a target is sent one at a time. */
const mostCrowded = 2;

/** For so many answers at first; each time that it was too few, for twice as many. */
const leastCalm = 50;

/** Decides for the requests of one transport how often and how long a target is waited for. */
export interface Throttling {
  /** What to do about a throttling answer; until then, nobody else is let in either. */
  heed(answer: Answer, waiter: Waiter): Advice;
  /** Told of each answer that does not throttle. */
  relent(): void;
}

/** A request that may be throttled. */
export interface Waiter {
  /** Whether it may be made twice, as one may that changes nothing. */
  readonly isRepeatable: boolean;
  /** So often it has waited. */
  readonly waits: number;
  /** Milliseconds of that in all. */
  readonly waitedMs: number;
  /** Whether another was on its way meanwhile. */
  readonly metOthers: boolean;
}

interface ThrottlingOptions {
  /** For the waits of one request. */
  readonly maxThrottleWaitMs: number;
  /** For the waits of all requests. */
  readonly maxAllWaitsMs: number;
  readonly random: () => number;
  /** Lets nobody in for so many milliseconds, and says by how many that is longer. */
  readonly hold: (ms: number) => number;
  /** From then on, requests start one after the other, until what it returns is called. */
  readonly calm: () => () => void;
}

/** Opens it for one transport. */
export function openThrottling(options: ThrottlingOptions): Throttling {
  const { maxThrottleWaitMs, maxAllWaitsMs, random, hold, calm } = options;
  let heldMs = 0;
  let inVain = 0;
  let crowded = 0;
  /** Whether an answer came since the last such moment: those who met each other are sent away together. */
  let isPast = true;
  let answersInCalm = 0;
  let mostInCalm = leastCalm;
  let resume: (() => void) | undefined;

  function endCalm(): void {
    resume?.();
    resume = undefined;
  }

  /** A target that throttles one that comes alone counts requests, and not how many are on their way. */
  function heedCompany(metOthers: boolean): void {
    if (!metOthers) {
      crowded = Number.NEGATIVE_INFINITY;
      endCalm();
      return;
    }
    if (!isPast) return;
    isPast = false;
    crowded += 1;
    if (crowded < mostCrowded || resume !== undefined) return;
    resume = calm();
    answersInCalm = 0;
  }

  /** It may have been busy for a while. */
  function heedAnswer(): void {
    isPast = true;
    if (resume === undefined) return;
    answersInCalm += 1;
    if (answersInCalm < mostInCalm) return;
    mostInCalm *= 2;
    crowded = mostCrowded - 1;
    endCalm();
  }

  return {
    heed: (answer, waiter) => {
      heedCompany(waiter.metOthers);
      const left = Math.max(0, maxAllWaitsMs - heldMs);
      const maxWaitMs = Math.min(maxThrottleWaitMs, waiter.waitedMs + left);
      const advice = throttlingAdvice(answer, { ...waiter, maxWaitMs, inVain, random }, Date.now());
      inVain = advice.kind === 'wait' ? Math.max(inVain, waiter.waits + 1) : inVain + 1;
      heldMs += hold(advice.ms);
      return advice;
    },
    relent: () => {
      heedAnswer();
      heldMs = Math.max(0, heldMs - regainedMs);
      inVain = 0;
    },
  };
}

/** True for the two statuses by which a target asks to be left alone for a while. */
export function isThrottling(status: number): boolean {
  return status === 429 || status === 503;
}

/** What to do about a throttling answer that came at `now` (milliseconds since 1970). */
export function throttlingAdvice(answer: Answer, patience: Patience, now: number): Advice {
  const asked = askedFor(answer, now);
  return typeof asked === 'number'
    ? adviceWhenAsked(asked, patience)
    : adviceUnasked(asked, answer, patience);
}

function adviceWhenAsked(asked: number, { waits, waitedMs, maxWaitMs }: Patience): Advice {
  const ms = Math.max(asked, leastWaitMs * 2 ** waits);
  if (waitedMs + ms <= maxWaitMs) return { kind: 'wait', ms };
  return { kind: 'give-up', reason: `asked for waits of more than ${maxWaitMs} ms in all`, ms: 0 };
}

/** The waits double, and vary, so that requests which were sent away together do not come back together. */
function adviceUnasked(why: string, { status }: Answer, patience: Patience): Advice {
  const { waits, waitedMs, maxWaitMs, isRepeatable, inVain, random } = patience;
  const before = Math.min(Math.max(waits, inVain), mostBackOffs);
  const ms = Math.round(leastWaitMs * 2 ** before * (1 + random()));
  // A gateway answers 503 also for what its service may make yet; a 429 is of one who did not take the request.
  if (status === 503 && !isRepeatable) {
    const left = maxWaitMs - waitedMs;
    return {
      kind: 'give-up',
      reason: `${why}, so that it may have been made or not`,
      ms: Math.min(ms, left),
    };
  }
  if (before < mostBackOffs && waitedMs + ms <= maxWaitMs) return { kind: 'wait', ms };
  const lately = waits === 0 ? '' : `, also ${Math.round(waitedMs)} ms later`;
  return { kind: 'give-up', reason: `${why}${lately}`, ms: 0 };
}

/** Milliseconds that the answer asks to wait, or why it says none. */
function askedFor({ headers }: Answer, now: number): number | string {
  const value = headers['retry-after'];
  if (value === undefined) return 'did not say when to try again';
  const asked = retryAfterMs(value, headers.date, now);
  if (asked === undefined) return 'sent a Retry-After header that cannot be read';
  return asked < 0 ? 'sent a Retry-After header with a date in the past' : asked;
}
