import type { ObservationChange } from '../acceptance/lock.ts';
import type { Redacted } from '../http/redact.ts';
import { visibleJson } from '../schema/json.ts';
import { memberOf, pointerTokens } from '../schema/pointer.ts';
import type { Evidence } from '../trace/evidence.ts';

/** An integer with thousands separators: `1,140`. */
export function numeral(number: number): string {
  // Not by Intl: its first use, even through toLocaleString, takes 10 to 20 ms.
  return String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** Counts in words, without zeros: `3 waived, 1 as in the baseline`. */
export function counted(numbers: readonly (readonly [number: number, what: string])[]): string {
  return numbers
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${numeral(number)} ${what}`)
    .join(', ');
}

/** A count with its noun: `1 record`, `2 records`. */
export function plural(number: number, noun: string): string {
  return `${numeral(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** A list in words: `a, b and c`. If it is longer than `most`, the first ones and a count. */
export function inList(
  all: readonly string[],
  conjunction: 'and' | 'or' = 'and',
  most = Number.POSITIVE_INFINITY,
): string {
  if (all.length > most) return few(all, most);
  const last = all.at(-1) ?? '';
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** The first names and the number of the rest: `a, b, c and 2 more`. */
export function few(all: readonly string[], most = 3): string {
  const more = all.length - most;
  const separator = all.some((one) => /,| and /.test(one)) ? '; ' : ', ';
  return `${all.slice(0, most).join(separator)}${more > 0 ? ` and ${numeral(more)} more` : ''}`;
}

/** A time of RFC 3339 for readers: `2025-11-03 16:05 UTC`. */
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

/**
 * The maximum length of a body that is shown whole. A longer body is reduced to the deviating part, or to the names of
 * its members, up to the second limit.
 */
const longestBody = 200;
const longestNames = 120;

/**
 * An exchange in one line: `PATCH /api/v2/clients/1 as member, sent {"title":"Xx"} → 200`.
 * @param pointer - the place to show in a long body
 */
export function exchangeInWords({ request, response }: Evidence, pointer = ''): string {
  const { method, path, credentials, spelling, headers, body } = request;
  const who = /^(member|restricted|outsider)\b/.test(credentials) ? 'as' : 'with';
  const sent = body === undefined ? '' : `, sent ${bodyInWords(body, pointerTokens(pointer))}`;
  const spelled = spelling === undefined ? '' : `, with ${spelling}`;
  const further = headers === undefined ? '' : ` (${few(headers)})`;
  const isWhole = pointer === '' && method === 'GET';
  return `${method} ${path} ${who} ${credentials}${spelled}${further}${sent} → ${response.status}${answerInWords(response, isWhole)}`;
}

/** The status of an answer, its media type if not JSON, and its size if the answer as a whole is wrong. */
function answerInWords(
  { status, headers = {}, body, bodyBytes }: Evidence['response'],
  isWhole: boolean,
): string {
  const type = headers['content-type']?.replace(/ *;.*$/s, '') ?? 'json';
  const size = body === null ? 'null' : `${numeral(bodyBytes)} bytes`;
  const said = [...(type.includes('json') ? [] : [type]), ...(isWhole && status === 200 ? [size] : [])];
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}

/** A redacted body. If it is long, the part at these tokens. In an answer, that part may be inside further objects. */
function bodyInWords(body: Redacted, tokens: readonly string[]): string {
  const json = jsonInWords(body);
  if (json.length <= longestBody || typeof body !== 'object' || body === null) return json;
  const start = tokens.findIndex((token) => memberOf(body, token) !== undefined);
  const [name = '', ...below] = start < 0 ? [] : tokens.slice(start);
  const value = memberOf(body, name) as Redacted | undefined;
  if (value !== undefined) {
    const rest = Object.keys(body as object).length > 1 ? ', …' : '';
    return `{${JSON.stringify(name)}: ${bodyInWords(value, below)}${rest}}`;
  }
  return Array.isArray(body) ? '[…]' : namesInWords(body);
}

/** The names of an object's members, as many as fit into a line. */
function namesInWords(body: object): string {
  const members = Object.entries(body).map(
    ([name, value]) => `${JSON.stringify(name)}: ${typeof value === 'object' ? '{…}' : '…'}`,
  );
  const shown = members.filter(
    (_, index) => index === 0 || members.slice(0, index + 1).join(', ').length <= longestNames,
  );
  return `{${[...shown, ...(shown.length < members.length ? ['…'] : [])].join(', ')}}`;
}

/** The maximum length of a text in JSON. A longer text is reduced to its beginning and its length. */
const longestTextShown = 40;

/** JSON on one line that can be broken after commas. Placeholders of redacted values have no quotes. */
export function jsonInWords(value: Redacted): string {
  if (typeof value === 'string') return textInWords(value);
  if (Array.isArray(value)) return `[${value.map(jsonInWords).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${textInWords(name)}: ${jsonInWords(member as Redacted)}`,
  );
  return `{${members.join(', ')}}`;
}

function textInWords(text: string): string {
  if (/^\(an? [^"\\]*\)$/.test(text)) return text;
  if (text.length <= longestTextShown) return visibleJson(text);
  return `${visibleJson(`${text.slice(0, longestTextShown)}…`)} (${text.length} characters)`;
}

/** The beginning of a text, cut at a space unless the last word is very long. */
export function clipped(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).replace(/ \S{0,40}$/, '')} …` : text;
}

/** A note on a problem that is new only because its checks are. */
export const onlyNewChecks = 'Only checks show it that are new since the lock or baseline.';

/**
 * Returns a function that shortens UUIDs to their first 8 characters, except those that begin alike.
 * @param all - the whole output, with all identifiers
 */
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
