import type { Answer } from './wire.ts';

/** Wait and retry, or give up for a reason that completes a sentence. In both cases, other requests wait for `ms`. */
type Advice =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'give-up'; readonly reason: string; readonly ms: number };

interface Patience extends Omit<Waiter, 'wasConcurrent'> {
  /** The limit on the sum of the request's waits. */
  readonly maxWaitMs: number;
  /** Consecutive waits, of any request, after which the target still throttled. */
  readonly inVain: number;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** The first backoff if the target names no time. It doubles with each retry. */
const leastWaitMs = 100;

/** Retries if the target names no time: 6 to 13 seconds in total. */
const mostBackOffs = 6;

/** The limit on the sum of the waits of one request. */
const maxRequestWaitMs = 30_000;

/** The limit on the sum of the waits of all requests, so a target that always throttles cannot make a run endless. */
const maxAllWaitsMs = 120_000;

/** Added back to the budget of waits for each answer that is not throttled. */
const regainedMs = 1_000;

/** Requests are sent one at a time after this many separate occasions on which concurrent ones were throttled. */
const mostConcurrent = 2;

/** Decides, for the requests of one transport, how often and how long to wait for a throttling target. */
interface Throttling {
  /** Advises on a throttling answer, and holds all other requests accordingly. */
  throttled(answer: Answer, waiter: Waiter): Advice;
  /** Called for each answer that does not throttle. */
  answered(): void;
}

interface Waiter {
  /** Whether the request may safely be sent twice, since it changes nothing. */
  readonly isRepeatable: boolean;
  /** How often the request has waited. */
  readonly waits: number;
  /** The sum of its waits so far. */
  readonly waitedMs: number;
  /** Whether another request was in flight meanwhile. */
  readonly wasConcurrent: boolean;
}

interface ThrottlingOptions {
  readonly random: () => number;
  /** Admits nobody for some milliseconds, and returns how many that adds. */
  readonly hold: (ms: number) => number;
  /** Starts requests one at a time, until the returned function is called. */
  readonly sendOneByOne: () => () => void;
}

export function openThrottling({ random, hold, sendOneByOne }: ThrottlingOptions): Throttling {
  let heldMs = 0;
  let inVain = 0;
  /** Occasions on which concurrent requests were throttled; undefined once a single request was. */
  let occasions: number | undefined = 0;
  /** Concurrent requests are throttled together, and count once. */
  let isNewOccasion = true;
  let resume: (() => void) | undefined;

  function limitConcurrency(wasConcurrent: boolean): void {
    // A target that throttles a single request limits the rate, not the concurrency.
    if (!wasConcurrent) {
      occasions = undefined;
      resume?.();
      resume = undefined;
    } else if (occasions !== undefined && isNewOccasion) {
      occasions += 1;
      if (occasions === mostConcurrent) resume = sendOneByOne();
    }
    isNewOccasion = false;
  }

  return {
    throttled: (answer, waiter) => {
      limitConcurrency(waiter.wasConcurrent);
      const left = Math.max(0, maxAllWaitsMs - heldMs);
      const maxWaitMs = Math.min(maxRequestWaitMs, waiter.waitedMs + left);
      const advice = throttlingAdvice(answer, { ...waiter, maxWaitMs, inVain, random }, Date.now());
      inVain = advice.kind === 'wait' ? Math.max(inVain, waiter.waits + 1) : inVain + 1;
      heldMs += hold(advice.ms);
      return advice;
    },
    answered: () => {
      isNewOccasion = true;
      heldMs = Math.max(0, heldMs - regainedMs);
      inVain = 0;
    },
  };
}

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

/** Exponential backoff with jitter, so requests that were refused together do not return together. */
function adviceUnasked(why: string, { status }: Answer, patience: Patience): Advice {
  const { waits, waitedMs, maxWaitMs, isRepeatable, inVain, random } = patience;
  const before = Math.min(Math.max(waits, inVain), mostBackOffs);
  const ms = Math.round(leastWaitMs * 2 ** before * (1 + random()));
  // A gateway may answer 503 although the service still makes the change. A 429 means that the request was not
  // processed.
  if (status === 503 && !isRepeatable) {
    const left = maxWaitMs - waitedMs;
    return {
      kind: 'give-up',
      reason: `${why}, so it may have been made or not`,
      ms: Math.min(ms, left),
    };
  }
  if (before < mostBackOffs && waitedMs + ms <= maxWaitMs) return { kind: 'wait', ms };
  const lately = waits === 0 ? '' : `, also ${Math.round(waitedMs)} ms later`;
  return { kind: 'give-up', reason: `${why}${lately}`, ms: 0 };
}

/** The milliseconds that the answer asks to wait, or why it names none. */
function askedFor({ headers }: Answer, now: number): number | string {
  const value = headers['retry-after'];
  if (value === undefined) return 'did not say when to try again';
  const asked = retryAfterMs(value, headers.date, now);
  if (asked === undefined) return 'sent a Retry-After header that cannot be read';
  return asked < 0 ? 'sent a Retry-After header with a date in the past' : asked;
}

const imfFixdate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const rfc850Date =
  /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const asctimeDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * The wait in milliseconds that a `Retry-After` header asks for (RFC 9110, section 10.2.3), as delay-seconds or an
 * HTTP-date. A date is relative to the answer's own `Date`, so wrong clocks do not matter, or else to `now`
 * (milliseconds since 1970). Negative for a past date; undefined if it cannot be parsed.
 */
export function retryAfterMs(value: string, date: string | undefined, now: number): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = httpDate(value);
  if (at === undefined) return undefined;
  // An HTTP-date has whole seconds. Compared with a finer clock, "now" would be in the past.
  return at - (httpDate(date ?? '') ?? Math.floor(now / 1000) * 1000);
}

/** Milliseconds since 1970 of an HTTP-date in one of its three forms (RFC 9110, section 5.6.7). */
function httpDate(value: string): number | undefined {
  const text = asctimeDate.test(value) ? `${value} GMT` : value;
  if (!imfFixdate.test(value) && !rfc850Date.test(value) && !asctimeDate.test(value)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
