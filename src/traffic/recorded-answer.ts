import { decodeBody } from '../http/content-coding.ts';
import { readJson } from '../http/json.ts';
import { memberOf } from '../schema/pointer.ts';
import { headersOf } from './recorded-headers.ts';

export type NotAnswered = 'no answer' | 'from a cache' | 'redirected';

export type NoBody = 'no body' | 'cut body' | 'unreadable body';

export type RecordedAnswer =
  | { readonly kind: 'not-answered'; readonly why: NotAnswered }
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly durationMs: number;
      /** The body without any content coding. */
      readonly body: RecordedBody;
    };

type RecordedBody =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'unknown'; readonly why: NoBody };

export async function answerIn(entry: unknown): Promise<RecordedAnswer> {
  const response = memberOf(entry, 'response');
  const status = memberOf(response, 'status');
  const time = memberOf(entry, 'time');
  // Aborted requests are recorded with status 0, or with the part that had arrived and an error.
  if (typeof status !== 'number' || status < 100 || isNamed(memberOf(response, '_error')))
    return { kind: 'not-answered', why: 'no answer' };
  if (status === 304 || isFromCache(entry, response)) return { kind: 'not-answered', why: 'from a cache' };
  if (status >= 300 && status <= 399) return { kind: 'not-answered', why: 'redirected' };
  const headers = headersOf(response);
  return {
    kind: 'answered',
    status,
    headers,
    durationMs: typeof time === 'number' && time >= 0 ? time : 0,
    body: await bodyIn(memberOf(response, 'content'), status, headers),
  };
}

/** Whether the answer came from a browser's cache or service worker and not from the service itself. */
function isFromCache(entry: unknown, response: unknown): boolean {
  return [entry, response].some((holder) =>
    ['_fromCache', '_fetchedViaServiceWorker', '_servedFromCache'].some((name) => {
      const value = memberOf(holder, name);
      return value === true || isNamed(value);
    }),
  );
}

function isNamed(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

const nothing = new Uint8Array();

async function bodyIn(
  content: unknown,
  status: number,
  headers: Readonly<Record<string, string>>,
): Promise<RecordedBody> {
  const text = memberOf(content, 'text');
  if (typeof text !== 'string' || text === '') {
    // Recorders that drop bodies also write an empty text, so only the service's status or Content-Length proves an
    // empty body.
    const isEmpty = status === 204 || headers['content-length']?.trim() === '0';
    return isEmpty ? { kind: 'whole', bytes: nothing } : { kind: 'unknown', why: 'no body' };
  }
  const encoding = memberOf(content, 'encoding') ?? '';
  if (encoding === 'base64') return decodedBody(Buffer.from(text, 'base64'), content, headers);
  // Recorders write U+FFFD for bytes that they could not decode.
  if (encoding !== '' || !text.isWellFormed() || text.includes('\ufffd'))
    return { kind: 'unknown', why: 'unreadable body' };
  return completeBody(Buffer.from(text), content);
}

/** The maximum size of a body in bytes, as for answers in a run. */
const mostBytes = 8 * 2 ** 20;

/** Some proxies record the bytes as sent, still in the content coding that the headers name. */
async function decodedBody(
  bytes: Uint8Array,
  content: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<RecordedBody> {
  const coding = headers['content-encoding'] ?? '';
  if (coding === '' || readJson(bytes).kind === 'json') return completeBody(bytes, content);
  try {
    const decoded = await decodeBody(bytes, coding, mostBytes);
    return readJson(decoded).kind === 'json'
      ? { kind: 'whole', bytes: decoded }
      : { kind: 'unknown', why: 'unreadable body' };
  } catch {
    // Either the headers are wrong, or the body is decoded already and not JSON; these cannot be distinguished.
    return { kind: 'unknown', why: 'unreadable body' };
  }
}

/** A body that is JSON is complete. Any other body counts as complete only if nothing suggests otherwise. */
function completeBody(bytes: Uint8Array, content: unknown): RecordedBody {
  if (readJson(bytes).kind === 'json') return { kind: 'whole', bytes };
  const text = new TextDecoder().decode(bytes);
  if (/\p{Cc}/u.test(text.replaceAll(/\s/g, ''))) return { kind: 'unknown', why: 'unreadable body' };
  const size = memberOf(content, 'size');
  const isAsLong = typeof size === 'number' && size > 0 && size <= bytes.length;
  const beginsAsJson = /^\s*[[{"]/.test(text);
  const isWhole =
    isAsLong &&
    !isNamed(memberOf(content, 'comment')) &&
    !(beginsAsJson && (size !== bytes.length || breaksOff(text)));
  return isWhole ? { kind: 'whole', bytes } : { kind: 'unknown', why: 'cut body' };
}

/** Whether a text that is not JSON could be truncated JSON: the only error is at its end. */
function breaksOff(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    const isAtTheEnd = position === undefined || Number(position) >= text.trimEnd().length;
    return isAtTheEnd || /Unterminated/.test(String(error));
  }
}
