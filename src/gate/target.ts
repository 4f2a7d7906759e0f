import type { Tokens } from '../conformance/exchanges.ts';
import { type Target, tokenNames } from '../harness/target.ts';
import type { TransportOptions } from '../http/transport.ts';
import { quoted } from '../report/quoted.ts';
import type { CaseType } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Configuration } from './configuration.ts';
import { defaultPace, defaultTokenVariable } from './defaults.ts';
import { Failure } from './failure.ts';

/** Everything that a run needs to know about its target. */
export interface ConfiguredTarget {
  readonly target: Target;
  readonly tokens: Tokens;
  readonly transport: TransportOptions;
  /** Milliseconds for which a client must stay restored, if a change may still be on its way. */
  readonly settleMs: number;
  /** Seconds for the whole run, if it is limited. */
  readonly deadlineSeconds?: number | undefined;
}

/**
 * The target that a configuration describes, with defaults filled in.
 * @throws {Failure} if a required setting is missing
 */
export function configuredTarget(
  configuration: Configuration,
  { caseTypes }: Pick<Specification, 'caseTypes'>,
): ConfiguredTarget {
  const baseUrl = baseUrlOf(configuration);
  const { tokens, cases = {}, clients = [], writes = 'none' } = configuration;
  if (tokens?.member === undefined) {
    throw new Failure(
      'TOKEN_MISSING',
      `There is no token for the target. Put it into the environment variable ${defaultTokenVariable}, or set tokens.member in the configuration.`,
    );
  }
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
      clients: unique(clients.map(idOf)),
      ...shownFieldsOf(clients),
      writes,
      ...(configuration.leaveFields === undefined ? {} : { leaveFields: configuration.leaveFields }),
    },
    tokens: { ...tokens, member: tokens.member },
    transport: {
      baseUrl,
      timeoutMs,
      requestsPerSecond: configuration.requestsPerSecond ?? defaultPace,
      concurrency: configuration.concurrency ?? 4,
      maxBodyBytes: configuration.maxAnswerBytes ?? 8 * 2 ** 20,
      insecureTls: configuration.insecureTls ?? false,
    },
    // Longer than the timeout of an answer: a request without an answer may still take effect.
    settleMs: configuration.settleMs ?? timeoutMs + 5_000,
    deadlineSeconds: configuration.deadlineSeconds,
  };
}

function baseUrlOf({ baseUrl }: Configuration): string {
  if (baseUrl === undefined) {
    throw wrong(
      'There is no target. Set baseUrl in the configuration or with --base-url, or test the embedded one with --reference.',
    );
  }
  return asBaseUrl(baseUrl, 'baseUrl');
}

/**
 * A base URL without trailing slashes.
 * @param name - its name in the call or the configuration
 * @throws {Failure} `CONFIGURATION_WRONG` if it cannot be the URL of a target
 */
export function asBaseUrl(baseUrl: string, name: string): string {
  if (!URL.canParse(baseUrl)) {
    throw wrong(`${name} must be a URL such as https://acme.example, but is ${quoted(baseUrl)}.`);
  }
  const trimmed = baseUrl.replace(/\/+$/, '');
  const { username, password } = new URL(trimmed);
  if (username !== '' || password !== '') {
    throw wrong(`${name} must hold no user name and password. Put the token into tokens.member.`);
  }
  if (/^\w+:\/\/[^/]+.*\/api(\/v2)?$/.test(trimmed)) {
    throw wrong(
      `${name} must leave /api/v2 out, since every path of the interface starts with it, but is ${quoted(baseUrl)}.`,
    );
  }
  return trimmed;
}

function wrong(message: string): Failure {
  return new Failure('CONFIGURATION_WRONG', message);
}

/** With two equal tokens, every comparison between them would be meaningless. */
function assertDistinct(tokens: NonNullable<Configuration['tokens']>): void {
  const named = Object.entries(tokens);
  for (const [index, [name, token]] of named.entries()) {
    const [twin] = named.slice(index + 1).find(([, other]) => other === token) ?? [];
    if (twin === undefined) continue;
    throw wrong(`tokens.${name} and tokens.${twin} are the same. Give each its own token, or leave one out.`);
  }
}

/** A case has one type, and belongs to one organisation: listed twice, it would cause a false alarm. */
function assertListedOnce(cases: NonNullable<Configuration['cases']>): void {
  const listings = Object.entries(cases).flatMap(([list, ids]) =>
    unique(ids).map((id) => [id.toLowerCase(), list] as const),
  );
  for (const [id, [first, second]] of Map.groupBy(listings, ([identifier]) => identifier)) {
    if (first === undefined || second === undefined) continue;
    throw wrong(`The case ${id} stands in cases.${first[1]} and in cases.${second[1]}. List it once.`);
  }
}

type Listed = NonNullable<Configuration['clients']>[number];

function idOf(client: Listed): string {
  return typeof client === 'string' ? client : client.id;
}

/** The fields that clients are known to show; listings of the same client are merged. */
function shownFieldsOf(clients: readonly Listed[]): Pick<Target, 'shownFields'> {
  const shownFields = unique(clients.map(idOf)).map((id) => {
    const listings = clients.filter((one) => idOf(one).toLowerCase() === id.toLowerCase());
    const fields = listings.flatMap((one) => (typeof one === 'string' ? [] : one.shows));
    return [id, [...new Set(fields)]] as const;
  });
  const known = shownFields.filter(([, fields]) => fields.length > 0);
  return known.length === 0 ? {} : { shownFields: Object.fromEntries(known) };
}

/** Removes duplicates: UUIDs are case-insensitive (RFC 4122, section 3). */
function unique(identifiers: readonly string[]): string[] {
  return [...new Map(identifiers.map((id) => [id.toLowerCase(), id])).values()];
}
