import type { Pool } from 'undici';
import { collect } from './body.ts';
import { decodeBody } from './content-coding.ts';
import { type DeliveryFailure, failureOf, type Phase } from './errors.ts';
import type { Answer, WireRequest } from './wire.ts';

interface ExchangeOptions {
  readonly pool: Pool;
  /** Put before the path of the request. */
  readonly prefix: string;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** Ends the exchange at once. */
  readonly stop: AbortSignal;
}

export type Outcome = Answer | { readonly kind: 'failed'; readonly failure: DeliveryFailure };

/**
 * Sends a request once and reads the whole answer, within `timeoutMs` in all. Never rejects for what the target
 * does; rejects with an error of ours where the cause is not known.
 */
export async function exchange(request: WireRequest, options: ExchangeOptions): Promise<Outcome> {
  // An abort that came before is not heard any more.
  if (options.stop.aborted) return { kind: 'failed', failure: { cause: 'stopped' } };
  const end = new AbortController();
  let phase: Phase = 'before-body';
  let interrupted: 'timeout' | 'stopped' | undefined;
  const interrupt = (cause: 'timeout' | 'stopped'): void => {
    interrupted ??= cause;
    end.abort();
  };
  const onStop = (): void => interrupt('stopped');
  const onHead = (): void => {
    phase = 'body';
  };
  const timer = setTimeout(interrupt, options.timeoutMs, 'timeout');
  options.stop.addEventListener('abort', onStop);
  try {
    // undici heeds a signal only once the connection stands: a handshake that hangs is ended by the race.
    return await Promise.race([receive(request, options, end.signal, onHead), aborted(end.signal)]);
  } catch (error) {
    if (interrupted !== undefined) return { kind: 'failed', failure: { cause: interrupted } };
    const failure = failureOf(error, phase);
    if (failure !== undefined) return { kind: 'failed', failure };
    throw new Error('The transport failed in a way that it does not know.', { cause: error });
  } finally {
    clearTimeout(timer);
    options.stop.removeEventListener('abort', onStop);
  }
}

async function receive(
  request: WireRequest,
  options: ExchangeOptions,
  signal: AbortSignal,
  onHead: () => void,
): Promise<Answer> {
  const startedAt = performance.now();
  const response = await options.pool.request({
    method: request.method,
    path: options.prefix + request.path,
    headers: requestHeaders(request.headers),
    body: request.body ?? null,
    signal,
  });
  onHead();
  const wire = await collect(response.body);
  const durationMs = performance.now() - startedAt;
  const headers = answerHeaders(response.headers);
  const body = await decodeBody(wire, headers['content-encoding'] ?? '', options.maxBodyBytes);
  return { kind: 'answered', status: response.statusCode, headers, body, durationMs };
}

function requestHeaders(headers: WireRequest['headers']): Record<string, string> {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    // Some gateways refuse a request without one, which would look like a refusal of the service.
    'user-agent': 'case-conformance',
    // What is compared is the body; a server that compresses all the same is read all the same.
    'accept-encoding': 'identity',
    ...Object.fromEntries(given),
  };
}

function answerHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Answer['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
