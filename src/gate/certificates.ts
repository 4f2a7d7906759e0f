import { type Environment, variableNamed } from './environment.ts';
import { Failure } from './failure.ts';

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
