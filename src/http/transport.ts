import { setTimeout as sleep } from 'node:timers/promises';
import { assertHeadersSendable, assertSendable, parseBaseUrl } from './base-url.ts';
import { type Clock, realClock } from './clock.ts';
import { openConnections as openSockets } from './connections.ts';
import type { ClientCertificate, HttpProxy } from './connector.ts';
import { type DeliveryFailure, failureSentence } from './errors.ts';
import { exchange, type Outcome } from './exchange.ts';
import { type Admission, openRateLimiter } from './rate-limit.ts';
import { isThrottling, openThrottling } from './throttling.ts';
import type { Delivery, Unanswered, WireRequest } from './wire.ts';

export type { ClientCertificate, HttpProxy } from './connector.ts';
export type { UnansweredCause } from './errors.ts';
export type { Answer, Delivery, Throttled, Unanswered, WireRequest } from './wire.ts';

export interface TransportOptions {
  /** An http or https URL. Its path, if any, goes before the path of every request. */
  readonly baseUrl: string;
  /**
   * The time limit for one attempt, from sending to the last byte of the body. Waiting in the limiter does
   * not count.
   */
  readonly timeoutMs: number;
  /** The maximum number of requests that reach the target in any one second; Infinity for no limit. */
  readonly requestsPerSecond: number;
  /** The maximum number of requests in flight at the same time. */
  readonly concurrency: number;
  /** Whether to accept any certificate of the target. Default: false. */
  readonly insecureTls?: boolean | undefined;
  /** Headers for every request, unless the request sets them itself. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The proxy to the target. Without it, connections are direct. */
  readonly proxy?: HttpProxy | undefined;
  /** Certificates (PEM) of authorities to trust in addition to the default ones. */
  readonly authorities?: string | undefined;
  /** Presented if the target asks for a certificate. */
  readonly clientCertificate?: ClientCertificate | undefined;
  /** The maximum size of a body, both compressed and decompressed. Default: 8 MiB. */
  readonly maxBodyBytes?: number;
  /** Called when throttling holds back all requests, with the time that this adds. */
  readonly onHeld?: ((ms: number) => void) | undefined;
  /** The clock for waits between requests. Default: `realClock`. */
  readonly clock?: Clock | undefined;
  /** Returns a number from 0 up to 1 for the jitter of backoffs. Default: `Math.random`. */
  readonly random?: () => number;
}

export interface Transport {
  /**
   * Sends a request. Resolves whatever the target does, and with the cause `stopped` if `close` is called
   * meanwhile. Rejects with a TypeError for a request that cannot be sent as written, and after `close`.
   */
  send(request: WireRequest): Promise<Delivery>;
  /**
   * Waits until `count` requests may start at the same moment, or as many as the limits allow. Returns that
   * number; the next requests start together.
   */
  gather?(count: number): Promise<number>;
  /**
   * Sends requests one at a time from now on, except those for which `gather` has resolved. Returns a function that
   * ends this.
   */
  sendOneByOne?(): () => void;
  /** Waits for this many milliseconds on the transport's clock. A transport without it has nothing to wait for. */
  wait?(ms: number): Promise<void>;
  /** Ends all exchanges and connections at once. */
  close(): Promise<void>;
}

const maxHeaderBytes = 65_536;
const maxTimerMs = 2 ** 31 - 1;

/**
 * Opens a transport to one target. It speaks HTTP/1.1, sends paths as written, follows no redirects, and uses
 * only the configured proxy. It retries throttled requests, and a GET whose reused connection was just being
 * closed.
 * @param openConnections - opens network connections by default; tests replace it
 * @throws {TypeError} for invalid options
 */
export function openTransport(options: TransportOptions, openConnections = openSockets): Transport {
  const { timeoutMs, maxBodyBytes = 8 * 2 ** 20, random = Math.random, headers = {} } = options;
  const { proxy, authorities, clientCertificate, clock = realClock } = options;
  assertOption('timeoutMs', timeoutMs, 1, maxTimerMs);
  assertOption('concurrency', options.concurrency, 1, Number.MAX_SAFE_INTEGER);
  assertOption('maxBodyBytes', maxBodyBytes, 1, 2 ** 30);
  if (!(options.requestsPerSecond > 0)) throw new TypeError('requestsPerSecond must be greater than 0.');
  assertHeadersSendable(headers);

  const { origin, prefix } = parseBaseUrl(options.baseUrl);
  const limiter = openRateLimiter(options);
  const stop = new AbortController();
  const connections = openConnections({
    ...{ origin, maxHeaderBytes, maxBodyBytes, connectTimeoutMs: timeoutMs, stop: stop.signal },
    ...{ proxy, authorities, clientCertificate },
    rejectUnauthorized: options.insecureTls !== true,
  });
  const throttling = openThrottling({
    random,
    hold: (ms) => {
      const addedMs = limiter.hold(ms);
      if (addedMs > 0) options.onHeld?.(addedMs);
      return addedMs;
    },
    sendOneByOne: limiter.admitOneByOne,
  });

  const unanswered = (failure: DeliveryFailure): Unanswered => ({
    kind: 'unanswered',
    cause: failure.cause,
    message: failureSentence(failure, origin, { timeoutMs, maxHeaderBytes, maxBodyBytes }),
  });

  async function send(request: WireRequest): Promise<Delivery> {
    assertSendable(request);
    if (stop.signal.aborted) throw new TypeError('The transport is closed.');
    // RFC 9110, section 9.2.2: a client must not automatically retry a request that is not idempotent. So
    // such a request gets a new connection: the target may just be closing an idle one.
    const isRepeatable = request.method === 'GET';
    let isFresh = !isRepeatable || request.isAloneOnConnection === true;
    let waitedMs = 0;
    let waits = 0;
    for (let isFirst = true; ; isFirst = false) {
      // Changes start first: a run sends them one after the other, and waits for each.
      const admission = await limiter.admit(isFirst ? (isRepeatable ? 'in order' : 'change') : 'again');
      if (admission === undefined) return unanswered({ cause: 'stopped' });
      try {
        const outcome: Outcome = await exchange(request, {
          connection: connections.take(isFresh, admission.maxConnections),
          prefix,
          headers,
          timeoutMs,
          maxBodyBytes,
          stop: stop.signal,
        });
        if (outcome.kind === 'failed') {
          if (!(isRepeatable && outcome.closedUnanswered))
            return withConcurrency(unanswered(outcome.failure), admission);
          isFresh = true;
          continue;
        }
        if (!isThrottling(outcome.status)) {
          throttling.answered();
          return withConcurrency(outcome, admission);
        }
        // Decide before releasing the admission, so no other request starts in between.
        const advice = throttling.throttled(outcome, {
          isRepeatable,
          waits,
          waitedMs,
          wasConcurrent: admission.wasConcurrent,
        });
        if (advice.kind === 'give-up') {
          const message = `${origin} answered ${outcome.status} and ${advice.reason}.`;
          return withConcurrency({ kind: 'throttled', status: outcome.status, message }, admission);
        }
        waitedMs += advice.ms;
        waits += 1;
      } finally {
        admission.release();
      }
    }
  }

  async function close(): Promise<void> {
    limiter.close();
    stop.abort();
    await Promise.race([connections.close(), sleep(500, undefined, { ref: false })]);
  }

  const wait = (ms: number): Promise<void> => new Promise((resolve) => clock.after(ms, resolve));
  return { send, gather: limiter.gather, sendOneByOne: limiter.admitOneByOne, wait, close };
}

function withConcurrency(delivery: Delivery, { wasConcurrent }: Admission): Delivery {
  const isStopped = delivery.kind === 'unanswered' && delivery.cause === 'stopped';
  return wasConcurrent && !isStopped ? { ...delivery, wasConcurrent } : delivery;
}

function assertOption(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new TypeError(`${name} must be a whole number from ${least} to ${most}.`);
}
