import type { Socket } from 'node:net';
import { type buildConnector, Client } from 'undici/index.js';
import type { HttpProxy } from './connection-settings.ts';
import { failureOf, ProxyFailure } from './errors.ts';

interface Way {
  /** The target: scheme, host and port, with the port always explicit. */
  readonly origin: string;
  readonly toProxy: buildConnector.connector;
  /** Also starts TLS within a tunnel. */
  readonly toTarget: buildConnector.connector;
  readonly signal: AbortSignal;
  /** How long the proxy may take. */
  readonly timeoutMs: number;
}

/**
 * Connects to a target through tunnels, even for plain HTTP: requests reach it unchanged, and the proxy sees only host
 * and port.
 */
export function tunnelling(proxy: HttpProxy, { toTarget, ...way }: Way): buildConnector.connector {
  return (options, callback) => {
    openTunnel(proxy, way).then(
      (httpSocket) => {
        if (options.protocol === 'https:') toTarget({ ...options, httpSocket }, callback);
        else callback(null, httpSocket);
      },
      (error: Error) => callback(error, null),
    );
  };
}

async function openTunnel(
  { origin: proxy, authorization }: HttpProxy,
  { origin, toProxy, signal, timeoutMs }: Omit<Way, 'toTarget'>,
): Promise<Socket> {
  const path = origin.replace(/^\w+:\/\//, '');
  const headers = {
    host: path,
    ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
  };
  const client = new Client(proxy, { connect: toProxy, useMilo: false, headersTimeout: timeoutMs });
  try {
    const { statusCode, socket } = await client.connect({ path, headers, signal });
    if (statusCode >= 200 && statusCode < 300) return socket as Socket;
    socket.on('error', () => undefined).destroy();
    throw new ProxyFailure(proxy, `status ${statusCode}`);
  } catch (error) {
    throw asProxyFailure(error, proxy);
  } finally {
    // An open tunnel no longer belongs to this client.
    void client.destroy();
  }
}

/** An error on the way to the proxy, for which the target must not be blamed. */
function asProxyFailure(error: unknown, proxy: string): unknown {
  const failure = error instanceof ProxyFailure ? undefined : failureOf(error, 'before-body');
  return failure === undefined ? error : new ProxyFailure(proxy, failure.code ?? failure.cause);
}
