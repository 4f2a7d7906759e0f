import { asConfiguration, type Configuration } from '../../../gate/configuration.ts';
import { defaultTokenVariable } from '../../../gate/defaults.ts';
import { Failure } from '../../../gate/failure.ts';
import { overridden, type TargetOptions } from '../../../gate/gate-target.ts';
import { given } from '../../../gate/given.ts';
import { configuredTarget } from '../../../gate/target.ts';
import { bundled } from '../../../specification/bundled.ts';
import type { OperationId } from '../../../specification/description.ts';
import { casesOf } from '../../cases.ts';

/** What the flags of `init` say of the configuration. */
type DraftOptions = Pick<TargetOptions, 'baseUrl' | 'writes'> & {
  readonly restrictedOperations?: readonly OperationId[] | undefined;
  readonly listed?: readonly string[] | undefined;
  readonly clients?: readonly string[] | undefined;
} & Readonly<Partial<Record<'tokenEnv' | 'restrictedEnv' | 'outsiderEnv', string | undefined>>>;

/**
 * The configuration that the flags of `init` describe. In the place of a token stands its variable, as `${NAME}`.
 * @throws {Failure} when a flag says something that a configuration cannot say
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
 * The draft, if `check` can be run with it once what it still lacks is there.
 * @param source - what errors call the place that its newest part is from
 * @throws {Failure} when `check` would refuse it
 */
export function accepted(draft: Configuration, source: string): Configuration {
  const { baseUrl = 'https://acme.example', tokens, ...further } = asConfiguration(draft, source);
  const member = variableReference(defaultTokenVariable, source);
  configuredTarget({ ...further, baseUrl, tokens: { member, ...tokens } }, bundled);
  return draft;
}

/**
 * What a configuration says in the place of a token that stands in that environment variable. The name must be of
 * capital letters, as is usual, so that a token that was given for a name is not written into a file.
 * @throws {Failure} `CALL_NOT_UNDERSTOOD` when it is no such name, which is not quoted
 */
export function variableReference(name: string, source: string): string {
  if (/^[A-Z_][A-Z0-9_]*$/.test(name)) return `\${${name}}`;
  throw new Failure(
    'CALL_NOT_UNDERSTOOD',
    `${source} must be the name of an environment variable, such as ${defaultTokenVariable}: capital letters, digits and underscores. Never give the token itself.`,
  );
}

/** The environment variables that a run with the draft takes its tokens from. */
export function tokenVariables({ tokens = {} }: Configuration): string[] {
  const member = variableReference(defaultTokenVariable, '');
  return Object.values({ member, ...tokens }).map((reference) => reference.slice('${'.length, -'}'.length));
}
