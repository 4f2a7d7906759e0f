import type { ObservationChange } from '../acceptance/lock.ts';
import type { Redacted } from '../http/redact.ts';
import { visibleJson } from '../schema/json.ts';
import { memberOf, pointerTokens } from '../schema/pointer.ts';
import type { Evidence } from '../trace/evidence.ts';

export function numeral(number: number): string {
  // Intl is not used: its first use, even through toLocaleString, takes 10 to 20 ms.
  return String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

export function counted(numbers: readonly (readonly [number: number, what: string])[]): string {
  return numbers
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${numeral(number)} ${what}`)
    .join(', ');
}

export function plural(number: number, noun: string): string {
  return `${numeral(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** `a, b and c`, or with a maximum: `a, b and 2 more`. */
export function inList(
  all: readonly string[],
  conjunction: 'and' | 'or' = 'and',
  maxCount = Number.POSITIVE_INFINITY,
): string {
  if (all.length > maxCount) return few(all, maxCount);
  const last = all.at(-1) ?? '';
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** `a, b, c and 2 more`, or with semicolons if a name contains a comma or an "and". */
export function few(all: readonly string[], maxCount = 3): string {
  const more = all.length - maxCount;
  const shown = all.slice(0, maxCount);
  const [separator, and] = shown.some((one) => /,| and /.test(one)) ? ['; ', '; and'] : [', ', ' and'];
  return `${shown.join(separator)}${more > 0 ? `${and} ${numeral(more)} more` : ''}`;
}

export function dateAndTime(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}

export function changeInWords(change: ObservationChange): string {
  const [before, after] = [
    change.kind === 'new' ? 'nothing' : listed(change.before),
    change.kind === 'gone' ? 'nothing' : listed(change.after),
  ];
  return `${before} → ${after}`;
}

function listed(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}

const maxBodyLength = 300;
const maxNamesLength = 120;

/** A place whose value is printed in full. `index` is the position at which its text is wrong. */
export interface Focus {
  readonly pointer: string;
  readonly index?: number | undefined;
}

/** For example `PATCH /api/v2/clients/1 as member, sent {"title":"Xx"} → 200`. */
export function exchangeInWords(evidence: Evidence, { pointer, index }: Focus = { pointer: '' }): string {
  const { operation, request, response } = evidence;
  const { method, path, credentials, body } = request;
  const who = /^(member|restricted|outsider)\b/.test(credentials) ? 'as' : 'with';
  const type = isOfRefusedType(evidence) ? 'as application/json ' : '';
  const sent = body === undefined ? '' : `, sent ${type}${bodyInWords(body, pointerTokens(pointer), index)}`;
  const isWhole = pointer === '' && method === 'GET';
  const isPage = operation === 'listCases' && request.spelling === undefined && path.endsWith('?…');
  const page = isPage ? ' (a further page)' : '';
  return `${method} ${path}${page} ${who} ${credentials}${formInWords(request)}${sent} → ${response.status}${answerInWords(response, isWhole)}`;
}

/** Whether the usual media type was refused. That of a recorded request is unknown. */
function isOfRefusedType({ request: { headers = [], credentials }, response }: Evidence): boolean {
  const isUsual = !headers.some((header) => header.startsWith('Content-Type'));
  return response.status === 415 && isUsual && !credentials.includes('recorded');
}

function formInWords({ spelling, headers = [] }: Evidence['request']): string {
  const named = few(headers);
  if (spelling !== undefined) return `, with ${spelling}${named === '' ? '' : ` (${named})`}`;
  return named === '' ? '' : `, with the header${headers.length === 1 ? '' : 's'} ${named}`;
}

function answerInWords(
  { status, headers = {}, body, bodyBytes }: Evidence['response'],
  isWhole: boolean,
): string {
  const type = headers['content-type']?.replace(/ *;.*$/s, '') ?? 'json';
  const size = body === null ? 'null' : `${numeral(bodyBytes)} bytes`;
  const said = [...(type.includes('json') ? [] : [type]), ...(isWhole && status === 200 ? [size] : [])];
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}

/** A long body is shortened to the value in focus and the names of the other members. */
function bodyInWords(body: Redacted, tokens: readonly string[], index?: number): string {
  if (typeof body !== 'object' || body === null) return jsonInWords(body, index);
  // In an answer, the place may be inside further objects.
  const start = tokens.findIndex((token) => memberOf(body, token) !== undefined);
  const [focus, ...below] = start < 0 ? [] : tokens.slice(start);
  const isShort = jsonInWords(body).length <= maxBodyLength;
  const wordsOf = ([name, value]: readonly [string, Redacted]): string => {
    if (name === focus) return bodyInWords(value, below, index);
    if (isShort) return jsonInWords(value);
    return typeof value === 'object' ? '{…}' : '…';
  };
  const entries: [string, Redacted][] = Object.entries(body);
  const inOrder = isShort
    ? entries
    : entries.toSorted(([one], [other]) => Number(other === focus) - Number(one === focus));
  const members = inOrder.map((one) =>
    Array.isArray(body) ? wordsOf(one) : `${textInWords(one[0])}: ${wordsOf(one)}`,
  );
  // Elements that are not in focus have no names to show.
  const maxLength = Array.isArray(body) ? 0 : maxNamesLength;
  const words = (isShort ? members : withinLimit(members, maxLength)).join(', ');
  return Array.isArray(body) ? `[${words}]` : `{${words}}`;
}

/** The first name, and as many others as fit. */
function withinLimit([first = '', ...others]: readonly string[], maxLength: number): string[] {
  const shown = others.filter((_, place) => others.slice(0, place + 1).join(', ').length <= maxLength);
  return [first, ...shown, ...(shown.length < others.length ? ['…'] : [])];
}

const maxTextLength = 40;

/** JSON with a space after each comma, for line breaks, and without quotes around masks. */
export function jsonInWords(value: Redacted, index = 0): string {
  if (typeof value === 'string') return textInWords(value, index);
  if (Array.isArray(value)) return `[${value.map((one) => jsonInWords(one)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${textInWords(name)}: ${jsonInWords(member as Redacted)}`,
  );
  return `{${members.join(', ')}}`;
}

/** Of a long text, the part around the index. */
function textInWords(text: string, index = 0): string {
  if (/^\(an? [^"\\]*\)$/.test(text)) return text;
  if (text.length <= maxTextLength) return visibleJson(text);
  const first = Math.max(0, Math.min(index - maxTextLength / 2, text.length - maxTextLength));
  const [start, end] = [startOfCharacter(text, first), startOfCharacter(text, first + maxTextLength)];
  const [before, after] = [start > 0 ? '…' : '', end < text.length ? '…' : ''];
  return `${visibleJson(`${before}${text.slice(start, end)}${after}`)} (${text.length} characters)`;
}

/** The index of a whole character: one less if the index is inside a surrogate pair. */
function startOfCharacter(text: string, index: number): number {
  return /^[\udc00-\udfff]/.test(text.slice(index)) ? index - 1 : index;
}

export function clipped(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).replace(/ \S{0,40}$/, '')} …` : text;
}

/** Returns a function that shortens the UUIDs in a text to eight characters, except UUIDs of `all` that begin alike. */
export function shorteningIds(all: string): (text: string) => string {
  const found = new Set(all.toLowerCase().match(uuid));
  const alike = Map.groupBy(found, (id) => id.slice(0, 8));
  return (text) =>
    text.replaceAll(uuid, (id) => {
      const start = id.slice(0, 8);
      return (alike.get(start.toLowerCase())?.length ?? 0) > 1 ? id : `${start}…`;
    });
}

const uuid = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
