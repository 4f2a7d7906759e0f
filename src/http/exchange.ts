import type { Connection } from './connections.ts';
import { decodeBody } from './content-coding.ts';
import { type DeliveryFailure, failureOf, type Phase } from './errors.ts';
import { openReceiver } from './receiver.ts';
import type { Rooms } from './rooms.ts';
import type { SpareMemory } from './spare-memory.ts';
import type { Answer, WireRequest } from './wire.ts';

interface ExchangeOptions {
  /** Released when the exchange is over. */
  readonly connection: Connection;
  /** Put before the path of the request. */
  readonly prefix: string;
  /** Sent with the request, unless it sets them itself. */
  readonly headers: WireRequest['headers'];
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** Where large bodies are read and decoded: there are few, so that many answers at once take little memory. */
  readonly rooms: Rooms;
  /** What large bodies stand in. */
  readonly spare: SpareMemory;
  /** Ends the exchange at once. */
  readonly stop: AbortSignal;
}

export type Outcome =
  | Answer
  | {
      readonly kind: 'failed';
      readonly failure: DeliveryFailure;
      /** The connection had served before, and was closed without a byte of an answer. */
      readonly wasUnheard: boolean;
    };

/**
 * Sends a request once and reads the whole answer, within `timeoutMs` in all. Never rejects for what the target
 * does; rejects with an error of ours where the cause is not known.
 */
export async function exchange(request: WireRequest, options: ExchangeOptions): Promise<Outcome> {
  // An abort that came before is not heard any more.
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
  const deadline = openDeadline(options.timeoutMs, () => interrupt('timeout'));
  stop.addEventListener('abort', onStop);
  let isWhole = false;
  try {
    // What loses the race ends with the connection.
    const receiving = receive(request, options, onHead, deadline);
    const answer = await Promise.race([receiving, interruption]);
    isWhole = true;
    return answer;
  } catch (error) {
    if (interrupted !== undefined) return failed({ cause: interrupted });
    const failure = failureOf(error, phase);
    if (failure !== undefined) return failed(failure, failure.cause === 'closed' && connection.wasUnheard());
    throw new Error('The transport failed in a way that it does not know.', { cause: error });
  } finally {
    deadline.end();
    stop.removeEventListener('abort', onStop);
    connection.release(isWhole);
  }
}

function failed(failure: DeliveryFailure, wasUnheard = false): Outcome {
  return { kind: 'failed', failure, wasUnheard };
}

/** What ends an exchange in time, unless it is paused. */
interface Deadline {
  pause(): void;
  resume(): void;
  /** Nothing resumes it any more. */
  end(): void;
}

function openDeadline(timeoutMs: number, onEnd: () => void): Deadline {
  let leftMs = timeoutMs;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const resume = (): void => {
    if (isOver) return;
    since = performance.now();
    timer = setTimeout(onEnd, Math.max(1, leftMs));
  };
  const pause = (): void => {
    clearTimeout(timer);
    leftMs -= performance.now() - since;
  };
  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
  };
  resume();
  return { pause, resume, end };
}

async function receive(
  request: WireRequest,
  options: ExchangeOptions,
  onHead: () => void,
  deadline: Deadline,
): Promise<Answer> {
  let room: Promise<() => void> | undefined;
  let waitedMs = 0;
  // That there is no room is not the target's fault.
  const waitForRoom = async (): Promise<() => void> => {
    const since = performance.now();
    deadline.pause();
    const leave = await options.rooms.enter();
    deadline.resume();
    waitedMs = performance.now() - since;
    return leave;
  };
  const enterRoom = async (): Promise<void> => {
    room ??= waitForRoom();
    await room;
  };
  const startedAt = performance.now();
  try {
    const { handler, received } = openReceiver({
      ...{ maxBodyBytes: options.maxBodyBytes, spare: options.spare, onHead, onLarge: enterRoom },
    });
    const { method, path, headers, body = null } = request;
    const sent = {
      method,
      path: options.prefix + path,
      headers: requestHeaders(options.headers, headers),
      body,
    };
    options.connection.send(sent, handler);
    const answer = await received;
    const durationMs = performance.now() - startedAt - waitedMs;
    const coding = answer.headers['content-encoding'];
    // A few bytes may become many.
    if (coding !== undefined) await enterRoom();
    const decoded = await decodeBody(answer.body, coding ?? '', options.maxBodyBytes);
    if (decoded.buffer !== answer.body.buffer) options.spare.give(answer.body.buffer);
    return { kind: 'answered', ...answer, body: decoded, durationMs };
  } finally {
    // Also where an exchange ends while it waits for its room: the target may close the connection meanwhile.
    void room?.then((leave) => leave());
  }
}

/** @param given - of which what comes later takes precedence */
function requestHeaders(...given: readonly WireRequest['headers'][]): Record<string, string | string[]> {
  const named = given.flatMap((headers) =>
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  return {
    // Some gateways refuse a request without one, which would look like a refusal of the service.
    'user-agent': 'case-conformance',
    // What is compared is the body; a server that compresses all the same is read all the same.
    'accept-encoding': 'identity',
    ...Object.fromEntries(named),
  };
}
