import type { FailOn } from '../acceptance/acceptance.ts';
import { type Objection, objectionsToPutBack, objectionsToUndecided } from '../acceptance/objections.ts';
import { getInterfaceDescriptionChecks } from '../checks/get-interface-description.ts';
import { type Masking, maskingOf } from '../http/masking.ts';
import { openTransport, type Transport, type TransportOptions } from '../http/transport.ts';
import { shownUrl } from '../report/quoted.ts';
import { interactionChecks } from '../verification/interaction-checks.ts';
import { probeChecks } from '../verification/probe-checks.ts';
import { openProviderStates, type ProviderStates } from '../verification/provider-states.ts';
import { startRelay } from '../verification/relay.ts';
import { openStateEndpoint } from '../verification/state-endpoint.ts';
import type { VerificationTools } from '../verification/verified-interaction.ts';
import { defaultProbes } from './defaults.ts';
import type { Environment } from './environment.ts';
import { type DeadlineOptions, type Outcome, outcomeOf, performRun } from './performed-run.ts';
import type { RunHooks } from './run-hooks.ts';
import { matchingOnly, type Only, onlyInWords, type SamplingOptions, samplingOf } from './selection.ts';
import type { GateTarget, TargetOptions } from './target.ts';
import { asBaseUrl, urlOf } from './urls.ts';
import { type BrokerOptions, brokeredPacts, type PublishedProvider, publish } from './verification/broker.ts';
import { startPactVerifier } from './verification/pact-process.ts';
import { interactionsOf } from './verification/pacts.ts';

export interface VerifyOptions
  extends Pick<TargetOptions, 'specification' | 'configuration' | 'tokenEnv' | 'environment'>,
    BrokerOptions,
    SamplingOptions,
    DeadlineOptions,
    RunHooks {
  /** The provider's base URL, without /api/v2. */
  readonly providerUrl: string;
  /** The URL of the provider's state endpoint. Without it, nothing is written unless `writes` is `all`. */
  readonly stateUrl?: string | undefined;
  /**
   * The pacts: a file, a folder or a URL. Default: the pacts of the broker, or without a broker those of the package.
   */
  readonly pact?: string | undefined;
  readonly only?: Only;
  readonly failOn?: readonly Extract<FailOn, 'inconclusive'>[] | undefined;
}

export interface VerifyOutcome extends Outcome {
  /**
   * Publishes the result of each completely decided pact to the broker. Undefined without a broker.
   * @throws {Failure} `NOT_PUBLISHED`
   */
  readonly publish?: ((provider: PublishedProvider) => Promise<void>) | undefined;
}

/**
 * Verifies a provider against pacts and, if it has a state endpoint, with generated records.
 * @throws {Failure} if an option or the configuration is wrong; the provider's deviations are in the report
 */
export async function verify(options: VerifyOptions): Promise<VerifyOutcome> {
  return verifyProvider(await providerTarget(options), options, options);
}

export async function providerTarget(options: VerifyOptions): Promise<GateTarget> {
  const { providerUrl, stateUrl, specification, configuration, tokenEnv, environment } = options;
  const baseUrl = asBaseUrl(providerUrl, '--provider-url');
  if (stateUrl !== undefined) urlOf(stateUrl, '--state-url');
  const { gateTarget } = await import('./target.ts');
  return gateTarget({ baseUrl, specification, configuration, tokenEnv, environment });
}

export async function verifyProvider(
  provider: GateTarget,
  options: VerifyOptions,
  hooks: RunHooks,
): Promise<VerifyOutcome> {
  const { only, failOn = [], runs = defaultProbes, environment = {} } = options;
  const { specification } = provider;
  const { timeoutMs } = provider.transport;
  const stateUrl = options.stateUrl === undefined ? undefined : urlOf(options.stateUrl, '--state-url');
  const brokered = await brokeredPacts(options, specification, timeoutMs, hooks);
  const interactions =
    brokered?.pacts.flatMap((pact) => pact.interactions) ??
    (await interactionsOf(options.pact, specification, environment, hooks));
  const tools = await openTools(stateUrl, provider.transport, environment, maskingOf(provider.secrets));
  const { states } = tools;
  try {
    const ofPacts = interactionChecks(interactions, tools);
    const probes = states.areSetUp ? probeChecks(specification, states) : [];
    // The served description is checked with the package's own pacts, but not with the pacts of a consumer.
    const isOurs = brokered === undefined && options.pact === undefined;
    const ofDescription = isOurs ? getInterfaceDescriptionChecks(specification) : [];
    const checks = matchingOnly([...ofPacts, ...ofDescription, ...probes], only, 'interaction or probe');
    // Provider states must be torn down at the end. Without a state endpoint, only clients may have to be restored, and
    // the journalled run calls `onChanging` for those.
    if (states.areSetUp) hooks.onChanging?.('provider-states');
    const performed = await performRun(
      {
        target: asVerified(provider, states),
        sampling: samplingOf({ ...options, runs }),
        isPrepared: states.areSetUp,
        isSetUp: states.isSetUp,
        deadlineSeconds: options.deadlineSeconds ?? provider.deadlineSeconds,
        select: () => ({ checks }),
      },
      hooks,
    );
    const { results } = performed.result;
    const objections = [
      ...objectionsToStates(states, stateUrl),
      ...objectionsToPutBack(performed.result, !states.areSetUp),
      ...(failOn.includes('inconclusive') ? objectionsToUndecided(results) : []),
    ];
    const outcome = outcomeOf(performed, provider, { only: onlyInWords(only), objections });
    if (brokered === undefined) return outcome;
    return {
      ...outcome,
      publish: (published) => publish(brokered, published, ofPacts, outcome.report, hooks),
    };
  } finally {
    await tools.close();
  }
}

/** The provider as a target of one request at a time, since the states of two interactions could conflict. */
function asVerified(provider: GateTarget, { areSetUp }: ProviderStates): GateTarget {
  const transport = { ...provider.transport, concurrency: 1 };
  if (!areSetUp) return { ...provider, transport };
  // Writing is safe without a journal: it only changes data that the provider has set up for the interaction.
  return { ...provider, transport, target: { ...provider.target, writes: 'all' }, journal: undefined };
}

/**
 * An objection if the state endpoint set up no state: its URL is probably wrong, and a run without interactions must
 * not pass.
 */
function objectionsToStates({ counts }: ProviderStates, stateUrl: URL | undefined): Objection[] {
  const { requested, met } = counts();
  if (stateUrl === undefined || requested === 0 || met > 0) return [];
  const message = `The state endpoint ${shownUrl(stateUrl)} set up none of the ${requested} states that it was asked for. Check --state-url.`;
  return [{ kind: 'no-state-met', message }];
}

async function openTools(
  stateUrl: URL | undefined,
  toProvider: TransportOptions,
  environment: Environment,
  mask: Masking,
): Promise<VerificationTools & { close(): Promise<void> }> {
  const { timeoutMs } = toProvider;
  // Started first: if it fails, nothing else has to be closed.
  const verifier = await startPactVerifier(environment, timeoutMs);
  const relay = await startRelay();
  const transport = stateUrl && openStateTransport(stateUrl, toProvider);
  const endpoint = transport && openStateEndpoint(transport, `${stateUrl.pathname}${stateUrl.search}`);
  return {
    verifier,
    relay,
    states: openProviderStates(endpoint),
    mask,
    close: async () => {
      await Promise.allSettled([verifier.close(), relay.close(), transport?.close()]);
    },
  };
}

/**
 * The transport to the state endpoint. Proxy, headers and client certificate are used only on the provider's own host.
 * Trusted authorities apply to any host.
 */
export function openStateTransport({ origin }: URL, toProvider: TransportOptions): Transport {
  const { timeoutMs, insecureTls, authorities } = toProvider;
  const isOfProvider = origin === new URL(toProvider.baseUrl).origin;
  return openTransport({
    ...(isOfProvider ? toProvider : { timeoutMs, authorities, insecureTls }),
    baseUrl: origin,
    requestsPerSecond: Number.POSITIVE_INFINITY,
    concurrency: 1,
  });
}
