import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { TokenName, WriteMode } from '../harness/target.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import {
  asConfiguration,
  type Configuration,
  configurationFrom,
  readConfiguration,
} from './configuration.ts';
import { defaultConfigurationFile, defaultTokenVariable } from './defaults.ts';
import { assertVerifying, type Environment, variableInWords, variableNamed } from './environment.ts';
import { Failure } from './failure.ts';
import { networkOf } from './network.ts';
import { type ConfiguredTarget, configuredTarget } from './target.ts';

/** The target of a call: a configuration, and options that override it. */
export interface TargetOptions {
  /** The specification that the target is tested against; by default the bundled one. */
  readonly specification?: Specification | undefined;
  /** A value, or the path of a file; by default `conformance.config.json`, if it exists. */
  readonly configuration?: Configuration | string | undefined;
  readonly baseUrl?: string | undefined;
  /** Cases to test in addition to those of the configuration. */
  readonly cases?: Configuration['cases'] | undefined;
  readonly writes?: WriteMode | undefined;
  /** The variable that holds the member's token; `CASE_API_TOKEN` if the configuration does not name one. */
  readonly tokenEnv?: string | undefined;
  /** The environment variables, usually those of the process; by default none are set. */
  readonly environment?: Environment | undefined;
}

const remedyForTarget =
  'If the certificate of the target is of an authority of your own, name its file as caFile in the configuration. If the target is a test system whose certificate cannot be verified, set insecureTls there.';

/** A target with everything that a run of the gate needs. */
export interface GateTarget extends ConfiguredTarget {
  /** The specification that it is tested against. */
  readonly specification: Specification;
  /** Its name in reports and locks. */
  readonly name: string;
  /** Values that no output may show: the tokens, and credentials for the way to the target. */
  readonly secrets: readonly string[];
  /** The folder that keeps the originals of clients while they are changed; undefined if nothing has to be restored. */
  readonly journal: string | undefined;
}

/**
 * The target that the options describe.
 * @param used - the tokens that are needed; by default all that the configuration names
 * @throws {Failure} if the options are wrong
 */
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
    secrets: [...Object.values(configured.tokens), ...network.secrets],
    specification,
    name: baseUrl,
    journal: journalOf(configuration, folder, environment),
  };
}

/**
 * The configuration with the options of the call applied.
 * @throws {Failure} if an option is not valid in a configuration
 */
export function overridden(
  written: Configuration,
  { specification, baseUrl, writes, tokenEnv, cases = {}, environment = {} }: TargetOptions,
): Configuration {
  const named = tokenEnv === undefined ? undefined : variableNamed(tokenEnv, environment);
  if (tokenEnv !== undefined && (named === undefined || named === '')) {
    throw new Failure(
      'VARIABLE_NOT_SET',
      `--token-env names ${variableInWords(tokenEnv)}, which is not set. Set it, or name another.`,
    );
  }
  const member = named ?? written.tokens?.member ?? variableNamed(defaultTokenVariable, environment);
  return asConfiguration(
    {
      ...written,
      ...given({ baseUrl, writes }),
      tokens: { ...written.tokens, ...given({ member: member || undefined }) },
      cases: joinedCases(written.cases ?? {}, cases),
    },
    'The call',
    specification,
  );
}

/** The origin of the member's token, in words; undefined if it is in the configuration. */
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

/** Relative to the configuration that names it; by default in the user's state folder. */
function journalOf({ journal }: Configuration, folder: string, environment: Environment): string {
  if (journal !== undefined) return resolve(folder, journal);
  const { XDG_STATE_HOME: state = '' } = environment;
  return resolve(state === '' ? join(homedir(), '.local', 'state') : state, 'case-conformance', 'journal');
}

/** Removes undefined members, for types whose optional members must not be undefined. */
export function given<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
}
