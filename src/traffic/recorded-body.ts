import { decodeBody } from '../http/content-coding.ts';
import { excessIn, readJson } from '../http/json.ts';
import { memberOf } from '../schema/pointer.ts';

/** Why the body of an answer is not known. */
export type NoBody = 'no body' | 'cut body' | 'unreadable body';

/** The maximum size of a body in bytes, as for answers in a run. */
export const maxBodyBytes = 8 * 2 ** 20;

/** The body of a recorded answer, without any content coding, with the limits of answers in a run. */
export async function recordedBody(
  ...recorded: Parameters<typeof decodedBody>
): Promise<Uint8Array | NoBody> {
  const found = await decodedBody(...recorded);
  return typeof found !== 'string' && excessIn(found) !== undefined ? 'unreadable body' : found;
}

async function decodedBody(
  content: unknown,
  status: number,
  headers: Readonly<Record<string, string>>,
): Promise<Uint8Array | NoBody> {
  const text = memberOf(content, 'text');
  if (typeof text !== 'string' || text === '') {
    // Recorders that drop bodies also write an empty text, so only the service's status or Content-Length proves an
    // empty body.
    const isEmpty = status === 204 || headers['content-length']?.trim() === '0';
    return isEmpty ? new Uint8Array() : 'no body';
  }
  const isBase64 = memberOf(content, 'encoding') === 'base64';
  // Recorders write U+FFFD for bytes that they could not decode.
  const isText =
    (memberOf(content, 'encoding') ?? '') === '' && text.isWellFormed() && !text.includes('\ufffd');
  if (!isBase64 && !isText) return 'unreadable body';
  const bytes = Buffer.from(text, isBase64 ? 'base64' : 'utf8');
  if (isJson(bytes)) return bytes;
  const coding = headers['content-encoding'] ?? '';
  if (!isBase64 || coding === '') return obstacleIn(bytes, content) ?? bytes;
  // Some proxies record the bytes as sent, still in the content coding. If they cannot be decoded, either the headers
  // are wrong, or the body is decoded already and not JSON; these cannot be distinguished.
  const decoded = await decodeBody(bytes, coding, maxBodyBytes).catch(() => bytes);
  return isJson(decoded) ? decoded : 'unreadable body';
}

function isJson(bytes: Uint8Array): boolean {
  return readJson(bytes).kind === 'json';
}

/** A body that is not JSON counts as complete only if nothing suggests otherwise. */
function obstacleIn(bytes: Uint8Array, content: unknown): NoBody | undefined {
  const text = new TextDecoder().decode(bytes);
  if (/\p{Cc}/u.test(text.replaceAll(/\s/g, ''))) return 'unreadable body';
  const [size, comment] = [memberOf(content, 'size'), memberOf(content, 'comment')];
  const isAsLong = typeof size === 'number' && size > 0 && size <= bytes.length;
  const mayBeCutJson = /^\s*[[{"]/.test(text) && (size !== bytes.length || breaksOff(text));
  return isAsLong && !mayBeCutJson && (comment ?? '') === '' ? undefined : 'cut body';
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
