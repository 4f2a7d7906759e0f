import { hash } from 'node:crypto';
import type { Tokens } from '../conformance/exchanges.ts';
import type { Sampling } from '../harness/session.ts';
import type { Target, TokenName } from '../harness/target.ts';
import { type Masking, masked, maskingOf } from '../http/masking.ts';
import { is4xx } from '../http/status.ts';
import type { Delivery, Transport, WireRequest } from '../http/transport.ts';
import { emptyPatch } from '../rules/operations.ts';
import { memberOf } from '../schema/pointer.ts';

/** The name of the extension in the HAR. HAR reserves names with an underscore for extensions. */
export const extension = '_caseConformance';

export interface RecordedRun {
  readonly formatVersion: '1.0';
  readonly target: Omit<Target, 'tokens'>;
  /** Replacements for the run's tokens: of the same form, but valid nowhere. */
  readonly tokens: Tokens;
  readonly concurrency: number;
  readonly sampling: Sampling;
  /** The text that makes names unique to the run, such as those of created organisations. */
  readonly runTag: string;
}

/**
 * Wraps a transport to record each request and its answer as an entry of a HAR 1.2. Entries contain personal
 * data, but no token and no cookie value.
 * @param keep - called with each entry, in the order of the answers
 */
export function recorded(
  transport: Transport,
  { baseUrl, secrets }: { readonly baseUrl: string; readonly secrets: readonly string[] },
  keep: (entry: object) => Promise<void>,
): Transport {
  const mask = maskingOf(secrets);
  let count = 0;
  return {
    ...transport,
    send: async (request) => {
      const order = count;
      count += 1;
      const startedAt = new Date();
      const delivery = await transport.send(request);
      await keep(entryOf({ order, startedAt, request, delivery }, baseUrl, mask));
      return delivery;
    },
  };
}

/**
 * Answers requests from a recording, equal requests in the recorded order. Never waits. If the replay leaves changes
 * out, readings that show such a change get no answer, and readings recorded before the last replayed change are
 * skipped: they would look like deviations.
 */
export function replayed(entries: readonly object[], { tokens }: Pick<RecordedRun, 'tokens'>): Transport {
  const mask = maskingOf(Object.values(tokens));
  const inOrder = entries.map(replayedEntry).toSorted((one, other) => one.order - other.order);
  const left = Map.groupBy(inOrder, ({ key }) => key);
  const changesLeft = new Set(inOrder.filter(({ isChange }) => isChange));
  const showsChangeLeft = ({ isReading, order, url }: ReplayedEntry): boolean =>
    isReading && [...changesLeft].some((change) => change.order < order && change.url === url);
  const lastChanges = new Map<string, number>();
  const isOutdated = ({ isReading, order, url }: ReplayedEntry): boolean =>
    isReading && order < (lastChanges.get(url) ?? 0);
  const answered = (text: string): string => text.replaceAll(masked, () => tokens.member);
  return {
    send: async (request) => {
      const key = keyOf(request, mask);
      const [next, ...later] = (left.get(key) ?? []).filter((entry) => !isOutdated(entry));
      if (next === undefined || showsChangeLeft(next)) return notRecorded(request);
      left.set(key, later);
      if (next.isChange) lastChanges.set(next.url, Math.max(next.order, lastChanges.get(next.url) ?? 0));
      changesLeft.delete(next);
      return next.delivery(answered);
    },
    close: async () => undefined,
  };
}

function notRecorded({ method, path }: WireRequest): Delivery {
  return {
    kind: 'unanswered',
    cause: 'not-recorded',
    message: `${method} ${path} was not recorded like this. Run check against the service.`,
  };
}

interface Recorded {
  readonly order: number;
  readonly startedAt: Date;
  readonly request: WireRequest;
  readonly delivery: Delivery;
}

function entryOf({ order, startedAt, request, delivery }: Recorded, baseUrl: string, mask: Masking): object {
  const { method, path, headers, body } = request;
  const time = delivery.kind === 'answered' ? delivery.durationMs : 0;
  const { wasConcurrent } = delivery;
  const isUndecodable = delivery.kind === 'answered' && delivery.isUndecodable;
  return {
    startedDateTime: startedAt.toISOString(),
    time,
    request: {
      ...{ method, url: mask(`${baseUrl}${path}`), httpVersion: 'HTTP/1.1', cookies: [], queryString: [] },
      headers: pairsOf(headers, mask),
      ...(body === undefined ? {} : { postData: { mimeType: 'application/json', text: mask(body) } }),
      headersSize: -1,
      bodySize: body === undefined ? 0 : Buffer.byteLength(body),
    },
    response: responseOf(delivery, mask),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    [extension]: {
      ...{ order, key: keyOf(request, mask), wasConcurrent },
      ...(isUndecodable ? { isUndecodable } : {}),
      ...(delivery.kind === 'answered' ? {} : { delivery: { ...delivery, message: mask(delivery.message) } }),
    },
  };
}

function responseOf(delivery: Delivery, mask: Masking): object {
  const known = { httpVersion: 'HTTP/1.1', statusText: '', cookies: [], redirectURL: '', headersSize: -1 };
  if (delivery.kind !== 'answered')
    return { ...known, status: 0, headers: [], content: { size: 0, mimeType: '' }, bodySize: -1 };
  const { status, headers, body } = delivery;
  const mimeType = headers['content-type'] ?? '';
  const content = { size: body.byteLength, mimeType, ...contentOf(Buffer.from(body), mask) };
  return { ...known, status, headers: pairsOf(headers, mask), content, bodySize: body.byteLength };
}

/** The body as content of a HAR. Bytes that are not UTF-8 are written in base64. */
function contentOf(body: Buffer, mask: Masking): { readonly text: string; readonly encoding?: 'base64' } {
  const text = body.toString('utf8');
  if (Buffer.from(text).equals(body)) return { text: mask(text) };
  return {
    text: Buffer.from(mask(body.toString('latin1')), 'latin1').toString('base64'),
    encoding: 'base64',
  };
}

function pairsOf(headers: WireRequest['headers'], mask: Masking): object[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => ({ name, value: headerValue(name, value, mask) })),
  );
}

function headerValue(name: string, value: string, mask: Masking): string {
  if (name === 'authorization') return masked;
  if (name !== 'cookie' && name !== 'set-cookie') return mask(value);
  return mask(value).replaceAll(cookieValue, (found) => (found.includes(masked) ? masked : '(cookie)'));
}

/** The value of a cookie or of its attribute, or a cookie without a name. Joined headers have commas between cookies. */
const cookieValue = /^[^=;]+(?=;|$)|(?<==)(?:[^;,]|,(?!\s*[^\s;,=]+=))+/g;

/** A key that is equal for the same request in every run with the same seed, even with other tokens. */
function keyOf({ method, path, headers, body, sender }: WireRequest, mask: Masking): string {
  const { authorization: _, ...others } = headers;
  const written = Object.entries(others)
    .sort()
    // A replay sends the cookies of a replayed answer, whose values are replaced.
    .map(([name, value]) => [name, name === 'cookie' ? headerValue(name, String(value), mask) : value]);
  return hash('sha256', mask(JSON.stringify([sender, method, path, written, body])));
}

interface ReplayedEntry {
  readonly order: number;
  readonly key: string;
  readonly url: string;
  /** Whether the request reads a client: a PATCH with an empty object. */
  readonly isReading: boolean;
  /** Whether the request may have changed a client: it was not refused. */
  readonly isChange: boolean;
  /**
   * The recorded answer.
   * @param answered - puts the run's tokens back into a text of it
   */
  readonly delivery: (answered: (text: string) => string) => Delivery;
}

function replayedEntry(entry: object): ReplayedEntry {
  const own = memberOf(entry, extension) as {
    readonly order: number;
    readonly key: string;
    readonly wasConcurrent?: boolean;
    readonly isUndecodable?: true;
    readonly delivery?: Delivery;
  };
  const { order, key, wasConcurrent = false, isUndecodable, delivery } = own;
  const circumstances = { wasConcurrent, ...(isUndecodable ? { isUndecodable } : {}) };
  const { time, request, response } = entry as {
    readonly time: number;
    readonly request: Request;
    readonly response: Response;
  };
  const isPatch = request.method === 'PATCH';
  const isEmpty = request.postData?.text === emptyPatch;
  const isRefused = is4xx(Number(memberOf(response, 'status')));
  return {
    ...{ order, key, url: request.url, isReading: isPatch && isEmpty },
    isChange: isPatch && !isEmpty && !isRefused,
    delivery: (answered) =>
      delivery ?? { ...answerOf(response, answered), durationMs: time, ...circumstances },
  };
}

interface Request {
  readonly method: string;
  readonly url: string;
  readonly postData?: { readonly text: string };
}

interface Response {
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly content: { readonly text: string; readonly encoding?: 'base64' };
}

function answerOf({ status, headers, content }: Response, answered: (text: string) => string) {
  const { text, encoding } = content;
  const body =
    encoding === 'base64'
      ? Buffer.from(answered(Buffer.from(text, 'base64').toString('latin1')), 'latin1')
      : Buffer.from(answered(text));
  return {
    kind: 'answered' as const,
    status,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, answered(value)])),
    body,
  };
}

export function recordedRunIn(log: unknown): RecordedRun | undefined {
  const run = memberOf(log, extension);
  return memberOf(run, 'formatVersion') === '1.0' ? (run as RecordedRun) : undefined;
}

/**
 * Tokens of the same form with random characters: letters replace letters, and digits replace digits. The
 * `eyJ` at the start of JSON Web Token parts stays.
 */
export function standInsFor(tokens: Tokens, random: (below: number) => number): Tokens {
  const drawn = (from: string): string => from.charAt(random(from.length));
  const standIn = (token: string): string =>
    token.replaceAll(/(?<=^|\.)eyJ|[a-z]|[A-Z]|[0-9]/g, (found) => {
      if (found === 'eyJ') return found;
      if (/[0-9]/.test(found)) return drawn('0123456789');
      const letter = drawn('abcdefghijklmnopqrstuvwxyz');
      return found === found.toLowerCase() ? letter : letter.toUpperCase();
    });
  return Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [name as TokenName, standIn(token)]),
  ) as Tokens;
}
