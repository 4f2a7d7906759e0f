import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { assertSendable, parseBaseUrl } from './base-url.ts';
import { type DeliveryFailure, sentence } from './errors.ts';
import { exchange, type Outcome } from './exchange.ts';
import { openRateLimiter } from './rate-limit.ts';
import { openRooms } from './rooms.ts';
import { isThrottling, throttlingAdvice } from './throttling.ts';
import type { Delivery, Unanswered, WireRequest } from './wire.ts';

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
  /** For a body as sent and for a body as decompressed. Default: 8 MiB. */
  readonly maxBodyBytes?: number;
  /** For all waits that one request is told to wait. Default: 30,000. */
  readonly maxThrottleWaitMs?: number;
  /**
   * For the waits of all requests: a target that throttles without end would make a run endless. Each answer that
   * does not throttle gives up to a second of them back. Default: 120,000.
   */
  readonly maxAllWaitsMs?: number;
  /** Told of each time in which nothing is sent, since the target asked for that. */
  readonly onHeld?: ((ms: number) => void) | undefined;
}

export interface Transport {
  /**
   * Sends a request. Resolves whatever the target does, and with the cause `stopped` where `close` came first.
   * Rejects with a TypeError for a request that cannot be sent as written, and after `close`.
   */
  send(request: WireRequest): Promise<Delivery>;
  /** Ends every exchange and connection at once. */
  close(): Promise<void>;
}

/** So many large bodies are read at once. */
const largeBodies = 2;

const maxHeaderBytes = 65_536;
const maxTimerMs = 2 ** 31 - 1;

/** A target that throttles now and then, but answers in between, is worth more patience: so much for each answer. */
const regainedMs = 1_000;

/**
 * Opens a transport to one target: HTTP/1.1, paths as written, no redirect followed, no proxy, nothing sent
 * twice but what the target asks to send later. Throws a TypeError for options that make no sense.
 */
export function openTransport(options: TransportOptions): Transport {
  const {
    timeoutMs,
    maxBodyBytes = 8 * 2 ** 20,
    maxThrottleWaitMs = 30_000,
    maxAllWaitsMs = 120_000,
  } = options;
  assertOption('timeoutMs', timeoutMs, 1, maxTimerMs);
  assertOption('concurrency', options.concurrency, 1, Number.MAX_SAFE_INTEGER);
  assertOption('maxBodyBytes', maxBodyBytes, 1, 2 ** 30);
  assertOption('maxThrottleWaitMs', maxThrottleWaitMs, 0, maxTimerMs);
  assertOption('maxAllWaitsMs', maxAllWaitsMs, 0, maxTimerMs);
  if (!(options.requestsPerSecond > 0)) throw new TypeError('requestsPerSecond must be greater than 0.');

  const { origin, prefix } = parseBaseUrl(options.baseUrl);
  const limiter = openRateLimiter(options);
  const rooms = openRooms(largeBodies);
  const stop = new AbortController();
  let heldMs = 0;
  const pool = openPool(origin, { ...options, maxBodyBytes }, stop.signal);

  const unanswered = (failure: DeliveryFailure): Unanswered => ({
    kind: 'unanswered',
    cause: failure.cause,
    message: sentence(failure, origin, { timeoutMs, maxHeaderBytes, maxBodyBytes }),
  });

  async function send(request: WireRequest): Promise<Delivery> {
    assertSendable(request);
    if (stop.signal.aborted) throw new TypeError('The transport is closed.');
    let waitedMs = 0;
    for (let waits = 0; ; waits += 1) {
      const leave = await limiter.enter(waits > 0);
      if (leave === undefined) return unanswered({ cause: 'stopped' });
      try {
        const outcome: Outcome = await exchange(request, {
          pool,
          prefix,
          timeoutMs,
          maxBodyBytes,
          rooms,
          stop: stop.signal,
        });
        if (outcome.kind === 'failed') return unanswered(outcome.failure);
        if (!isThrottling(outcome.status)) {
          heldMs = Math.max(0, heldMs - regainedMs);
          return outcome;
        }
        const left = Math.max(0, maxAllWaitsMs - heldMs);
        const patience = { waits, waitedMs, maxWaitMs: Math.min(maxThrottleWaitMs, waitedMs + left) };
        const advice = throttlingAdvice(outcome, patience, Date.now());
        if (advice.kind === 'give-up') {
          const message = `${origin} answered ${outcome.status} and ${advice.reason}.`;
          return { kind: 'throttled', status: outcome.status, message };
        }
        // Before leaving, so that nobody slips in between.
        const addedMs = limiter.hold(advice.ms);
        heldMs += addedMs;
        if (addedMs > 0) options.onHeld?.(addedMs);
        waitedMs += advice.ms;
      } finally {
        leave();
      }
    }
  }

  async function close(): Promise<void> {
    limiter.close();
    stop.abort();
    await Promise.race([pool.destroy(), sleep(500, undefined, { ref: false })]);
  }

  return { send, close };
}

type PoolLimits = Pick<TransportOptions, 'timeoutMs' | 'concurrency' | 'insecureTls'> & {
  readonly maxBodyBytes: number;
};

function openPool(origin: string, limits: PoolLimits, stop: AbortSignal): Pool {
  const { timeoutMs, concurrency, maxBodyBytes, insecureTls = false } = limits;
  return new Pool(origin, {
    // The limiter bounds what is on its way; without this bound undici keeps about twice as many connections.
    connections: concurrency,
    pipelining: 1,
    allowH2: false,
    useMilo: false,
    maxHeaderSize: maxHeaderBytes,
    maxResponseSize: maxBodyBytes,
    // The one deadline is that of the exchange: these two begin anew with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: timeoutMs,
    // Short, since a server may close an idle connection at the moment it is used again.
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 1_000,
    // The signal also ends connections in the making, which undici's own `destroy` leaves alone.
    // Always said, so that no variable of the environment decides.
    connect: { signal: stop, rejectUnauthorized: !insecureTls },
  });
}

function assertOption(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new TypeError(`${name} must be a whole number from ${least} to ${most}.`);
}
