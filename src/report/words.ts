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
  const [separator, and] = all.some((one) => /,| and /.test(one)) ? ['; ', '; and'] : [', ', ' and'];
  return `${all.slice(0, maxCount).join(separator)}${more > 0 ? `${and} ${numeral(more)} more` : ''}`;
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

const maxBodyLength = 200;
const maxNamesLength = 120;

/** For example `PATCH /api/v2/clients/1 as member, sent {"title":"Xx"} → 200`. */
export function exchangeInWords({ operation, request, response }: Evidence, pointer = ''): string {
  const { method, path, credentials, spelling, headers, body } = request;
  const who = /^(member|restricted|outsider)\b/.test(credentials) ? 'as' : 'with';
  const sent = body === undefined ? '' : `, sent ${bodyInWords(body, pointerTokens(pointer))}`;
  const spelled = spelling === undefined ? '' : `, with ${spelling}`;
  const further = headers === undefined ? '' : ` (${few(headers)})`;
  const isWhole = pointer === '' && method === 'GET';
  const page = operation === 'listCases' && path.endsWith('?…') ? ' (a further page)' : '';
  return `${method} ${path}${page} ${who} ${credentials}${spelled}${further}${sent} → ${response.status}${answerInWords(response, isWhole)}`;
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

/** JSON of a body, shortened to the value at `tokens`. In an answer, that value may be inside further objects. */
function bodyInWords(body: Redacted, tokens: readonly string[]): string {
  const json = jsonInWords(body);
  if (json.length <= maxBodyLength || typeof body !== 'object' || body === null) return json;
  const start = tokens.findIndex((token) => memberOf(body, token) !== undefined);
  const [name = '', ...below] = start < 0 ? [] : tokens.slice(start);
  const value = memberOf(body, name) as Redacted | undefined;
  if (value !== undefined) {
    const rest = Object.keys(body as object).length > 1 ? ', …' : '';
    return `{${JSON.stringify(name)}: ${bodyInWords(value, below)}${rest}}`;
  }
  return Array.isArray(body) ? '[…]' : namesInWords(body);
}

function namesInWords(body: object): string {
  const members = Object.entries(body).map(
    ([name, value]) => `${JSON.stringify(name)}: ${typeof value === 'object' ? '{…}' : '…'}`,
  );
  const shown = members.filter(
    (_, index) => index === 0 || members.slice(0, index + 1).join(', ').length <= maxNamesLength,
  );
  return `{${[...shown, ...(shown.length < members.length ? ['…'] : [])].join(', ')}}`;
}

const maxTextLength = 40;

/** JSON with spaces after commas, where lines can be broken, and masks without quotes. */
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
  if (text.length <= maxTextLength) return visibleJson(text);
  return `${visibleJson(`${text.slice(0, maxTextLength)}…`)} (${text.length} characters)`;
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
