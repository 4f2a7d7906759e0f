import type { TransportOptions } from '../http/transport.ts';
import type { Configuration } from './configuration.ts';
import type { Environment } from './environment.ts';
import { authoritiesOf, clientCertificateOf } from './own-certificates.ts';
import { ownHeadersOf } from './own-headers.ts';
import { proxyOf } from './proxy.ts';

/** The way to a target, and its secrets, which no output may show. */
interface Network {
  readonly way: Pick<TransportOptions, 'authorities' | 'clientCertificate' | 'headers' | 'proxy'>;
  readonly secrets: readonly string[];
}

/** Characters; a shorter header value is an ordinary word. */
const shortest = 8;

/**
 * The way to the target that the configuration describes.
 * @param folder - the base of its relative paths
 * @throws {Failure} `CONFIGURATION_WRONG` if the way is not possible
 */
export async function networkOf(
  configuration: Configuration,
  baseUrl: string,
  folder: string,
  environment: Environment,
): Promise<Network> {
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

/** Headers that only identify the sender or the language, and are not secret. */
const open: ReadonlySet<string> = new Set(['user-agent', 'accept-language', 'origin', 'referer', 'from']);

/** The header values and their words, such as the part after a scheme. Parts of the target's URL are not secret. */
function secretsIn(headers: Readonly<Record<string, string>>, baseUrl: string): string[] {
  const known = baseUrl.toLowerCase();
  return Object.entries(headers)
    .filter(([name]) => !open.has(name.toLowerCase()))
    .flatMap(([, value]) => value)
    .flatMap((value) => [value, ...value.split(' ')])
    .filter((value) => value.length >= shortest && !known.includes(value.toLowerCase()));
}
