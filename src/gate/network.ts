import type { TransportOptions } from '../http/transport.ts';
import type { Configuration } from './configuration.ts';
import type { Environment } from './environment.ts';
import { authoritiesOf, clientCertificateOf } from './own-certificates.ts';
import { ownHeadersOf } from './own-headers.ts';
import { proxyOf } from './proxy.ts';

/** The way to a target, and what of it no output may show. */
interface Network {
  readonly way: Pick<TransportOptions, 'authorities' | 'clientCertificate' | 'headers' | 'proxy'>;
  readonly secrets: readonly string[];
}

/** A shorter value of a header is a word. */
const shortest = 8;

/**
 * The way to the target that the configuration describes.
 * @param folder - where its relative paths start
 * @throws {Failure} `CONFIGURATION_WRONG` when there can be no such way
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

/** Headers that say who sends, and of which language it is: no secrets. */
const open: ReadonlySet<string> = new Set(['user-agent', 'accept-language', 'origin', 'referer', 'from']);

/** The values of headers and the words of them, such as what follows a scheme; what the address of the target says is known. */
function secretsIn(headers: Readonly<Record<string, string>>, baseUrl: string): string[] {
  const known = baseUrl.toLowerCase();
  return Object.entries(headers)
    .filter(([name]) => !open.has(name.toLowerCase()))
    .flatMap(([, value]) => value)
    .flatMap((value) => [value, ...value.split(' ')])
    .filter((value) => value.length >= shortest && !known.includes(value.toLowerCase()));
}
