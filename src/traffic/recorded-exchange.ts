import type { Call } from '../api/calls.ts';
import { exchangeOf } from '../conformance/exchanges.ts';
import type { Origin } from '../harness/check.ts';
import { readJsonText, readText } from '../http/json.ts';
import { maskingOf } from '../http/masking.ts';
import { percentDecoded } from '../http/percent-decoding.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type NoBody, recordedBody } from './recorded-body.ts';

export type NotAnswered = 'no answer' | 'from a cache' | 'redirected';

interface RecordedCall {
  /**
   * The call as reports show it: without a query, and with only those identifiers in its path that are UUIDs.
   */
  readonly call: Call;
  readonly baseUrl: string;
  readonly id: string | undefined;
}

interface RecordedExchange {
  readonly exchange: Exchange;
  readonly origin: Origin;
  readonly noBody: NoBody | undefined;
  /** Whether the request was recorded with an Authorization header. Many recorders leave it out. */
  readonly isAuthorised: boolean;
  readonly secrets: readonly string[];
}

export function callIn(specification: Specification, entry: object): RecordedCall | undefined {
  const request = memberOf(entry, 'request');
  const [method, url] = [memberOf(request, 'method'), memberOf(request, 'url')];
  // Methods are case-sensitive (RFC 9110, section 9.1).
  if (method !== 'GET' && method !== 'PATCH' && method !== 'POST') return undefined;
  // Not `URL.pathname`, which normalises the path.
  const [, path = ''] = /^https?:\/\/[^/?#]*([^?#]*)/i.exec(typeof url === 'string' ? url : '') ?? [];
  if (path === '' || !URL.canParse(url as string)) return undefined;
  const { origin } = new URL(url as string);
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const own = path.slice(at);
    const operation = specification.operationAt(method, own);
    if (operation === undefined) continue;
    const [, before = '', written, after = ''] = identifierPlace.exec(own) ?? [];
    const body = memberOf(memberOf(request, 'postData'), 'text');
    return {
      call: {
        operation,
        method,
        path: written === undefined ? own : `${before}${shownIdentifier(written)}${after}`,
        ...(typeof body === 'string' && body !== '' ? { body } : {}),
      },
      baseUrl: `${origin}${path.slice(0, at)}`,
      id: uuid.exec(percentDecoded(written ?? ''))?.[0],
    };
  }
  return undefined;
}

const identifierPlace = /^(\/api\/v2\/(?:cases|clients)\/)([^/]*)(\/data)?$/;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Replaces an identifier that is not a UUID: the recorded user may have typed anything. */
function shownIdentifier(written: string): string {
  return written === '' || uuid.test(percentDecoded(written)) ? written : '(no-uuid)';
}

export async function exchangeIn(
  number: number,
  entry: object,
  { call, baseUrl, id }: RecordedCall,
): Promise<RecordedExchange | NotAnswered> {
  const [request, response] = [memberOf(entry, 'request'), memberOf(entry, 'response')];
  const [status, time] = [memberOf(response, 'status'), memberOf(entry, 'time')];
  // Recorders write aborted requests with status 0, or with the received part and an error.
  if (typeof status !== 'number' || status < 100 || isSet(memberOf(response, '_error'))) return 'no answer';
  if (status === 304 || isFromCache(entry, response)) return 'from a cache';
  if (status >= 300 && status <= 399) return 'redirected';
  const headers = headersOf(response);
  const found = await recordedBody(memberOf(response, 'content'), status, headers);
  const [bytes, noBody] = typeof found === 'string' ? [new Uint8Array(), found] : [found, undefined];
  const durationMs = typeof time === 'number' && time >= 0 ? time : 0;
  const isAuthorised = headersOf(request).authorization !== undefined;
  // A value in the path is not a secret, even if a header has it too: the report must say which exchange it
  // means.
  const secrets = secretsIn(entry).filter((secret) => !isIn(secret, `${baseUrl}${call.path}`));
  const credentials = isAuthorised ? 'a recorded token' : 'none recorded';
  const answer = { status, headers, body: bytes, durationMs };
  // Read whole, since the answer to a change is compared with the recorded request, whose texts are whole.
  const read = readText(bytes);
  const whole = { text: read.text, body: readJsonText(read) };
  return {
    exchange: { number, ...exchangeOf(call, credentials, answer, maskingOf(secrets)), ...whole },
    origin: { source: 'recording', id, isWithoutBody: noBody !== undefined },
    ...{ noBody, isAuthorised, secrets },
  };
}

function isFromCache(...holders: readonly unknown[]): boolean {
  const signs = ['_fromCache', '_fetchedViaServiceWorker', '_servedFromCache'];
  return holders.some((holder) => signs.some((name) => isSet(memberOf(holder, name))));
}

function isSet(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value !== '');
}

export function isIn(secret: string, text: string): boolean {
  return maskingOf([secret])(text) !== text;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/**
 * The headers of a message. Names are in lower case, and repeated values are joined (RFC 9110, section 5.3).
 * Pseudo-headers of HTTP/2 are left out.
 */
function headersOf(message: unknown): Readonly<Record<string, string>> {
  const named = pairsIn(message, 'headers').filter(([name]) => !name.startsWith(':'));
  const byName = Map.groupBy(named, ([name]) => name.toLowerCase());
  return Object.fromEntries(
    [...byName].map(([name, all]) => [name, all.map(([, value]) => value).join(', ')]),
  );
}

const secretName = /^(?!:|.*authenticate).*(auth|token|key|secret|session)/i;

/**
 * The secrets of an exchange: credentials in headers, cookies, and values in the URL that look like
 * credentials. Plain words, such as field names in a query, are not secrets.
 */
function secretsIn(entry: object): string[] {
  const messages = [memberOf(entry, 'request'), memberOf(entry, 'response')];
  const headers = messages.flatMap((message) => pairsIn(message, 'headers'));
  const valuesNamed = (pattern: RegExp): string[] =>
    headers.filter(([name]) => pattern.test(name)).map(([, value]) => value);
  const others = [
    ...valuesNamed(secretName).flatMap((value) => value.split(/[\s,;]+/)),
    ...valuesNamed(/^cookie$/i).flatMap((value) => value.split(/[\s;]+/).map(valueOfCookie)),
    // A HAR has one cookie in each line. The attributes of a cookie are not secret.
    ...valuesNamed(/^set-cookie$/i).flatMap((value) =>
      value.split('\n').map((line) => valueOfCookie(line.split(';', 1)[0] ?? '')),
    ),
    ...messages.flatMap((message) => pairsIn(message, 'cookies')).map(([, value]) => value),
    ...secretsInUrl(memberOf(messages[0], 'url')),
  ];
  const credentials = valuesNamed(/^authorization$/i).map((value) => value.replace(/^\S+\s+/, ''));
  return [...new Set([...credentials, ...others.filter(looksSecret)])];
}

function valueOfCookie(pair: string): string {
  return pair.slice(pair.indexOf('=') + 1);
}

function looksSecret(text: string): boolean {
  return /\d/.test(text) && /[a-z]/i.test(text) && !/^[a-z]+:\/\//i.test(text);
}

function secretsInUrl(text: unknown): string[] {
  if (typeof text !== 'string' || !URL.canParse(text)) return [];
  const { username, password, searchParams } = new URL(text);
  return [username, password, ...searchParams.values()];
}

function pairsIn(message: unknown, list: string): Pairs {
  const pairs = memberOf(message, list);
  if (!Array.isArray(pairs)) return [];
  return pairs.flatMap((pair) => {
    const [name, value] = [memberOf(pair, 'name'), memberOf(pair, 'value')];
    return typeof name === 'string' && typeof value === 'string' ? [[name, value] as const] : [];
  });
}
