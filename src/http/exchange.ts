import { Readable } from 'node:stream';
import type { Connection } from './connections.ts';
import { decodeBody } from './content-coding.ts';
import { type DeliveryFailure, failureOf, type Phase } from './errors.ts';
import type { Answer, WireRequest } from './wire.ts';

interface ExchangeOptions {
  readonly connection: Connection;
  readonly prefix: string;
  readonly headers: WireRequest['headers'];
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly stop: AbortSignal;
}

export type Outcome =
  | Answer
  | {
      readonly kind: 'failed';
      readonly failure: DeliveryFailure;
      /** Set if a reused connection was closed without a byte of an answer. */
      readonly closedUnanswered: boolean;
    };

/**
 * Sends a request once and reads the whole answer, within `timeoutMs` in total. Never rejects for what the
 * target does. Rejects only for an error of unknown cause: a bug of ours.
 */
export async function exchange(request: WireRequest, options: ExchangeOptions): Promise<Outcome> {
  // Check first: a listener added after the abort would never be called.
  const { connection, stop } = options;
  if (stop.aborted) {
    connection.release(false);
    return failed({ cause: 'stopped' });
  }
  let phase: Phase = 'before-body';
  let interrupted: 'timeout' | 'stopped' | undefined;
  const { promise: interruption, reject } = Promise.withResolvers<never>();
  const interrupt = (cause: 'timeout' | 'stopped'): void => {
    interrupted ??= cause;
    reject(interrupted);
  };
  const onStop = (): void => interrupt('stopped');
  const onHead = (): void => {
    phase = 'body';
  };
  const deadline = setTimeout(interrupt, options.timeoutMs, 'timeout');
  stop.addEventListener('abort', onStop);
  let isWhole = false;
  try {
    // If `interruption` wins the race, releasing the connection ends `receiving`.
    const receiving = receive(request, options, onHead);
    const answer = await Promise.race([receiving, interruption]);
    isWhole = true;
    return answer;
  } catch (error) {
    if (interrupted !== undefined) return failed({ cause: interrupted });
    const failure = failureOf(error, phase);
    if (failure !== undefined)
      return failed(failure, failure.cause === 'closed' && connection.closedUnanswered());
    throw new Error('The transport failed in a way that it does not know.', { cause: error });
  } finally {
    clearTimeout(deadline);
    stop.removeEventListener('abort', onStop);
    connection.release(isWhole);
  }
}

function failed(failure: DeliveryFailure, closedUnanswered = false): Outcome {
  return { kind: 'failed', failure, closedUnanswered };
}

async function receive(
  request: WireRequest,
  { connection, prefix, headers, maxBodyBytes }: ExchangeOptions,
  onHead: () => void,
): Promise<Answer> {
  const startedAt = performance.now();
  const { method, path, body = null, isChunked } = request;
  const answer = await connection.send({
    ...{ method, path: prefix + path, headers: requestHeaders(headers, request.headers) },
    body: isChunked && body !== null ? inChunks(Buffer.from(body)) : body,
  });
  onHead();
  const bytes = await bytesOf(answer.body);
  const durationMs = performance.now() - startedAt;
  const received = answerHeaders(answer.headers);
  const decoded = await decodeBody(bytes, received['content-encoding'] ?? '', maxBodyBytes);
  return {
    ...{ kind: 'answered', status: answer.statusCode, headers: received, durationMs },
    body: decoded ?? bytes,
    ...(decoded === undefined ? { isUndecodable: true } : {}),
  };
}

function inChunks(body: Buffer): Readable {
  const middle = Math.ceil(body.length / 2);
  return Readable.from([body.subarray(0, middle), body.subarray(middle)]);
}

/**
 * Copies chunks into one array as they arrive. A body kept in chunks of one byte would take a hundred times
 * its size.
 */
function bytesOf(body: Readable): Promise<Uint8Array> {
  let memory = new Uint8Array();
  let length = 0;
  body.on('data', (chunk: Uint8Array) => {
    if (length + chunk.length > memory.length)
      memory = new Uint8Array(memory.buffer.transfer(Math.max(length + chunk.length, memory.length * 2)));
    memory.set(chunk, length);
    length += chunk.length;
  });
  return new Promise((resolve, reject) => {
    body.on('error', reject);
    body.on('end', () => resolve(memory.subarray(0, length)));
  });
}

function answerHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Answer['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]),
  );
}

/** @param given - headers from several sources; later ones replace earlier ones */
function requestHeaders(...given: readonly WireRequest['headers'][]): Record<string, string | string[]> {
  const named = given.flatMap((headers) =>
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().map(inUtf8)] as const),
  );
  return {
    // Some gateways refuse a request without a User-Agent, which would look like a refusal by the service.
    'user-agent': 'case-conformance',
    // Ask for no compression, which is not needed. Compressed answers are read anyway.
    'accept-encoding': 'identity',
    ...Object.fromEntries(named),
  };
}

/** The bytes of a text in UTF-8, each as one character: undici writes headers in Latin-1. */
function inUtf8(value: string): string {
  return Buffer.from(value).toString('latin1');
}
