import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Tokens } from '../conformance/exchanges.ts';
import { forgedFrom } from '../harness/forgeries.ts';
import { type Target, type TokenName, tokenNames, type WriteMode } from '../harness/target.ts';
import type { TransportOptions } from '../http/transport.ts';
import { isSameUuid } from '../schema/json.ts';
import { bundled } from '../specification/bundled.ts';
import type { CaseType } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import {
  asConfiguration,
  assertBareToken,
  type Configuration,
  configurationFrom,
  readConfiguration,
} from './configuration.ts';
import { defaultConfigurationFile, defaultRequestsPerSecond, defaultTokenVariable } from './defaults.ts';
import {
  assertVerifying,
  type Environment,
  variableInWords,
  variableNamed,
  variableOf,
} from './environment.ts';
import { configurationWrong, Failure } from './failure.ts';
import { networkOf } from './network.ts';
import { asBaseUrl } from './urls.ts';

export interface GateTarget {
  readonly target: Target;
  readonly tokens: Tokens;
  readonly transport: TransportOptions;
  /** Milliseconds for which a restored client must not change, in case a late request still takes effect. */
  readonly settleMs: number;
  readonly deadlineSeconds?: number | undefined;
  readonly specification: Specification;
  readonly name: string;
  /** Values that no output may show: tokens, and credentials for proxy, headers and client certificate. */
  readonly secrets: readonly string[];
  /**
   * The folder in which the originals of clients are kept while the clients are changed. Undefined if nothing has to be
   * restored.
   */
  readonly journal: string | undefined;
}

/**
 * The tokens, and the forged credentials that checks derive from the member's token. An answer may repeat any of them.
 */
export function secretsOf(tokens: Tokens): string[] {
  return [...Object.values(tokens), ...forgedFrom(tokens.member)];
}

export function configuredTarget(
  configuration: Configuration,
  { caseTypes }: Pick<Specification, 'caseTypes'>,
): Omit<GateTarget, 'specification' | 'name' | 'secrets' | 'journal'> {
  const baseUrl = baseUrlOf(configuration);
  const { tokens, cases = {}, writes = 'none' } = configuration;
  const clients = (configuration.clients ?? []).map((one) =>
    typeof one === 'string' ? { id: one, shows: [] } : one,
  );
  if (tokens?.member === undefined)
    throw new Failure(
      'TOKEN_MISSING',
      `The target needs a token. Put it into the environment variable ${defaultTokenVariable}, or set tokens.member in the configuration.`,
    );
  assertDistinct(tokens);
  assertListedOnce(cases);
  const { timeoutMs = 10_000 } = configuration;
  return {
    target: {
      baseUrl,
      tokens: new Set(tokenNames.filter((name) => tokens[name] !== undefined)),
      restrictedOperations: configuration.restrictedOperations,
      cases: Object.fromEntries(
        caseTypes.map((caseType) => [caseType, unique(cases[caseType] ?? [])]),
      ) as Record<CaseType, string[]>,
      foreignCases: unique(cases.foreign ?? []),
      clients: unique(clients.map(({ id }) => id)),
      ...shownFieldsOf(clients),
      writes,
      ...(configuration.leaveFields === undefined ? {} : { leaveFields: configuration.leaveFields }),
    },
    tokens: { ...tokens, member: tokens.member },
    transport: {
      baseUrl,
      timeoutMs,
      requestsPerSecond: configuration.requestsPerSecond ?? defaultRequestsPerSecond,
      concurrency: configuration.concurrency ?? 4,
      maxBodyBytes: configuration.maxAnswerBytes ?? 8 * 2 ** 20,
      insecureTls: configuration.insecureTls ?? false,
    },
    // Longer than the timeout of an answer, since a request that timed out may still take effect.
    settleMs: configuration.settleMs ?? timeoutMs + 5_000,
    deadlineSeconds: configuration.deadlineSeconds,
  };
}

function baseUrlOf({ baseUrl }: Configuration): string {
  if (baseUrl === undefined)
    throw configurationWrong(
      'There is no target. Set baseUrl in the configuration or with --base-url, or test the embedded one with --reference.',
    );
  return asBaseUrl(baseUrl, 'baseUrl');
}

/** Refuses two equal tokens: they have the same permissions, so comparing their answers would show nothing. */
function assertDistinct(tokens: NonNullable<Configuration['tokens']>): void {
  const named = Object.entries(tokens);
  for (const [index, [name, token]] of named.entries()) {
    const [another] = named.slice(index + 1).find(([, other]) => other === token) ?? [];
    if (another === undefined) continue;
    throw configurationWrong(
      `tokens.${name} and tokens.${another} are the same. Give each its own token, or leave one out.`,
    );
  }
}

/** Refuses a case in two lists: a case has one type and one organisation, so one of the lists must be wrong. */
function assertListedOnce(cases: NonNullable<Configuration['cases']>): void {
  const listings = Object.entries(cases).flatMap(([list, ids]) =>
    unique(ids).map((id) => [id.toLowerCase(), list] as const),
  );
  for (const [id, [first, second]] of Map.groupBy(listings, ([identifier]) => identifier)) {
    if (first === undefined || second === undefined) continue;
    throw configurationWrong(
      `The case ${id} is in cases.${first[1]} and in cases.${second[1]}. List it once.`,
    );
  }
}

type ListedClient = Exclude<NonNullable<Configuration['clients']>[number], string>;

function shownFieldsOf(clients: readonly ListedClient[]): Pick<Target, 'shownFields'> {
  const known = unique(clients.map(({ id }) => id)).flatMap((id) => {
    const listings = clients.filter((one) => isSameUuid(one.id, id));
    const fields = listings.flatMap(({ shows }) => shows);
    return fields.length === 0 ? [] : [[id, [...new Set(fields)]] as const];
  });
  return known.length === 0 ? {} : { shownFields: Object.fromEntries(known) };
}

/** Removes duplicates, ignoring case: UUIDs are case-insensitive (RFC 9562, section 4). */
function unique(identifiers: readonly string[]): string[] {
  return [...new Map(identifiers.map((id) => [id.toLowerCase(), id])).values()];
}

export interface TargetOptions {
  /** The specification that the target is tested against; the bundled one by default. */
  readonly specification?: Specification | undefined;
  /** The configuration, or the path of its file. Default: `conformance.config.json`, if the file exists. */
  readonly configuration?: Configuration | string | undefined;
  readonly baseUrl?: string | undefined;
  /** Cases to test in addition to those of the configuration. */
  readonly cases?: Configuration['cases'] | undefined;
  readonly writes?: WriteMode | undefined;
  /** The name of the variable with the member's token. Default: `CASE_API_TOKEN` if the configuration has no token. */
  readonly tokenEnv?: string | undefined;
  /** The environment variables, usually those of the process. Default: none. */
  readonly environment?: Environment | undefined;
}

const remedyForTarget =
  'If the certificate of the target is of an authority of your own, name its file as caFile in the configuration. If the target is a test system whose certificate cannot be verified, set insecureTls there.';

export async function gateTarget(
  options: TargetOptions,
  used?: readonly TokenName[],
): Promise<GateTarget & { readonly journal: string }> {
  const { environment = {}, specification = bundled } = options;
  const isThere = existsSync(defaultConfigurationFile);
  const { configuration: source = isThere ? defaultConfigurationFile : {} } = options;
  const file = typeof source === 'string' ? source : undefined;
  const written =
    typeof source === 'string'
      ? await readConfiguration(source, environment, specification, used)
      : configurationFrom(source, 'The configuration', environment, specification, used);
  const configuration = overridden(written, options);
  if (configuration.insecureTls !== true) assertVerifying(environment, remedyForTarget);
  const configured = configuredTarget(configuration, specification);
  const { baseUrl } = configured.target;
  const folder = file === undefined ? '.' : dirname(file);
  const network = await networkOf(configuration, baseUrl, folder, environment);
  return {
    ...configured,
    target: { ...configured.target, memberFrom: sourceOfMember(written, options) },
    transport: { ...configured.transport, ...network.way },
    secrets: [...secretsOf(configured.tokens), ...network.secrets],
    specification,
    name: baseUrl,
    journal: journalOf(configuration, folder, environment),
  };
}

function overridden(
  written: Configuration,
  { specification, baseUrl, writes, tokenEnv, cases = {}, environment = {} }: TargetOptions,
): Configuration {
  const named = tokenEnv === undefined ? undefined : variableOf('--token-env', tokenEnv, environment);
  const member = named ?? written.tokens?.member ?? variableNamed(defaultTokenVariable, environment);
  assertBareToken(member, sourceOfMember(written, { tokenEnv }) ?? 'tokens.member');
  return asConfiguration(
    {
      ...written,
      baseUrl: baseUrl ?? written.baseUrl,
      writes: writes ?? written.writes,
      tokens: { ...written.tokens, member: member || undefined },
      cases: joinedCases(written.cases ?? {}, cases),
    },
    'The call',
    specification,
  );
}

function sourceOfMember({ tokens }: Configuration, { tokenEnv }: TargetOptions): string | undefined {
  if (tokenEnv === undefined && tokens?.member !== undefined) return undefined;
  return variableInWords(tokenEnv ?? defaultTokenVariable);
}

type Cases = NonNullable<Configuration['cases']>;

function joinedCases(listed: Cases, further: Cases): Cases {
  const added = Object.entries(further).map(([list, ids]) => [
    list,
    [...(listed[list as keyof Cases] ?? []), ...ids],
  ]);
  return { ...listed, ...Object.fromEntries(added) };
}

function journalOf({ journal }: Configuration, folder: string, environment: Environment): string {
  if (journal !== undefined) return resolve(folder, journal);
  const { XDG_STATE_HOME: state = '' } = environment;
  return resolve(state === '' ? join(homedir(), '.local', 'state') : state, 'case-conformance', 'journal');
}
