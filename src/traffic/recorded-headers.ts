import { memberOf } from '../schema/pointer.ts';

/** Names and values, as a HAR lists headers, cookies and query parameters. */
type Pairs = readonly (readonly [name: string, value: string])[];

/**
 * The headers of a request or an answer: names in lower case, repeated values joined (RFC 9110, section 5.3), without
 * the pseudo-headers of HTTP/2.
 */
export function headersOf(message: unknown): Readonly<Record<string, string>> {
  const named = pairsIn(message, 'headers')
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !name.startsWith(':'));
  return Object.fromEntries(
    [...Map.groupBy(named, ([name]) => name)].map(([name, all]) => [
      name,
      all.map(([, value]) => value).join(', '),
    ]),
  );
}

/** Names of headers that carry credentials. */
const secretName = /^(?!:|.*authenticate).*(auth|token|key|secret|session)/i;

/**
 * The secrets of an exchange, which no output may show: credentials in headers, cookies, and values in its URL that
 * look like credentials. Plain words, such as field names in a query, do not count.
 */
export function secretsIn(entry: unknown): string[] {
  const messages = [memberOf(entry, 'request'), memberOf(entry, 'response')];
  const headers = messages.flatMap((message) => pairsIn(message, 'headers'));
  const valuesNamed = (pattern: RegExp): string[] =>
    headers.filter(([name]) => pattern.test(name)).map(([, value]) => value);
  const url = memberOf(messages[0], 'url');
  const others = [
    ...valuesNamed(secretName).flatMap((value) => value.split(/[\s,;]+/)),
    ...valuesNamed(/^cookie$/i).flatMap((value) => value.split(/[\s;]+/).map(afterName)),
    // A HAR puts one cookie on each line. Its attributes are not secret.
    ...valuesNamed(/^set-cookie$/i).flatMap((value) =>
      value.split('\n').map((line) => afterName(line.split(';', 1)[0] ?? '')),
    ),
    ...messages.flatMap((message) => pairsIn(message, 'cookies')).map(([, value]) => value),
    ...(typeof url === 'string' ? secretsInUrl(url) : []),
  ];
  const credentials = valuesNamed(/^authorization$/i).map((value) => value.replace(/^\S+\s+/, ''));
  return [...new Set([...credentials, ...others.filter(looksSecret)])];
}

function afterName(pair: string): string {
  return pair.slice(pair.indexOf('=') + 1);
}

function looksSecret(text: string): boolean {
  return /\d/.test(text) && /[a-z]/i.test(text) && !/^[a-z]+:\/\//i.test(text);
}

function secretsInUrl(text: string): string[] {
  if (!URL.canParse(text)) return [];
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
