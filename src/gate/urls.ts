import { quoted } from '../report/quoted.ts';
import { assertVerifying, type Environment, trustOfHost } from './environment.ts';
import { callWrong, configurationWrong } from './failure.ts';

/** Parses a URL. A user or a fragment is refused, since it would be silently ignored. */
export function urlOf(text: string, option: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === '')
    return url;
  throw callWrong(
    `${option} must be a URL such as https://verify.example/path, without a user and a fragment.`,
  );
}

export function asBaseUrl(baseUrl: string, name: string): string {
  if (!URL.canParse(baseUrl))
    throw configurationWrong(
      `${name} must be a URL such as https://acme.example, but is ${quoted(baseUrl)}.`,
    );
  const trimmed = baseUrl.replace(/\/+$/, '');
  const { username, password } = new URL(trimmed);
  if (username !== '' || password !== '')
    throw configurationWrong(
      `${name} must hold no user name and password. Put the token into tokens.member.`,
    );
  if (/^\w+:\/\/[^/]+.*\/api(\/v2)?$/.test(trimmed))
    throw configurationWrong(
      `${name} must leave /api/v2 out, since every path of the interface starts with it, but is ${quoted(baseUrl)}.`,
    );
  return trimmed;
}

interface Asking {
  readonly accept: string;
  /** The environment variables. `NODE_TLS_REJECT_UNAUTHORIZED=0` is refused. */
  readonly environment: Environment;
  readonly timeoutMs: number;
  readonly maxBodyBytes?: number;
}

/** Returns the bytes, or a sentence that says why the document cannot be read. */
export async function documentAt(
  { origin, pathname, search }: URL,
  { accept, environment, ...limits }: Asking,
): Promise<Uint8Array | string> {
  assertVerifying(environment, trustOfHost);
  // Imported late: most documents are files, and loading the transport takes longer than reading a file.
  const { openTransport } = await import('../http/transport.ts');
  const pace = { requestsPerSecond: Number.POSITIVE_INFINITY, concurrency: 1 };
  const transport = openTransport({ baseUrl: origin, ...limits, ...pace });
  try {
    const path = `${pathname}${search}`;
    const delivery = await transport.send({ method: 'GET', path, headers: { accept } });
    if (delivery.kind !== 'answered') return delivery.message;
    if (delivery.isUndecodable === true) return 'Its body does not match its Content-Encoding.';
    return delivery.status === 200 ? delivery.body : `It is answered ${delivery.status}.`;
  } finally {
    await transport.close();
  }
}
