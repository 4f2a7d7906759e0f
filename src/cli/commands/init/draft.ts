import { asConfiguration, type Configuration } from '../../../gate/configuration.ts';
import { defaultTokenVariable } from '../../../gate/defaults.ts';
import { Failure } from '../../../gate/failure.ts';
import { overridden, type TargetOptions } from '../../../gate/gate-target.ts';
import { given } from '../../../gate/given.ts';
import { configuredTarget } from '../../../gate/target.ts';
import { bundled } from '../../../specification/bundled.ts';
import type { OperationId } from '../../../specification/description.ts';
import { casesOf } from '../../cases.ts';

type DraftOptions = Pick<TargetOptions, 'baseUrl' | 'writes'> & {
  readonly restrictedOperations?: readonly OperationId[] | undefined;
  readonly listed?: readonly string[] | undefined;
  readonly clients?: readonly string[] | undefined;
} & Readonly<Partial<Record<'tokenEnv' | 'restrictedEnv' | 'outsiderEnv', string | undefined>>>;

/**
 * The configuration that the options of `init` describe. Tokens are references to variables, as `${NAME}`.
 * @throws {Failure} if an option is not valid in a configuration
 */
export function draftOf(options: DraftOptions): Configuration {
  const { baseUrl, writes, listed = [], clients, tokenEnv, restrictedEnv, outsiderEnv } = options;
  const { restrictedOperations } = options;
  const referenceTo = (name: string | undefined, option: string) =>
    name === undefined ? undefined : variableReference(name, option);
  const tokens = given({
    member: referenceTo(tokenEnv, '--token-env'),
    restricted: referenceTo(restrictedEnv, '--restricted-env'),
    outsider: referenceTo(outsiderEnv, '--outsider-env'),
  });
  const written = { tokens, ...given({ clients, restrictedOperations }) };
  return accepted(overridden(written, { baseUrl, writes, cases: casesOf(listed, bundled) }), 'The call');
}

/**
 * Returns the draft if `check` would accept it once its missing parts are added.
 * @param source - the name of its newest part's origin in error messages
 * @throws {Failure} if `check` would refuse it
 */
export function accepted(draft: Configuration, source: string): Configuration {
  const { baseUrl = 'https://acme.example', tokens, ...further } = asConfiguration(draft, source);
  const member = variableReference(defaultTokenVariable, source);
  configuredTarget({ ...further, baseUrl, tokens: { member, ...tokens } }, bundled);
  return draft;
}

/**
 * The reference to an environment variable, which a configuration contains instead of a token. The name must be in
 * capital letters, as is usual. A token given by mistake is thus not written into a file.
 * @throws {Failure} `CALL_NOT_UNDERSTOOD` if it is not such a name; the text is not quoted
 */
export function variableReference(name: string, source: string): string {
  if (/^[A-Z_][A-Z0-9_]*$/.test(name)) return `\${${name}}`;
  throw new Failure(
    'CALL_NOT_UNDERSTOOD',
    `${source} must be the name of an environment variable, such as ${defaultTokenVariable}: capital letters, digits and underscores. Never give the token itself.`,
  );
}

/** The environment variables from which a run with this draft takes its tokens. */
export function tokenVariables({ tokens = {} }: Configuration): string[] {
  const member = variableReference(defaultTokenVariable, '');
  return Object.values({ member, ...tokens }).map((reference) => reference.slice('${'.length, -'}'.length));
}
