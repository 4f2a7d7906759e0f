import type { CheckOptions } from '../cli/check-options.ts';
import { bundled } from '../specification/bundled.ts';
import {
  asConfiguration,
  type Configuration,
  type Environment,
  variableInWords,
  variableNamed,
} from './configuration.ts';
import { Failure } from './failure.ts';

/** The environment variable that holds the member's token when the call names none. */
export const defaultTokenVariable = 'CASE_API_TOKEN';

/**
 * The configuration with what the call says put over it.
 * @throws {Failure} when an option says something that a configuration cannot say
 */
export function overridden(
  written: Configuration,
  options: Pick<CheckOptions, 'baseUrl' | 'writes' | 'tokenEnv' | 'case'>,
  environment: Environment,
): Configuration {
  const { baseUrl = written.baseUrl, writes = written.writes, tokenEnv } = options;
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
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(writes === undefined ? {} : { writes }),
      tokens: { ...written.tokens, ...(member === undefined || member === '' ? {} : { member }) },
      cases: withFurtherCases(written.cases ?? {}, options.case ?? []),
    },
    'The call',
  );
}

/** The configuration's cases and those of `--case Sale=ID`. */
function withFurtherCases(
  listed: NonNullable<Configuration['cases']>,
  further: readonly string[],
): NonNullable<Configuration['cases']> {
  const lists: Record<string, string[]> = Object.fromEntries(
    Object.entries(listed).map(([list, identifiers]) => [list, [...identifiers]]),
  );
  for (const one of further) {
    const [list = '', id = ''] = one.split('=', 2);
    if (![...bundled.caseTypes, 'foreign'].includes(list) || id === '') {
      throw new Failure(
        'CALL_NOT_UNDERSTOOD',
        `--case must be written TYPE=ID with a type of ${bundled.caseTypes.join(', ')} or foreign, but is '${one}'.`,
      );
    }
    lists[list] = [...(lists[list] ?? []), id];
  }
  return lists;
}
