import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  diverting,
  forgeriesWithoutAuthorization,
  headersNaming,
  roleHeaders,
} from '../harness/token-places.ts';
import { reservedHeaders } from '../http/base-url.ts';
import { secureContextOf } from '../http/connector.ts';
import type { ClientCertificate, HttpProxy } from '../http/transport.ts';
import { named } from '../report/quoted.ts';
import type { Configuration } from './configuration.ts';
import { type Environment, variableNamed } from './environment.ts';
import { configurationWrong } from './failure.ts';

const minSecretLength = 8;

export async function networkOf(
  configuration: Configuration,
  baseUrl: string,
  folder: string,
  environment: Environment,
) {
  const headers = ownHeadersOf(configuration);
  const { proxy, secrets = [] } = proxyOf(configuration, baseUrl, environment) ?? {};
  const authorities = await authoritiesOf(configuration, folder);
  const clientCertificate = await clientCertificateOf(configuration, folder);
  const { passphrase = '' } = clientCertificate ?? {};
  return {
    way: { headers, proxy, authorities, clientCertificate },
    secrets: [...secretsIn(headers, baseUrl), ...secrets, passphrase].filter((secret) => secret !== ''),
  };
}

/** Headers whose values are not secret, since they only name the sender or a language. */
const publicHeaders: ReadonlySet<string> = new Set([
  'user-agent',
  'accept-language',
  'origin',
  'referer',
  'from',
]);

/**
 * Secrets in the header values: each value, and each word of it, such as the token after a scheme. Words that occur in
 * the target's URL are not secret.
 */
function secretsIn(headers: Readonly<Record<string, string>>, baseUrl: string): string[] {
  const known = baseUrl.toLowerCase();
  return Object.entries(headers)
    .filter(([name]) => !publicHeaders.has(name.toLowerCase()))
    .flatMap(([, value]) => value)
    .flatMap((value) => [value, ...value.split(' ')])
    .filter((value) => value.length >= minSecretLength && !known.includes(value.toLowerCase()));
}

/** Headers that the transport or each request sets, so the configuration cannot. */
const headersOfRequests: ReadonlySet<string> = new Set([
  ...reservedHeaders,
  ...['accept', 'accept-encoding', 'authorization', 'content-encoding', 'content-type'],
]);

/**
 * Headers that the configuration cannot set, because checks send them to see that they grant no access. A gateway that
 * requires its own value there would refuse the check's request before the service sees it.
 */
const headersOfChecks: ReadonlySet<string> = new Set([
  ...forgeriesWithoutAuthorization.flatMap(({ additions }) => Object.keys(additions?.('').headers ?? {})),
  ...Object.keys({ ...diverting, ...roleHeaders, ...headersNaming({ id: '', subDomain: '' }) }),
]);

function ownHeadersOf({ headers = {} }: Configuration): Readonly<Record<string, string>> {
  const names = Object.keys(headers);
  for (const [index, name] of names.entries()) {
    const lower = name.toLowerCase();
    if (headersOfRequests.has(lower))
      throw configurationWrong(`headers cannot set ${lower}, since each request has its own. Leave it out.`);
    if (headersOfChecks.has(lower))
      throw configurationWrong(
        `headers cannot set ${lower}, since checks send it with other values, to see that it lets nobody in. A gateway that requires its own value there would refuse them before the service sees them. Use another name.`,
      );
    if (names.slice(0, index).some((other) => other.toLowerCase() === lower))
      throw configurationWrong(`headers sets ${lower} twice. Set it once.`);
  }
  return headers;
}

async function authoritiesOf({ caFile }: Configuration, folder: string): Promise<string | undefined> {
  if (caFile === undefined) return undefined;
  const pem = await textOf(caFile, folder, 'caFile');
  assertCertificates(pem, caFile, 'caFile');
  return pem;
}

async function clientCertificateOf(
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
    throw configurationWrong(
      `clientCertificate.keyFile names ${named(keyFile)}, which is not the key of ${named(certFile)} as PEM, or needs another clientCertificate.passphrase.`,
      cause,
    );
  }
  return shown;
}

async function textOf(file: string, folder: string, key: string): Promise<string> {
  return readFile(resolve(folder, file), 'utf8').catch((cause: unknown) => {
    throw configurationWrong(`${key} names ${named(file)}, which cannot be read.`, cause);
  });
}

/** Refuses a file without a certificate, which OpenSSL would silently ignore. */
function assertCertificates(pem: string, file: string, key: string): void {
  try {
    new X509Certificate(pem);
  } catch (cause) {
    throw configurationWrong(`${key} names ${named(file)}, which holds no certificate as PEM.`, cause);
  }
}

/** The proxy that the configuration names. Errors do not quote its URL, which may contain a password. */
export function proxyOf({ proxy: named }: Configuration, baseUrl: string, environment: Environment) {
  if (named === undefined) return undefined;
  if (named !== 'environment') return parsed(named, 'proxy');
  const target = new URL(baseUrl);
  const found = variable(target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY', environment);
  if (found === undefined || isExcepted(target, variable('NO_PROXY', environment)?.value ?? ''))
    return undefined;
  // Many programs accept an HTTP proxy without the scheme, such as `host:3128`.
  return parsed(found.value.includes('://') ? found.value : `http://${found.value}`, found.name);
}

/** A variable by its lower-case or upper-case name. If both are set, the lower-case name counts, as in curl. */
function variable(name: string, environment: Environment) {
  return [name.toLowerCase(), name]
    .map((one) => ({ name: one, value: (variableNamed(one, environment) ?? '').trim() }))
    .find(({ value }) => value !== '');
}

/**
 * Whether the list (NO_PROXY) has the host or a parent domain, written as `*`, `acme.example`, `.acme.example`, or with
 * a port.
 */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  const names = [hostname, hostname.replace(/^\[|\]$/g, ''), `${hostname}:${ownPort}`];
  const entries = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return entries.some((entry) => {
    const domain = entry.replace(/^\*?\./, '');
    return entry === '*' || names.some((name) => name === domain || name.endsWith(`.${domain}`));
  });
}

function parsed(text: string, name: string): { proxy: HttpProxy; secrets: string[] } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search + url.hash !== ''
  )
    throw configurationWrong(`${name} must be a URL such as http://proxy.example:3128, without a path.`);
  const { origin } = url;
  if (url.username === '' && url.password === '') return { proxy: { origin }, secrets: [] };
  try {
    const password = decodeURIComponent(url.password);
    const pair = `${decodeURIComponent(url.username)}:${password}`;
    const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    return { proxy: { origin, authorization }, secrets: [password, authorization] };
  } catch (cause) {
    throw configurationWrong(`${name} holds a user or a password that is not percent-encoded.`, cause);
  }
}
