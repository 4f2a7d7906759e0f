import type { CheckResult } from '../../conformance/result.ts';
import type { Check } from '../../harness/check.ts';
import { openTransport } from '../../http/transport.ts';
import { printable } from '../../report/printable.ts';
import type { Report } from '../../report/report.ts';
import { valueAt } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import { type PactInteraction, providerName, readPact } from '../../verification/pact.ts';
import { assertVerifying, type Environment, trustOfHost, variableNamed, variableOf } from '../environment.ts';
import { callWrong, configurationWrong, Failure } from '../failure.ts';
import type { RunHooks } from '../run-hooks.ts';
import { urlOf } from '../urls.ts';
import { type Broker, type BrokerPact, openBroker } from './broker-client.ts';
import { notAPact } from './pacts.ts';

export interface BrokerOptions {
  /** The URL of a Pact Broker. Without it, no broker is used. */
  readonly brokerUrl?: string | undefined;
  /** The name of the variable with the broker's token. Default: `PACT_BROKER_TOKEN`, if that is set. */
  readonly brokerTokenEnv?: string | undefined;
  /** The URL of one pact. By default, the broker selects all pacts that the provider must fulfil. */
  readonly pact?: string | undefined;
  readonly providerBranch?: string | undefined;
  readonly environment?: Environment | undefined;
}

interface CalledBroker {
  readonly url: URL;
  readonly token: string | undefined;
  readonly timeoutMs: number;
}

export async function brokeredPacts(
  options: BrokerOptions,
  specification: Specification,
  timeoutMs: number,
  { onNotice }: RunHooks,
) {
  const { brokerUrl, brokerTokenEnv, pact, providerBranch, environment = {} } = options;
  if (brokerUrl === undefined) return undefined;
  assertVerifying(environment, trustOfHost);
  const broker = { url: brokerUrlOf(brokerUrl), token: tokenOf(brokerTokenEnv, environment), timeoutMs };
  const { origin } = broker.url;
  if (pact !== undefined && (!URL.canParse(pact) || urlOf(pact, '--pact').origin !== origin))
    throw callWrong(
      `Beside --broker-url, --pact must be a URL of that broker, which starts with ${origin}. Leave one of them out.`,
    );
  const kept = await withBroker(broker, async ({ pactsFor, pactAt }) =>
    pact === undefined ? pactsFor(providerBranch) : [await pactAt(new URL(pact))],
  );
  const pacts = kept.flatMap((one) => readUnlessPending(one, specification, onNotice));
  if (pacts.length > 0) {
    const consumers = pacts.map(
      ({ consumer, isPending }) => `${printable(consumer)}${isPending ? ' (pending)' : ''}`,
    );
    onNotice?.(`Pacts of ${origin}: ${consumers.join(', ')}.`);
    return { broker, pacts };
  }
  throw new Failure(
    'NOTHING_SELECTED',
    `The broker ${origin} has no pact that ${providerName} must hold. Publish one of a consumer's main branch, or record where its consumer is deployed.`,
  );
}

function brokerUrlOf(text: string): URL {
  const url = urlOf(text, '--broker-url');
  if (url.search === '') return url;
  throw callWrong('--broker-url must be a URL such as https://broker.example, without a query.');
}

const defaultVariable = 'PACT_BROKER_TOKEN';

function tokenOf(named: string | undefined, environment: Environment): string | undefined {
  const token =
    named === undefined
      ? (variableNamed(defaultVariable, environment) ?? '')
      : variableOf('--broker-token-env', named, environment);
  if (!/^[\x21-\x7e]*$/.test(token))
    throw configurationWrong(
      "The broker's token must be visible ASCII characters without spaces. Take out what else its variable holds, such as a line break.",
    );
  return token === '' ? undefined : token;
}

/**
 * Reads a pact of the broker. An invalid pending pact is skipped with a notice, since a pending pact must not fail the
 * provider.
 */
function readUnlessPending(
  { document, isPending }: BrokerPact,
  specification: Specification,
  onNotice: RunHooks['onNotice'],
) {
  const name = `The pact of ${String(valueAt(document, '/consumer/name'))}`;
  const reading = readPact(specification, document);
  if (reading.kind === 'not-a-pact') {
    if (!isPending) throw notAPact(name, reading.message);
    onNotice?.(`${printable(name)}, which is pending, is not verified. ${reading.message}`);
    return [];
  }
  const interactions = reading.interactions.map((interaction) => ({
    ...interaction,
    isPending: isPending || interaction.isPending,
  }));
  return interactions.slice(0, 1).map(({ consumer }) => ({ document, isPending, consumer, interactions }));
}

async function withBroker<T>(
  { url, token, timeoutMs }: CalledBroker,
  act: (broker: Broker) => Promise<T>,
): Promise<T> {
  const pace = { timeoutMs, requestsPerSecond: Number.POSITIVE_INFINITY, concurrency: 4 };
  const transport = openTransport({ baseUrl: url.origin, ...pace });
  try {
    return await act(openBroker(transport, url, token));
  } finally {
    await transport.close();
  }
}

export interface PublishedProvider {
  readonly version: string;
  readonly branch?: string | undefined;
}

/**
 * Publishes the result of each pact to the broker.
 * @param checks - one for each interaction of the pacts, in their order
 */
export async function publish(
  { broker: called, pacts }: NonNullable<Awaited<ReturnType<typeof brokeredPacts>>>,
  { version, branch }: PublishedProvider,
  checks: readonly Check[],
  { results, suiteFaults }: Pick<Report, 'results' | 'suiteFaults'>,
  { onNotice }: RunHooks,
): Promise<void> {
  if (suiteFaults.length > 0) {
    onNotice?.('Nothing is published, since case-conformance itself broke.');
    return;
  }
  const interactions = pacts.flatMap((pact) => pact.interactions);
  const isHeld = (interaction: PactInteraction): boolean | undefined => {
    const check = checks[interactions.indexOf(interaction)];
    return holds(
      interaction,
      results.find(({ id }) => id === check?.id),
    );
  };
  const decided = pacts.flatMap((pact) => {
    const holdings = pact.interactions.map(isHeld);
    const left = holdings.filter((success) => success === undefined).length;
    if (left === 0) return [{ pact, result: resultOf(pact.interactions, holdings) }];
    onNotice?.(
      `Not published: ${left} of ${pact.interactions.length} interactions of ${printable(pact.consumer)} were not decided, and not run is not passed.`,
    );
    return [];
  });
  if (decided.length === 0) return;
  try {
    await withBroker(called, async (broker) => {
      if (branch !== undefined) await broker.recordBranch(version, branch);
      for (const { pact, result } of decided) {
        await broker.publish(result, version, pact);
        const words = result.success ? 'holds' : 'does not hold';
        onNotice?.(`Published: version ${version} ${words} the pact of ${printable(pact.consumer)}.`);
      }
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure('NOT_PUBLISHED', `Not all results are published. ${error.message}`, { cause: error });
  }
}

function resultOf(interactions: readonly PactInteraction[], holdings: readonly (boolean | undefined)[]) {
  const testResults = interactions.map(({ description, pact }, index) => {
    const interactionId = valueAt(pact, '/interactions/0/_id');
    return {
      ...(typeof interactionId === 'string' ? { interactionId } : {}),
      interactionDescription: description,
      success: holdings[index] === true,
    };
  });
  return { success: testResults.every(({ success }) => success), testResults };
}

function holds({ isPending }: PactInteraction, verdict: CheckResult | undefined): boolean | undefined {
  if (verdict === undefined) return undefined;
  if (verdict.verdict !== 'inconclusive') return verdict.verdict === 'pass';
  // A deviation in a pending interaction does not fail this run, but is published as a failure.
  return isPending && verdict.remedies.every((remedy) => remedy.isPending === true) ? false : undefined;
}
