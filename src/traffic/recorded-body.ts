import { decodeBody } from '../http/content-coding.ts';
import { exceededLimit, readJson } from '../http/json.ts';
import { memberOf } from '../schema/pointer.ts';

/** Why the body of a recorded answer is unknown: not recorded, truncated, or not decodable. */
export type NoBody = 'no body' | 'cut body' | 'unreadable body';

export const maxBodyBytes = 8 * 2 ** 20;

export async function recordedBody(
  ...recorded: Parameters<typeof decodedBody>
): Promise<Uint8Array | NoBody> {
  const found = await decodedBody(...recorded);
  return typeof found !== 'string' && exceededLimit(found) !== undefined ? 'unreadable body' : found;
}

async function decodedBody(
  content: unknown,
  status: number,
  headers: Readonly<Record<string, string>>,
): Promise<Uint8Array | NoBody> {
  const text = memberOf(content, 'text');
  if (typeof text !== 'string' || text === '') {
    // An empty text does not prove an empty body: recorders that drop bodies write it too. Only a 204 or a
    // Content-Length of 0 does.
    const isEmpty = status === 204 || headers['content-length']?.trim() === '0';
    return isEmpty ? new Uint8Array() : 'no body';
  }
  const isBase64 = memberOf(content, 'encoding') === 'base64';
  // U+FFFD shows that the recorder could not decode a body.
  const isText =
    (memberOf(content, 'encoding') ?? '') === '' && text.isWellFormed() && !text.includes('\ufffd');
  if (!isBase64 && !isText) return 'unreadable body';
  const bytes = Buffer.from(text, isBase64 ? 'base64' : 'utf8');
  if (isJson(bytes)) return bytes;
  const coding = headers['content-encoding'] ?? '';
  if (!isBase64 || coding === '') return obstacleIn(bytes, content) ?? bytes;
  // Some proxies record the body still encoded, such as with gzip. If decoding does not give JSON, the header may be
  // wrong, or the recorder may have decoded a body that is not JSON: the two cannot be told apart.
  const decoded = (await decodeBody(bytes, coding, maxBodyBytes).catch(() => undefined)) ?? bytes;
  return isJson(decoded) ? decoded : 'unreadable body';
}

function isJson(bytes: Uint8Array): boolean {
  return readJson(bytes).kind === 'json';
}

/** Why a body that is not JSON may be incomplete; undefined if nothing suggests that. */
function obstacleIn(bytes: Uint8Array, content: unknown): NoBody | undefined {
  const text = new TextDecoder().decode(bytes);
  if (/\p{Cc}/u.test(text.replaceAll(/\s/g, ''))) return 'unreadable body';
  const [size, comment] = [memberOf(content, 'size'), memberOf(content, 'comment')];
  const isAsLong = typeof size === 'number' && size > 0 && size <= bytes.length;
  const mayBeCutJson = /^\s*[[{"]/.test(text) && (size !== bytes.length || isTruncatedJson(text));
  return isAsLong && !mayBeCutJson && (comment ?? '') === '' ? undefined : 'cut body';
}

/** Whether a text may be truncated JSON: its only error is at the end. */
function isTruncatedJson(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    const isAtTheEnd = position === undefined || Number(position) >= text.trimEnd().length;
    return isAtTheEnd || /Unterminated/.test(String(error));
  }
}
