import { looksSecret } from '../report/quoted.ts';
import { Failure } from './failure.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable if it is set. Inherited members such as `toString` do not count. */
export function variableNamed(name: string, environment: Environment): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}

/**
 * The value of a variable that an option names.
 * @throws {Failure} `VARIABLE_NOT_SET` if it is unset or empty
 */
export function variableOf(option: string, name: string, environment: Environment): string {
  const value = variableNamed(name, environment) ?? '';
  if (value !== '') return value;
  throw new Failure(
    'VARIABLE_NOT_SET',
    `${option} names ${variableInWords(name)}, which is not set. Set it, or name another.`,
  );
}

/**
 * The values of variables that no message may show: those whose name or form suggests a secret. Paths are not secret,
 * although they may lead to secrets.
 */
export function secretsIn(environment: Environment): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) =>
    !value.includes('/') && (secretName.test(name) || looksSecret(value)) ? [value] : [],
  );
}

const secretName = /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|^CASE_API/i;

/**
 * A variable for a message. A text that does not look like a name may be a token in the wrong place, and is not
 * quoted.
 */
export function variableInWords(name: string): string {
  const isName = /^([A-Z_][A-Z0-9_]{0,60}|[A-Za-z_]\w{0,23})$/.test(name) && !looksSecret(name);
  return isName ? `the environment variable ${name}` : 'an environment variable by what looks like no name';
}

/** Node's own switch. It would affect every connection of the process, and reports would not show it. */
const variable = 'NODE_TLS_REJECT_UNAUTHORIZED';

/**
 * Refuses to run if the environment disables the verification of certificates.
 * @param remedy - what to do instead of setting the variable
 * @throws {Failure} `CERTIFICATES_NOT_VERIFIED`
 */
export function assertVerifying(environment: Environment, remedy: string): void {
  if (variableNamed(variable, environment) !== '0') return;
  throw new Failure(
    'CERTIFICATES_NOT_VERIFIED',
    `The environment variable ${variable} is 0, which lets anyone pose as the target and read the tokens. Unset it. ${remedy}`,
  );
}

export const trustOfHost =
  'If the certificate of the host is of an authority of your own, name its file in NODE_EXTRA_CA_CERTS.';
