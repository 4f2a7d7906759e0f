import { decodeBody } from '../http/content-coding.ts';
import { readJson } from '../http/json.ts';
import { memberOf } from '../schema/pointer.ts';
import { headersOf } from './recorded-headers.ts';

/** Why the answer of an exchange shows nothing of the service. */
export type NotAnswered = 'no answer' | 'from a cache' | 'redirected';

/** Why the body of an answer is not known. */
export type NoBody = 'no body' | 'cut body' | 'unreadable body';

/** What a recording has of the answer to a request. */
export type RecordedAnswer =
  | { readonly kind: 'not-answered'; readonly why: NotAnswered }
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly durationMs: number;
      /** As it was before any content coding. */
      readonly body: RecordedBody;
    };

type RecordedBody =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'unknown'; readonly why: NoBody };

/** What an entry has of the answer to its request. */
export async function answerIn(entry: unknown): Promise<RecordedAnswer> {
  const response = memberOf(entry, 'response');
  const status = memberOf(response, 'status');
  const time = memberOf(entry, 'time');
  // Aborted ones are recorded with 0, or with what had come by then and an error.
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

/** What a browser keeps, or the page's own worker makes up, is not what the service answers now. */
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
    // Recorders that keep no bodies write nothing, too: only what the service says of the length is believed.
    const isEmpty = status === 204 || headers['content-length']?.trim() === '0';
    return isEmpty ? { kind: 'whole', bytes: nothing } : { kind: 'unknown', why: 'no body' };
  }
  const encoding = memberOf(content, 'encoding') ?? '';
  if (encoding === 'base64') return decodedBody(Buffer.from(text, 'base64'), content, headers);
  // What a recorder could not decode it writes with this character.
  if (encoding !== '' || !text.isWellFormed() || text.includes('\ufffd'))
    return { kind: 'unknown', why: 'unreadable body' };
  return completeBody(Buffer.from(text), content);
}

/** So many bytes a body may have, as elsewhere. */
const mostBytes = 8 * 2 ** 20;

/** Some proxies keep the bytes of the wire, with the content coding that the headers name. */
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
    // They are not as the headers say, or are decoded already and no JSON: which of the two cannot be told.
    return { kind: 'unknown', why: 'unreadable body' };
  }
}

/** A body that is JSON is whole. Any other is only where everything speaks for it. */
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

/** Whether a text that is no JSON could be the beginning of some: nothing before its end is wrong. */
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
