import type { HttpProxy } from '../http/transport.ts';
import type { Configuration } from './configuration.ts';
import { type Environment, variableNamed } from './environment.ts';
import { Failure } from './failure.ts';

interface ConfiguredProxy {
  readonly proxy: HttpProxy;
  readonly secrets: readonly string[];
}

/**
 * The proxy to the target; undefined without a proxy.
 * @throws {Failure} `CONFIGURATION_WRONG` if the proxy's URL is invalid; it is not quoted
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
  // Many programs accept a host and a port as an HTTP proxy.
  return parsed(found.value.includes('://') ? found.value : `http://${found.value}`, found.name);
}

interface Variable {
  readonly name: string;
  readonly value: string;
}

function proxyVariable({ protocol }: URL, environment: Environment): Variable | undefined {
  return variable(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY', environment);
}

/** A variable by its lower-case or upper-case name, in the order in which curl looks them up. */
function variable(name: string, environment: Environment): Variable | undefined {
  return [name.toLowerCase(), name]
    .map((one) => ({ name: one, value: (variableNamed(one, environment) ?? '').trim() }))
    .find(({ value }) => value !== '');
}

/**
 * Whether NO_PROXY lists the host or a parent domain: `*`, `acme.example`, `.acme.example`, each with or without a
 * port.
 */
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
