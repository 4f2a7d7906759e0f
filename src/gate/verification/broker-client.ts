import { readJson } from '../../http/json.ts';
import { is2xx } from '../../http/status.ts';
import type { Answer, Transport, WireRequest } from '../../http/transport.ts';
import { suiteVersion } from '../../report/suite.ts';
import { memberOf, valueAt } from '../../schema/pointer.ts';
import { providerName } from '../../verification/pact.ts';
import { Failure } from '../failure.ts';

export interface BrokerPact {
  /** The pact as the broker returns it, with its links. */
  readonly document: unknown;
  /** Whether the pact is pending: the provider has never fulfilled it, so a failure must not fail the provider yet. */
  readonly isPending: boolean;
}

export type Broker = ReturnType<typeof openBroker>;

/**
 * Opens a broker: the operations of a Pact Broker that a verification needs. Each throws a `Failure` that quotes only
 * the status of the broker's answer. Only links within its own origin are followed, since the token must not be sent
 * elsewhere.
 * @param transport - the transport to the broker's origin
 * @param index - the URL of the document that lists the broker's links
 * @param token - undefined for a broker without authentication
 */
export function openBroker(transport: Transport, index: URL, token: string | undefined) {
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
    throw new Failure('BROKER_NOT_REACHED', `The broker gives no answer. ${delivery.message}`);
  }

  function assertGranted({ status }: Answer, what: string): void {
    if (is2xx(status)) return;
    const refusal = `The broker ${origin} answers ${status} to ${what}.`;
    throw new Failure('BROKER_REFUSED', `${refusal} ${remedyFor(status)}`);
  }

  function documentIn(answer: Answer, what: string): unknown {
    assertGranted(answer, what);
    const json = readJson(answer.body);
    if (json.kind === 'json') return json.value;
    const message = `The broker ${origin} answers ${what} with something that is not JSON. Check --broker-url.`;
    throw new Failure('BROKER_WRONG', message);
  }

  async function read(url: URL, what: string): Promise<unknown> {
    return documentIn(await send('GET', url), what);
  }

  function linkIn(document: unknown, relation: string, values: Readonly<Record<string, string>> = {}): URL {
    const href = memberOf(memberOf(memberOf(document, '_links'), relation), 'href');
    if (typeof href !== 'string') {
      const message = `The broker ${origin} shows no link '${relation}'. Check that --broker-url leads to a Pact Broker of version 2.86 or newer.`;
      throw new Failure('BROKER_WRONG', message);
    }
    const expanded = href.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    );
    const url = URL.canParse(expanded, index.href) ? new URL(expanded, index) : undefined;
    if (url?.origin === origin) return url;
    const message = `The link '${relation}' of the broker ${origin} leads elsewhere, and is not followed. Name the broker by the address that its links have.`;
    throw new Failure('BROKER_WRONG', message);
  }

  async function indexLink(relation: string, values: Readonly<Record<string, string>>): Promise<URL> {
    return linkIn(await read(index, 'the request for its index'), relation, values);
  }

  const pactIn = async (url: URL): Promise<unknown> => read(url, 'the request for a pact');

  return {
    /**
     * The pacts that the provider must fulfil now: those of each consumer's main branch, and of its deployed and
     * released versions. With the provider's branch, the broker decides which of them are pending.
     */
    pactsFor: async (branch: string | undefined): Promise<BrokerPact[]> => {
      const url = await indexLink('pb:provider-pacts-for-verification', { provider: providerName });
      const answer = await send('POST', url, {
        consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }],
        ...(branch === undefined ? {} : { includePendingStatus: true, providerVersionBranch: branch }),
      });
      // A broker answers 404 if it does not know the provider, so there are no pacts.
      if (answer.status === 404) return [];
      const listed = valueAt(documentIn(answer, 'the request for the pacts to verify'), '/_embedded/pacts');
      return Promise.all(
        (Array.isArray(listed) ? listed : []).map(async (one) => ({
          document: await pactIn(linkIn(one, 'self')),
          isPending: valueAt(one, '/verificationProperties/pending') === true,
        })),
      );
    },
    pactAt: async (url: URL): Promise<BrokerPact> => ({ document: await pactIn(url), isPending: false }),
    recordBranch: async (version: string, branch: string) => {
      const values = { pacticipant: providerName, branch, version };
      const url = await indexLink('pb:pacticipant-branch-version', values);
      assertGranted(await send('PUT', url, {}), "the provider's branch");
    },
    /** @param result - which interactions hold, without any answer of the provider */
    publish: async (
      result: { readonly success: boolean; readonly testResults: readonly object[] },
      version: string,
      { document }: BrokerPact,
    ) => {
      const url = linkIn(document, 'pb:publish-verification-results');
      const answer = await send('POST', url, {
        ...result,
        providerApplicationVersion: version,
        verifiedBy: { implementation: 'case-conformance', version: suiteVersion },
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
  return 'Its log says why.';
}
