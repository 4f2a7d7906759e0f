import { setTimeout as sleep } from 'node:timers/promises';
import { assertHeadersSendable, assertSendable, parseBaseUrl } from './base-url.ts';
import type { Clock } from './clock.ts';
import type { ClientCertificate, HttpProxy } from './connection-settings.ts';
import { openConnections as openSockets } from './connections.ts';
import { type DeliveryFailure, sentence } from './errors.ts';
import { exchange, type Outcome } from './exchange.ts';
import { openRateLimiter, type Stay } from './rate-limit.ts';
import { isThrottling, openThrottling } from './throttling.ts';
import type { Delivery, Unanswered, WireRequest } from './wire.ts';

export type { ClientCertificate, HttpProxy } from './connection-settings.ts';
export type { UnansweredCause } from './errors.ts';
export type { Answer, Delivery, Throttled, Unanswered, WireRequest } from './wire.ts';

export interface TransportOptions {
  /** `http` or `https`; may hold a path, which goes before the path of every request. */
  readonly baseUrl: string;
  /** For one attempt, from sending to the last body byte; waiting for the limiter does not count. */
  readonly timeoutMs: number;
  /** The most that the target sees in any one second; Infinity for no limit. */
  readonly requestsPerSecond: number;
  /** Requests on their way at the same time. */
  readonly concurrency: number;
  /** Whether any certificate is taken for that of the target. Default: false. */
  readonly insecureTls?: boolean;
  /** Sent with every request that does not set them itself. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What connections go through; without it, they are made straight to the target. */
  readonly proxy?: HttpProxy | undefined;
  /** Certificates of authorities as PEM, which are trusted besides the public ones. */
  readonly authorities?: string | undefined;
  /** What the target is shown, where it asks for a certificate. */
  readonly clientCertificate?: ClientCertificate | undefined;
  /** For a body as sent and for a body as decompressed. Default: 8 MiB. */
  readonly maxBodyBytes?: number;
  /** For all waits that one request is told to wait. Default: 30,000. */
  readonly maxThrottleWaitMs?: number;
  /**
   * For the waits of all requests: a target that throttles without end would make a run endless. Each answer that
   * does not throttle gives up to a second of them back. Default: 120,000.
   */
  readonly maxAllWaitsMs?: number;
  /** Told of each time in which nothing is sent, since the target throttles. */
  readonly onHeld?: ((ms: number) => void) | undefined;
  /** By what waits between requests go. Default: `realClock`. */
  readonly clock?: Clock | undefined;
  /** From 0 up to 1: varies the waits that the target does not tell. Default: `Math.random`. */
  readonly random?: () => number;
}

export interface Transport {
  /**
   * Sends a request. Resolves whatever the target does, and with the cause `stopped` where `close` came first.
   * Rejects with a TypeError for a request that cannot be sent as written, and after `close`.
   */
  send(request: WireRequest): Promise<Delivery>;
  /** Resolves when so many requests may start at the same moment, as the next that are sent then do. */
  gather?(count: number): Promise<void>;
  /** From now on, what is not gathered is sent one after the other, until what it returns is called. */
  calm?(): () => void;
  /** Ends every exchange and connection at once. */
  close(): Promise<void>;
}

const maxHeaderBytes = 65_536;
const maxTimerMs = 2 ** 31 - 1;

/**
 * Opens a transport to one target: HTTP/1.1, paths as written, no redirect followed, no proxy but that of the options.
 * Nothing is sent twice but what the target asks to send later, and a GET that met a connection which was being
 * closed. Throws a TypeError for options that make no sense.
 * @param openConnections - what it sends over: sockets, where nothing is said
 */
export function openTransport(options: TransportOptions, openConnections = openSockets): Transport {
  const {
    timeoutMs,
    maxBodyBytes = 8 * 2 ** 20,
    maxThrottleWaitMs = 30_000,
    maxAllWaitsMs = 120_000,
    random = Math.random,
    headers = {},
  } = options;
  const { proxy, authorities, clientCertificate } = options;
  assertOption('timeoutMs', timeoutMs, 1, maxTimerMs);
  assertOption('concurrency', options.concurrency, 1, Number.MAX_SAFE_INTEGER);
  assertOption('maxBodyBytes', maxBodyBytes, 1, 2 ** 30);
  assertOption('maxThrottleWaitMs', maxThrottleWaitMs, 0, maxTimerMs);
  assertOption('maxAllWaitsMs', maxAllWaitsMs, 0, maxTimerMs);
  if (!(options.requestsPerSecond > 0)) throw new TypeError('requestsPerSecond must be greater than 0.');
  assertHeadersSendable(headers);

  const { origin, prefix } = parseBaseUrl(options.baseUrl);
  const limiter = openRateLimiter(options);
  const stop = new AbortController();
  const connections = openConnections({
    ...{ origin, maxHeaderBytes, maxBodyBytes, connectTimeoutMs: timeoutMs, stop: stop.signal },
    ...{ proxy, authorities, clientCertificate },
    // The limiter bounds what is on its way.
    most: options.concurrency,
    // Always said, so that no variable of the environment decides.
    rejectUnauthorized: options.insecureTls !== true,
  });
  /** So many want it calm. */
  let calms = 0;
  const throttling = openThrottling({
    ...{ maxThrottleWaitMs, maxAllWaitsMs, random },
    hold: (ms) => {
      const addedMs = limiter.hold(ms);
      if (addedMs > 0) options.onHeld?.(addedMs);
      return addedMs;
    },
    calm,
  });

  /** Where one request is on its way, others that stand idle may take the places of those that a target has. */
  function calm(): () => void {
    const resume = limiter.calm();
    calms += 1;
    connections.keep(1);
    return () => {
      resume();
      calms -= 1;
      if (calms === 0) connections.keep(options.concurrency);
    };
  }

  const unanswered = (failure: DeliveryFailure): Unanswered => ({
    kind: 'unanswered',
    cause: failure.cause,
    message: sentence(failure, origin, { timeoutMs, maxHeaderBytes, maxBodyBytes }),
  });

  async function send(request: WireRequest): Promise<Delivery> {
    assertSendable(request);
    if (stop.signal.aborted) throw new TypeError('The transport is closed.');
    // RFC 9110, section 9.2.2: what is not idempotent is not sent again by itself, so that it must not meet a connection
    // that the target is about to close.
    const isRepeatable = request.method === 'GET';
    let isFresh = !isRepeatable;
    let waitedMs = 0;
    let waits = 0;
    for (let isFirst = true; ; isFirst = false) {
      // A run waits for its changes, which come one after the other, and while it does, for whatever it reads besides.
      const stay = await limiter.enter(isFirst ? (isRepeatable ? 'in order' : 'change') : 'again');
      if (stay === undefined) return unanswered({ cause: 'stopped' });
      try {
        const outcome: Outcome = await exchange(request, {
          connection: connections.take(isFresh),
          prefix,
          headers,
          timeoutMs,
          maxBodyBytes,
          stop: stop.signal,
        });
        if (outcome.kind === 'failed') {
          if (!(isRepeatable && outcome.wasUnheard)) return met(unanswered(outcome.failure), stay);
          isFresh = true;
          continue;
        }
        if (!isThrottling(outcome.status)) {
          throttling.relent();
          return met(outcome, stay);
        }
        // Before it leaves, so that nobody slips in between.
        const advice = throttling.heed(outcome, { isRepeatable, waits, waitedMs, metOthers: stay.metOthers });
        if (advice.kind === 'give-up') {
          const message = `${origin} answered ${outcome.status} and ${advice.reason}.`;
          return met({ kind: 'throttled', status: outcome.status, message }, stay);
        }
        waitedMs += advice.ms;
        waits += 1;
      } finally {
        stay.leave();
      }
    }
  }

  async function close(): Promise<void> {
    limiter.close();
    stop.abort();
    await Promise.race([connections.close(), sleep(500, undefined, { ref: false })]);
  }

  return { send, gather: limiter.gather, calm, close };
}

/** What came of a request, with whether it met others; what was stopped was so whatever it met. */
function met(delivery: Delivery, { metOthers }: Stay): Delivery {
  const isStopped = delivery.kind === 'unanswered' && delivery.cause === 'stopped';
  return metOthers && !isStopped ? { ...delivery, metOthers } : delivery;
}

function assertOption(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new TypeError(`${name} must be a whole number from ${least} to ${most}.`);
}
