import type { HttpProxy } from '../http/transport.ts';
import type { Configuration } from './configuration.ts';
import { type Environment, variableNamed } from './environment.ts';
import { Failure } from './failure.ts';

/** A proxy, and the password that it is told. */
interface ConfiguredProxy {
  readonly proxy: HttpProxy;
  readonly secrets: readonly string[];
}

/**
 * The proxy that leads to the target; undefined where none does.
 * @throws {Failure} `CONFIGURATION_WRONG` where it is named by what is no URL of a proxy, which is not quoted
 */
export function proxyOf(
  { proxy: named }: Configuration,
  baseUrl: string,
  environment: Environment,
): ConfiguredProxy | undefined {
  if (named === undefined) return undefined;
  if (named !== 'environment') return parsed(named, 'proxy');
  const target = new URL(baseUrl);
  const found = proxyVariable(target, environment);
  if (found === undefined || isExcepted(target, variable('NO_PROXY', environment)?.value ?? ''))
    return undefined;
  // Many programs take a host and a port for a proxy of HTTP.
  return parsed(found.value.includes('://') ? found.value : `http://${found.value}`, found.name);
}

interface Variable {
  readonly name: string;
  readonly value: string;
}

function proxyVariable({ protocol }: URL, environment: Environment): Variable | undefined {
  return variable(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY', environment);
}

/** A variable that is set, by its name in small letters or in capitals, as curl looks for them. */
function variable(name: string, environment: Environment): Variable | undefined {
  return [name.toLowerCase(), name]
    .map((one) => ({ name: one, value: (variableNamed(one, environment) ?? '').trim() }))
    .find(({ value }) => value !== '');
}

/** Whether NO_PROXY lists the host, or a domain that it is in: `*`, `acme.example`, `.acme.example`, each with a port or none. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, name = '', onlyPort = ownPort] = /^(\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const domain = name.replace(/^\*?\.|^\[|\]$/g, '');
      return onlyPort === ownPort && (name === '*' || host === domain || host.endsWith(`.${domain}`));
    });
}

function parsed(text: string, name: string): ConfiguredProxy {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search + url.hash !== ''
  )
    throw wrong(`${name} must be a URL such as http://proxy.example:3128, without a path.`);
  const { origin } = url;
  if (url.username === '' && url.password === '') return { proxy: { origin }, secrets: [] };
  try {
    const password = decodeURIComponent(url.password);
    const pair = `${decodeURIComponent(url.username)}:${password}`;
    const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    return { proxy: { origin, authorization }, secrets: [password, authorization] };
  } catch (cause) {
    throw wrong(`${name} holds a user or a password that is not percent-encoded.`, cause);
  }
}

function wrong(message: string, cause?: unknown): Failure {
  return new Failure('CONFIGURATION_WRONG', message, { cause });
}
