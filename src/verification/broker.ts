import { readJson } from '../http/json.ts';
import { is2xx } from '../http/status.ts';
import type { Answer, Transport, WireRequest } from '../http/transport.ts';
import { memberOf, valueAt } from '../schema/pointer.ts';
import type { VerificationResult } from './broker-results.ts';

/** A pact that a broker keeps. */
export interface BrokerPact {
  /** As the broker shows it: the pact, with links. */
  readonly document: unknown;
  /** Whether the provider may break it for now: a need that it never met before. */
  readonly isPending: boolean;
}

/** A version of the provider. */
interface ProviderVersion {
  readonly provider: string;
  readonly version: string;
}

/** A Pact Broker, as far as a verification has to do with it. Each call throws a `BrokerError` where it fails. */
export interface Broker {
  /**
   * The pacts that the provider must hold now: those of each consumer's main branch, and of what is deployed or
   * released. With the branch that the provider is on, the broker tells which of them are pending.
   */
  pactsFor(provider: string, branch: string | undefined): Promise<BrokerPact[]>;
  /** The one pact that a URL of the broker leads to. */
  pactAt(url: URL): Promise<BrokerPact>;
  /** Tells it that the version is of that branch. */
  recordBranch(of: ProviderVersion, branch: string): Promise<void>;
  /** Tells it how the version did with the pact. */
  publish(result: VerificationResult, of: ProviderVersion, pact: BrokerPact, suite: string): Promise<void>;
}

/** Why a broker is of no use: one or two plain sentences, which quote nothing that it answered but its status. */
export class BrokerError extends Error {
  readonly code: 'BROKER_NOT_REACHED' | 'BROKER_REFUSED' | 'BROKER_WRONG';

  constructor(code: BrokerError['code'], message: string) {
    super(message);
    this.name = 'BrokerError';
    this.code = code;
  }
}

/**
 * Opens a broker. Its links are followed by their names, within its origin alone: the token is for no other.
 * @param transport - to its origin
 * @param index - its own URL, where its links are listed
 * @param token - undefined for a broker that wants none
 */
export function openBroker(transport: Transport, index: URL, token: string | undefined): Broker {
  const { origin } = index;

  async function send(method: WireRequest['method'], url: URL, body?: object): Promise<Answer> {
    const delivery = await transport.send({
      method,
      path: `${url.pathname}${url.search}`,
      headers: {
        accept: 'application/hal+json, application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (delivery.kind === 'answered') return delivery;
    throw new BrokerError('BROKER_NOT_REACHED', `The broker gives no answer. ${delivery.message}`);
  }

  /** @param what - what is asked for, as an error calls it */
  function assertGranted({ status }: Answer, what: string): void {
    if (is2xx(status)) return;
    const refusal = `The broker ${origin} answers ${status} to ${what}.`;
    throw new BrokerError('BROKER_REFUSED', `${refusal} ${remedyFor(status)}`);
  }

  function documentIn(answer: Answer, what: string): unknown {
    assertGranted(answer, what);
    const json = readJson(answer.body);
    if (json.kind === 'json') return json.value;
    const message = `The broker ${origin} answers ${what} with what is no JSON. Check --broker-url.`;
    throw new BrokerError('BROKER_WRONG', message);
  }

  async function read(url: URL, what: string): Promise<unknown> {
    return documentIn(await send('GET', url), what);
  }

  /** Where a link of a document leads, with the values of its template put in. */
  function linkIn(document: unknown, relation: string, values: Readonly<Record<string, string>> = {}): URL {
    const href = memberOf(memberOf(memberOf(document, '_links'), relation), 'href');
    if (typeof href !== 'string') {
      const message = `The broker ${origin} shows no link '${relation}'. Check that --broker-url leads to a Pact Broker of version 2.86 or newer.`;
      throw new BrokerError('BROKER_WRONG', message);
    }
    const expanded = href.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    );
    const url = URL.canParse(expanded, index.href) ? new URL(expanded, index) : undefined;
    if (url?.origin === origin) return url;
    const message = `The link '${relation}' of the broker ${origin} leads elsewhere, and is not followed. Name the broker by the address that its links have.`;
    throw new BrokerError('BROKER_WRONG', message);
  }

  async function indexLink(relation: string, values: Readonly<Record<string, string>>): Promise<URL> {
    return linkIn(await read(index, 'the request for its index'), relation, values);
  }

  const pactIn = async (url: URL): Promise<unknown> => read(url, 'the request for a pact');

  return {
    pactsFor: async (provider, branch) => {
      const url = await indexLink('pb:provider-pacts-for-verification', { provider });
      const answer = await send('POST', url, {
        consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }],
        ...(branch === undefined ? {} : { includePendingStatus: true, providerVersionBranch: branch }),
      });
      // A provider that it never heard of has no pacts.
      if (answer.status === 404) return [];
      const listed = valueAt(documentIn(answer, 'the request for the pacts to verify'), '/_embedded/pacts');
      return Promise.all(
        (Array.isArray(listed) ? listed : []).map(async (one) => ({
          document: await pactIn(linkIn(one, 'self')),
          isPending: valueAt(one, '/verificationProperties/pending') === true,
        })),
      );
    },
    pactAt: async (url) => ({ document: await pactIn(url), isPending: false }),
    recordBranch: async ({ provider, version }, branch) => {
      const values = { pacticipant: provider, branch, version };
      const url = await indexLink('pb:pacticipant-branch-version', values);
      assertGranted(await send('PUT', url, {}), "the provider's branch");
    },
    publish: async ({ success, testResults }, { version }, { document }, suite) => {
      const url = linkIn(document, 'pb:publish-verification-results');
      const answer = await send('POST', url, {
        success,
        providerApplicationVersion: version,
        verifiedBy: { implementation: 'case-conformance', version: suite },
        testResults,
      });
      assertGranted(answer, 'a verification result');
    },
  };
}

function remedyFor(status: number): string {
  if (status === 401 || status === 403)
    return 'Put a token of it into PACT_BROKER_TOKEN, or name its variable with --broker-token-env.';
  if (status >= 300 && status <= 399)
    return 'No redirect is followed, since the token is for this address alone. Name the right one with --broker-url.';
  return 'Its log tells why.';
}
