import type { Socket } from 'node:net';
import { type buildConnector, Client } from 'undici/index.js';
import type { HttpProxy } from './connection-settings.ts';
import { failureOf, ProxyFailure } from './errors.ts';

interface Way {
  /** Of the target: scheme, host and port, the port always written. */
  readonly origin: string;
  readonly toProxy: buildConnector.connector;
  /** Also makes a tunnel secure. */
  readonly toTarget: buildConnector.connector;
  readonly signal: AbortSignal;
  /** How long the proxy may take. */
  readonly timeoutMs: number;
}

/**
 * Makes connections to a target through tunnels, also where it speaks plain HTTP: all that is sent reaches it as it is, and
 * the proxy is asked for a host and a port alone.
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
    // A tunnel that stands is no longer its own.
    void client.destroy();
  }
}

/** Trouble on the way to the proxy, so that the target is not blamed for it. */
function asProxyFailure(error: unknown, proxy: string): unknown {
  const failure = error instanceof ProxyFailure ? undefined : failureOf(error, 'before-body');
  return failure === undefined ? error : new ProxyFailure(proxy, failure.code ?? failure.cause);
}
