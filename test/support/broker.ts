import type { IncomingMessage } from 'node:http';
import { serve } from './hostile.ts';

export interface KeptPact {
  readonly consumer: string;
  readonly interactions: readonly object[];
  readonly pending?: boolean;
}

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  /** The parsed body. Undefined without a body. */
  readonly body: unknown;
}

export interface Exchange {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface TestBroker {
  readonly url: string;
  readonly received: readonly Received[];
  told(): Received[];
  pactUrl(consumer: string): string;
  close(): Promise<void>;
}

export interface BrokerOptions {
  readonly pacts?: readonly KeptPact[];
  readonly token?: string;
  /** Returns an answer that replaces the broker's, or undefined to keep the broker's. */
  readonly instead?: (request: Received) => Exchange | undefined;
  readonly linksTo?: string;
  readonly prefix?: string;
}

const provider = 'case-management-service';

export async function startBroker({
  pacts = [],
  token,
  instead = () => undefined,
  linksTo,
  prefix = '',
}: BrokerOptions = {}): Promise<TestBroker> {
  const received: Received[] = [];

  const server = await serve(async (request, response) => {
    const one = await receivedFrom(request);
    received.push(one);
    const base = (linksTo ?? server.url) + prefix;
    const acceptsMisplacedToken = token === undefined || one.authorization === `Bearer ${token}`;
    const { status, headers, body } =
      instead(one) ?? (acceptsMisplacedToken ? answerTo(one, base) : { status: 401 });
    response.writeHead(status, { 'content-type': 'application/hal+json;charset=utf-8', ...headers });
    response.end(body === undefined ? '' : JSON.stringify(body));
  });

  function answerTo({ method, path, body }: Received, base: string): Exchange {
    if (!path.startsWith(prefix)) return { status: 404 };
    const place = path.slice(prefix.length);
    const kept = pacts.find(({ consumer }) => place.startsWith(pathOf(consumer)));
    if (method === 'GET' && (place === '/' || place === '')) return { status: 200, body: indexOf(base) };
    if (method === 'POST' && place === `/pacts/provider/${provider}/for-verification`)
      return pacts.length === 0 ? { status: 404 } : { status: 200, body: forVerification(body, base) };
    if (method === 'PUT' && place.startsWith(`/pacticipants/${provider}/branches/`)) return { status: 201 };
    if (kept === undefined) return { status: 404 };
    if (method === 'POST') return { status: isResult(body) ? 201 : 400 };
    return { status: 200, body: documentOf(kept, base) };
  }

  function forVerification(asked: unknown, base: string): object {
    const { includePendingStatus = false } = asked as { readonly includePendingStatus?: boolean };
    return {
      _embedded: {
        pacts: pacts.map(({ consumer, pending = false }) => ({
          verificationProperties: { notices: [], ...(includePendingStatus ? { pending } : {}) },
          _links: {
            self: { href: base + pathOf(consumer), name: `Pact between ${consumer} and ${provider}` },
          },
        })),
      },
      _links: { self: { href: `${base}/pacts/provider/${provider}/for-verification` } },
    };
  }

  return {
    url: server.url + prefix,
    received,
    told: () =>
      received.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/for-verification')),
    pactUrl: (consumer) => server.url + prefix + pathOf(consumer),
    close: server.close,
  };
}

async function receivedFrom(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    authorization: request.headers.authorization,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** A real broker derives the version from the content, which is always the same here. */
function pathOf(consumer: string): string {
  return `/pacts/provider/${provider}/consumer/${encodeURIComponent(consumer)}/pact-version/1`;
}

function indexOf(base: string): object {
  return {
    _links: {
      self: { href: base, title: 'Index', templated: false },
      'pb:provider-pacts-for-verification': {
        href: `${base}/pacts/provider/{provider}/for-verification`,
        templated: true,
      },
      'pb:pacticipant-branch-version': {
        href: `${base}/pacticipants/{pacticipant}/branches/{branch}/versions/{version}`,
        templated: true,
      },
    },
  };
}

function documentOf({ consumer, interactions }: KeptPact, base: string): object {
  return {
    consumer: { name: consumer },
    provider: { name: provider },
    interactions: interactions.map((interaction, index) => ({ _id: `id-${index + 1}`, ...interaction })),
    metadata: { pactSpecification: { version: '4.0' } },
    createdAt: '2030-01-01T00:00:00+00:00',
    _links: {
      self: { title: 'Pact', href: base + pathOf(consumer) },
      'pb:publish-verification-results': {
        title: 'Publish verification results',
        href: `${base}${pathOf(consumer)}/verification-results`,
      },
    },
  };
}

function isResult(body: unknown): boolean {
  const { success, providerApplicationVersion: version } = body as Readonly<Record<string, unknown>>;
  return typeof success === 'boolean' && typeof version === 'string' && version !== '';
}
