import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { secureContextOf } from '../http/connector.ts';
import type { ClientCertificate } from '../http/transport.ts';
import { named } from '../report/quoted.ts';
import type { Configuration } from './configuration.ts';
import { Failure } from './failure.ts';

/**
 * The authorities that the configuration trusts besides the public ones, as PEM.
 * @param folder - where its relative paths start
 * @throws {Failure} `CONFIGURATION_WRONG` when they cannot be read
 */
export async function authoritiesOf({ caFile }: Configuration, folder: string): Promise<string | undefined> {
  if (caFile === undefined) return undefined;
  const pem = await textOf(caFile, folder, 'caFile');
  assertCertificates(pem, caFile, 'caFile');
  return pem;
}

/**
 * The certificate that the configuration has the target be shown.
 * @param folder - where its relative paths start
 * @throws {Failure} `CONFIGURATION_WRONG` when it cannot be read, or its key is of another
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

/** OpenSSL takes what is no certificate for none, and says nothing. */
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
