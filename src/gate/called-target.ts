import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { CheckOptions } from '../cli/check-options.ts';
import {
  type Configuration,
  defaultConfigurationFile,
  type Environment,
  readConfiguration,
} from './configuration.ts';
import { overridden } from './overrides.ts';
import { type ConfiguredTarget, configuredTarget } from './target.ts';

/** A target as a call of the command line names it, and where its journal is. */
export interface CalledTarget extends ConfiguredTarget {
  /** The folder that keeps clients while they are changed. */
  readonly journal: string;
}

/**
 * The target that the options and the configuration describe.
 * @param usualPace - requests per second, where the configuration does not say
 * @throws {Failure} when they are wrong
 */
export async function calledTarget(
  options: Pick<CheckOptions, 'config' | 'baseUrl' | 'case' | 'writes' | 'tokenEnv'>,
  environment: Environment,
  usualPace?: number,
): Promise<CalledTarget> {
  const isThere = existsSync(defaultConfigurationFile);
  const file = options.config ?? (isThere ? defaultConfigurationFile : undefined);
  const written = file === undefined ? {} : await readConfiguration(file, environment);
  const configuration = overridden(written, options, environment);
  return {
    ...configuredTarget(configuration, usualPace),
    journal: journalOf(configuration, file, environment),
  };
}

/** Beside the configuration that names it; else where programs of the user keep what must outlast them. */
function journalOf({ journal }: Configuration, file: string | undefined, environment: Environment): string {
  if (journal !== undefined) return resolve(file === undefined ? '.' : dirname(file), journal);
  const { XDG_STATE_HOME: state = '' } = environment;
  return join(state === '' ? join(homedir(), '.local', 'state') : state, 'case-conformance', 'journal');
}
