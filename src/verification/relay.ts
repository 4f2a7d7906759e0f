import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Call } from '../api/calls.ts';
import { reservedHeaders } from '../http/base-url.ts';
import type { Masking } from '../http/masking.ts';
import type { OperationId } from '../specification/description.ts';
import type { Exchange } from '../trace/exchange.ts';

export interface RelayedRequest {
  readonly method: string;
  /** The path below the base URL, exactly as the verifier sent it. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RelayedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Answering = (request: RelayedRequest) => Promise<RelayedAnswer>;

/**
 * A proxy between Pact's verifier and the provider. The verifier connects only to this process, which sends its
 * requests to the provider through the suite's transport, with its limits, timeouts and tokens. So the verifier never
 * gets a token.
 */
export interface Relay {
  open(answering: Answering): { readonly baseUrl: string; close(): void };
  close(): Promise<void>;
}

export async function startRelay(): Promise<Relay> {
  const open = new Map<string, Answering>();
  const server = createServer((incoming, outgoing) => {
    answerTo(incoming, open)
      .then(({ status, headers, body }) => outgoing.writeHead(status, headers).end(body))
      .catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    open: (answering) => {
      // A path that nobody can guess, so no other process on this machine can send requests with a token.
      const name = randomBytes(16).toString('hex');
      open.set(name, answering);
      return { baseUrl: `http://127.0.0.1:${port}/${name}`, close: () => open.delete(name) };
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answerTo(
  incoming: IncomingMessage,
  open: ReadonlyMap<string, Answering>,
): Promise<RelayedAnswer> {
  const { method = 'GET', url = '/', headers } = incoming;
  const [, name = '', path = '/'] = /^\/(\w+)(\/.*)?$/s.exec(url) ?? [];
  const answering = open.get(name);
  if (answering === undefined) return { status: 404, headers: {}, body: '' };
  const texts = Object.entries(headers).map(([header, value]) => [header, String(value)]);
  return answering({ method, path, headers: Object.fromEntries(texts), body: await text(incoming) });
}

/**
 * Headers that are not passed on, in addition to those that frame a message. A pact must not choose credentials,
 * codings and user agent.
 */
const notRelayed: ReadonlySet<string> = new Set([
  ...reservedHeaders,
  'accept-encoding',
  'authorization',
  'content-encoding',
  'user-agent',
]);

export function callOf({ method, path, headers, body }: RelayedRequest, operation: OperationId): Call {
  return {
    operation,
    method: method as Call['method'],
    path,
    headers: withoutOwn(headers),
    ...(body === '' ? {} : { body }),
  };
}

/**
 * The answer for the verifier, with tokens masked.
 * @param hasBody - whether the verifier needs the body, since the pact says more about it than the documents
 */
export function relayed({ status, headers, text }: Exchange, hasBody: boolean, mask: Masking): RelayedAnswer {
  const masked = Object.entries(headers).map(([name, value]) => [mask(name), mask(value)]);
  return { status, headers: withoutOwn(Object.fromEntries(masked)), body: hasBody ? mask(text) : '' };
}

/** A valid header name. A name in which a token was masked is not valid, and is left out. */
const isToken = /^[\w!#$%&'*+.^`|~-]+$/;

function withoutOwn(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => isToken.test(name) && !notRelayed.has(name)),
  );
}
