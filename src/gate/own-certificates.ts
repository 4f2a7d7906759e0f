import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { secureContextOf } from '../http/connector.ts';
import type { ClientCertificate } from '../http/transport.ts';
import { named } from '../report/quoted.ts';
import type { Configuration } from './configuration.ts';
import { Failure } from './failure.ts';

/**
 * The certificate authorities that the configuration trusts in addition to the public ones, as PEM.
 * @param folder - the base of its relative paths
 * @throws {Failure} `CONFIGURATION_WRONG` if they cannot be read
 */
export async function authoritiesOf({ caFile }: Configuration, folder: string): Promise<string | undefined> {
  if (caFile === undefined) return undefined;
  const pem = await textOf(caFile, folder, 'caFile');
  assertCertificates(pem, caFile, 'caFile');
  return pem;
}

/**
 * The client certificate of the configuration.
 * @param folder - the base of its relative paths
 * @throws {Failure} `CONFIGURATION_WRONG` if it cannot be read, or the key does not match
 */
export async function clientCertificateOf(
  { clientCertificate }: Configuration,
  folder: string,
): Promise<ClientCertificate | undefined> {
  if (clientCertificate === undefined) return undefined;
  const { certFile, keyFile, passphrase } = clientCertificate;
  const cert = await textOf(certFile, folder, 'clientCertificate.certFile');
  assertCertificates(cert, certFile, 'clientCertificate.certFile');
  const key = await textOf(keyFile, folder, 'clientCertificate.keyFile');
  const shown = { cert, key, ...(passphrase === undefined ? {} : { passphrase }) };
  try {
    secureContextOf(undefined, shown);
  } catch (cause) {
    throw wrong(
      `clientCertificate.keyFile names ${named(keyFile)}, which is not the key of ${named(certFile)} as PEM, or needs another clientCertificate.passphrase.`,
      cause,
    );
  }
  return shown;
}

async function textOf(file: string, folder: string, key: string): Promise<string> {
  return readFile(resolve(folder, file), 'utf8').catch((cause: unknown) => {
    throw wrong(`${key} names ${named(file)}, which cannot be read.`, cause);
  });
}

/** OpenSSL silently ignores text that is not a certificate. */
function assertCertificates(pem: string, file: string, key: string): void {
  try {
    new X509Certificate(pem);
  } catch (cause) {
    throw wrong(`${key} names ${named(file)}, which holds no certificate as PEM.`, cause);
  }
}

function wrong(message: string, cause: unknown): Failure {
  return new Failure('CONFIGURATION_WRONG', message, { cause });
}
