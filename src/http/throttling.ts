import { retryAfterMs } from './retry-after.ts';
import type { Answer } from './wire.ts';

/** Wait and send again, or give up for a reason that completes a sentence. */
type Advice =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'give-up'; readonly reason: string };

interface Patience {
  /** Waits of this request so far. */
  readonly waits: number;
  /** Milliseconds of them in all. */
  readonly waitedMs: number;
  /** Milliseconds that they may be in all. */
  readonly maxWaitMs: number;
}

/** The first wait where the target asks for none; each later one is twice as long, so that they end. */
const leastWaitMs = 100;

/** True for the two statuses by which a target asks to be left alone for a while. */
export function isThrottling(status: number): boolean {
  return status === 429 || status === 503;
}

/** What to do about a throttling answer that came at `now` (milliseconds since 1970). */
export function throttlingAdvice({ headers }: Answer, patience: Patience, now: number): Advice {
  const value = headers['retry-after'];
  if (value === undefined) return { kind: 'give-up', reason: 'did not say when to try again' };
  const asked = retryAfterMs(value, headers.date, now);
  if (asked === undefined)
    return { kind: 'give-up', reason: 'sent a Retry-After header that cannot be read' };
  if (asked < 0) return { kind: 'give-up', reason: 'sent a Retry-After header with a date in the past' };
  const ms = Math.max(asked, leastWaitMs * 2 ** patience.waits);
  if (patience.waitedMs + ms <= patience.maxWaitMs) return { kind: 'wait', ms };
  return { kind: 'give-up', reason: `asked for waits of more than ${patience.maxWaitMs} ms in all` };
}
