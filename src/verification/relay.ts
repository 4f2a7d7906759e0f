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
  /** As sent on the wire, below the base URL. */
  readonly path: string;
  /** Names in lower case. */
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
 * A proxy between Pact's verifier and the provider. The verifier connects to this process only; requests leave it
 * through the suite's own transport, with its limits, timeouts and tokens, which the verifier never sees.
 */
export interface Relay {
  /** Answers requests below a base URL of its own, until it is closed. */
  open(answering: Answering): { readonly baseUrl: string; close(): void };
  close(): Promise<void>;
}

/** Starts a relay on a free local port. */
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
      // Unguessable, so no other process on this machine can send requests with a token.
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

/** Beside what frames a message: codings, credentials, which are not the pact's to give, and who is asking. */
const notRelayed: ReadonlySet<string> = new Set([
  ...reservedHeaders,
  'accept-encoding',
  'authorization',
  'content-encoding',
  'user-agent',
]);

/** Converts a request of the verifier into a call. */
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
 * The answer for the verifier, without tokens.
 * @param hasBody - whether the pact says more of the body than the documents
 */
export function relayed({ status, headers, text }: Exchange, hasBody: boolean, mask: Masking): RelayedAnswer {
  const masked = Object.entries(headers).map(([name, value]) => [mask(name), mask(value)]);
  return { status, headers: withoutOwn(Object.fromEntries(masked)), body: hasBody ? mask(text) : '' };
}

/** A name in which a token was masked is none that can be sent. */
const isToken = /^[\w!#$%&'*+.^`|~-]+$/;

function withoutOwn(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => isToken.test(name) && !notRelayed.has(name)),
  );
}
