import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { TokenName, WriteMode } from '../harness/target.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import { assertVerifying } from './certificates.ts';
import {
  asConfiguration,
  type Configuration,
  configurationFrom,
  readConfiguration,
} from './configuration.ts';
import { defaultConfigurationFile, defaultTokenVariable } from './defaults.ts';
import { type Environment, variableInWords, variableNamed } from './environment.ts';
import { Failure } from './failure.ts';
import { given } from './given.ts';
import { networkOf } from './network.ts';
import { type ConfiguredTarget, configuredTarget } from './target.ts';

/** How a call describes its target: a configuration, and what is put over it. */
export interface TargetOptions {
  /** What the target is held to; without it, the bundled specification. */
  readonly specification?: Specification | undefined;
  /** As a value, or the file that it stands in; without it, `conformance.config.json`, where there is one. */
  readonly configuration?: Configuration | string | undefined;
  readonly baseUrl?: string | undefined;
  /** Cases to test besides those of the configuration. */
  readonly cases?: Configuration['cases'] | undefined;
  readonly writes?: WriteMode | undefined;
  /** The variable that holds the member's token; `CASE_API_TOKEN`, if the configuration does not say. */
  readonly tokenEnv?: string | undefined;
  /** Where variables are looked up; usually those of the process. Without it, none is set. */
  readonly environment?: Environment | undefined;
}

const remedyForTarget =
  'If the certificate of the target is of an authority of your own, name its file as caFile in the configuration. If the target is a test system whose certificate cannot be verified, set insecureTls there.';

/** A target, as a run of the gate needs to know it. */
export interface GateTarget extends ConfiguredTarget {
  /** What it is held to. */
  readonly specification: Specification;
  /** What reports and locks call it. */
  readonly name: string;
  /** What no output may show: the tokens, and what opens the way to the target. */
  readonly secrets: readonly string[];
  /** The folder that keeps clients while they are changed; undefined where nothing has to be spared. */
  readonly journal: string | undefined;
}

/**
 * The target that the options describe.
 * @param used - the tokens that are needed; without it, all that the configuration names
 * @throws {Failure} when they are wrong
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
 * The configuration with what the call says put over it.
 * @throws {Failure} when an option says something that a configuration cannot say
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

/** Where the member's token is from, in words; undefined where the configuration has it. */
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

/** Beside the configuration that names it; else where programs of the user keep what must outlast them. */
function journalOf({ journal }: Configuration, folder: string, environment: Environment): string {
  if (journal !== undefined) return resolve(folder, journal);
  const { XDG_STATE_HOME: state = '' } = environment;
  return resolve(state === '' ? join(homedir(), '.local', 'state') : state, 'case-conformance', 'journal');
}
