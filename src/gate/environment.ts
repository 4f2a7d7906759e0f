import { looksSecret } from '../report/quoted.ts';
import { inList } from '../report/words.ts';
import { Failure } from './failure.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `Object.hasOwn` skips inherited members such as `toString`. */
export function variableNamed(name: string, environment: Environment): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}

export function variableOf(option: string, name: string, environment: Environment): string {
  const value = variableNamed(name, environment) ?? '';
  if (value !== '') return value;
  if (!isVariableName(name))
    throw new Failure(
      'VARIABLE_NOT_SET',
      `${option} must be the name of an environment variable, such as CASE_API_TOKEN. Never give the token itself.`,
    );
  throw new Failure(
    'VARIABLE_NOT_SET',
    `${option} names ${variableInWords(name)}, which is not set. Set it, or name another.`,
  );
}

/**
 * The values of environment variables that no message may contain: those whose name or value looks secret. A path is
 * not a secret, even if the content of its file is.
 */
export function secretsIn(environment: Environment): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) =>
    !value.includes('/') && (secretName.test(name) || looksSecret(value)) ? [value] : [],
  );
}

const secretName = /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|^CASE_API/i;

/**
 * The words for a variable in a message. A name that does not look like a variable is not quoted: the user may have
 * given the token itself.
 */
export function variableInWords(name: string): string {
  return isVariableName(name)
    ? `the environment variable ${name}`
    : 'an environment variable by what looks like no name';
}

export function variablesInWords(names: readonly string[]): string {
  return names.length > 1 && names.every(isVariableName)
    ? `the environment variables ${inList(names)}`
    : inList([...new Set(names.map(variableInWords))]);
}

function isVariableName(name: string): boolean {
  return /^([A-Z_][A-Z0-9_]{0,60}|[A-Za-z_]\w{0,23})$/.test(name) && !looksSecret(name);
}

/** Makes Node accept any certificate on every connection of the process. */
const variable = 'NODE_TLS_REJECT_UNAUTHORIZED';

export function assertVerifying(environment: Environment, remedy: string): void {
  if (variableNamed(variable, environment) !== '0') return;
  throw new Failure(
    'CERTIFICATES_NOT_VERIFIED',
    `The environment variable ${variable} is 0, which lets anyone pose as the target and read the tokens. Unset it. ${remedy}`,
  );
}

export const trustOfHost =
  'If the certificate of the host is of an authority of your own, name its file in NODE_EXTRA_CA_CERTS.';
