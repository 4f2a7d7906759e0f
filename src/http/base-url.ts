import type { WireRequest } from './wire.ts';

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

// Headers that control framing and routing. Only the transport sets them.
export const reservedHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Parses an absolute http or https URL without user, password, query and fragment.
 * @throws {TypeError} for anything else. The message does not quote the URL.
 */
export function parseBaseUrl(baseUrl: string) {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const defaultPort = url && defaultPorts[url.protocol];
  if (url === undefined || defaultPort === undefined) {
    throw new TypeError('The base URL must be absolute, and start with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('The base URL must not hold a user name or a password.');
  }
  if (/[?#]/.test(baseUrl)) throw new TypeError('The base URL must not hold a query or a fragment.');
  return {
    /** As undici and messages need it. The port is always explicit, as in `https://acme.example:443`. */
    origin: `${url.protocol}//${url.hostname}:${url.port || defaultPort}`,
    prefix: url.pathname.replace(/\/+$/, ''),
  };
}

/**
 * Refuses a request that cannot be sent exactly as written.
 * @throws {TypeError} that says where. It never quotes the path or a header's value, which may be a token.
 */
export function assertSendable({ path, headers }: WireRequest): void {
  if (!/^\/[\x21-\x7e]*$/.test(path) || path.includes('#'))
    throw new TypeError('The path of a request must start with a slash, and be percent-encoded.');
  assertHeadersSendable(headers);
}

export function assertHeadersSendable(headers: WireRequest['headers']): void {
  for (const [name, values] of Object.entries(headers)) {
    if (!/^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/.test(name))
      throw new TypeError('The name of a header must be a token of HTTP, without spaces and colons.');
    if (reservedHeaders.has(name.toLowerCase()))
      throw new TypeError(`The header ${name.toLowerCase()} is set by the transport itself.`);
    if (![values].flat().every((value) => /^[\t\P{Cc}]*$/u.test(value)))
      throw new TypeError(`The value of the header ${name.toLowerCase()} must not hold control characters.`);
  }
}
