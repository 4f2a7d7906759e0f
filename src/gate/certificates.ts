import { type Environment, variableNamed } from './environment.ts';
import { Failure } from './failure.ts';

/** Node's own switch. It would speak for every connection of the process, and no report would say so. */
const variable = 'NODE_TLS_REJECT_UNAUTHORIZED';

/**
 * Certificates are verified, whatever the environment says.
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

/** What is done where the certificate of a URL's host is not trusted. */
export const trustOfHost =
  'If the certificate of the host is of an authority of your own, name its file in NODE_EXTRA_CA_CERTS.';
