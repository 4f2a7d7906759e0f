import type { Answer } from './wire.ts';

/**
 * What to do after a 429 or 503: wait and retry, or give up. `reason` completes a sentence. Either way, all
 * other requests wait for `ms`.
 */
type Advice =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'give-up'; readonly reason: string; readonly ms: number };

interface RetryState extends Omit<Waiter, 'wasConcurrent'> {
  readonly maxWaitMs: number;
  /** The number of consecutive waits, of any request, after which the target still throttled. */
  readonly consecutiveThrottles: number;
  readonly random: () => number;
}

/** The first backoff without a Retry-After header. It doubles with each retry. */
const minWaitMs = 100;

/** The number of retries without a Retry-After header: 6 to 13 seconds in total. */
const maxBackoffs = 6;

const maxRequestWaitMs = 30_000;

/**
 * The limit for the sum of the waits of all requests. Otherwise, a target that always throttles would make a
 * run endless.
 */
const maxAllWaitsMs = 120_000;

/** The total time for waits is limited. Each answer that is not throttled gives back this much of it. */
const creditPerAnswerMs = 1_000;

/**
 * After concurrent requests were throttled on this many separate occasions, requests are sent one at a time.
 */
const maxThrottledOccasions = 2;

interface Waiter {
  /** Whether the request changes nothing, so it may be sent twice. */
  readonly isRepeatable: boolean;
  readonly waits: number;
  readonly waitedMs: number;
  readonly wasConcurrent: boolean;
}

interface ThrottlingOptions {
  readonly random: () => number;
  /** Starts no request for this many milliseconds. Returns by how many the hold grows. */
  readonly hold: (ms: number) => number;
  /** Starts requests one at a time. Returns a function that ends this. */
  readonly sendOneByOne: () => () => void;
}

export function openThrottling({ random, hold, sendOneByOne }: ThrottlingOptions) {
  let heldMs = 0;
  let consecutiveThrottles = 0;
  /**
   * The number of occasions on which concurrent requests were throttled. Undefined once a request was
   * throttled that was alone: then concurrency is not the reason.
   */
  let occasions: number | undefined = 0;
  /** Requests in flight together are throttled together, and count as one occasion. */
  let isNewOccasion = true;
  let resume: (() => void) | undefined;

  function limitConcurrency(wasConcurrent: boolean): void {
    // The request was alone and still throttled, so the target limits the rate, not the concurrency.
    if (!wasConcurrent) {
      occasions = undefined;
      resume?.();
      resume = undefined;
    } else if (occasions !== undefined && isNewOccasion) {
      occasions += 1;
      if (occasions === maxThrottledOccasions) resume = sendOneByOne();
    }
    isNewOccasion = false;
  }

  return {
    /** Decides what to do about a 429 or 503. Holds back all other requests for the `ms` of that advice. */
    throttled: (answer: Answer, waiter: Waiter): Advice => {
      limitConcurrency(waiter.wasConcurrent);
      const left = Math.max(0, maxAllWaitsMs - heldMs);
      const maxWaitMs = Math.min(maxRequestWaitMs, waiter.waitedMs + left);
      const advice = throttlingAdvice(
        answer,
        { ...waiter, maxWaitMs, consecutiveThrottles, random },
        Date.now(),
      );
      consecutiveThrottles =
        advice.kind === 'wait' ? Math.max(consecutiveThrottles, waiter.waits + 1) : consecutiveThrottles + 1;
      heldMs += hold(advice.ms);
      return advice;
    },
    /** Must be called for each answer that is not throttled. */
    answered: (): void => {
      isNewOccasion = true;
      heldMs = Math.max(0, heldMs - creditPerAnswerMs);
      consecutiveThrottles = 0;
    },
  };
}

export function isThrottling(status: number): boolean {
  return status === 429 || status === 503;
}

export function throttlingAdvice(answer: Answer, state: RetryState, now: number): Advice {
  const { waits, waitedMs, maxWaitMs } = state;
  const asked = requestedWait(answer, now);
  if (typeof asked === 'string') return adviceWithoutRetryAfter(asked, answer, state);
  const ms = Math.max(asked, minWaitMs * 2 ** waits);
  if (waitedMs + ms <= maxWaitMs) return { kind: 'wait', ms };
  return { kind: 'give-up', reason: `asked for waits of more than ${maxWaitMs} ms in all`, ms: 0 };
}

/** Advises an exponential backoff with jitter, so that requests refused together do not return together. */
function adviceWithoutRetryAfter(why: string, { status }: Answer, state: RetryState): Advice {
  const { waits, waitedMs, maxWaitMs, isRepeatable, consecutiveThrottles, random } = state;
  const before = Math.min(Math.max(waits, consecutiveThrottles), maxBackoffs);
  const ms = Math.round(minWaitMs * 2 ** before * (1 + random()));
  // Do not retry a change after 503: the service behind a gateway may still make it. After 429, the change
  // was not made.
  if (status === 503 && !isRepeatable) {
    const left = maxWaitMs - waitedMs;
    return {
      kind: 'give-up',
      reason: `${why}, so it may have been made or not`,
      ms: Math.min(ms, left),
    };
  }
  if (before < maxBackoffs && waitedMs + ms <= maxWaitMs) return { kind: 'wait', ms };
  const lately = waits === 0 ? '' : `, also ${Math.round(waitedMs)} ms later`;
  return { kind: 'give-up', reason: `${why}${lately}`, ms: 0 };
}

/** The wait in milliseconds that the answer asks for, or a phrase that says why it asks for none. */
function requestedWait({ headers }: Answer, now: number): number | string {
  const value = headers['retry-after'];
  if (value === undefined) return 'did not say when to try again';
  const asked = retryAfterMs(value, headers.date, now);
  if (asked === undefined) return 'sent a Retry-After header that cannot be read';
  return asked < 0 ? 'sent a Retry-After header with a date in the past' : asked;
}

/**
 * The wait in milliseconds that a `Retry-After` header asks for (RFC 9110, section 10.2.3): a number of
 * seconds or an HTTP-date. A date is compared with the answer's `Date` header, so wrong clocks do not matter,
 * or else with `now` (milliseconds since 1970). Negative for a past date; undefined if the value cannot be
 * parsed.
 */
export function retryAfterMs(value: string, date: string | undefined, now: number): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = httpDate(value);
  if (at === undefined) return undefined;
  // Round down: an HTTP-date has whole seconds, so "now" would otherwise be in the past.
  return at - (httpDate(date ?? '') ?? Math.floor(now / 1000) * 1000);
}

/**
 * Parses an HTTP-date. Each of the three forms of RFC 9110, section 5.6.7, begins with a weekday, and one of
 * them has no time zone.
 */
function httpDate(value: string): number | undefined {
  // A date in another form may lack its zone, and would be read in the time zone of this machine.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun).*( GMT| [+-]\d{4}| \d{4})$/.test(value)) return undefined;
  const time = Date.parse(/ \d{4}$/.test(value) ? `${value} GMT` : value);
  return Number.isNaN(time) ? undefined : time;
}
