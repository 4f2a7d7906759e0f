import type { Socket } from 'node:net';
import * as tls from 'node:tls';
import { buildConnector, Client } from 'undici/index.js';
import { failureOf, ProxyFailure } from './errors.ts';

export interface ConnectorOptions {
  readonly origin: string;
  readonly connectTimeoutMs: number;
  /** Whether to verify the target's certificate. A proxy's certificate is always verified. */
  readonly rejectUnauthorized: boolean;
  readonly proxy?: HttpProxy | undefined;
  readonly authorities?: string | undefined;
  /** Presented to the target, never to a proxy. */
  readonly clientCertificate?: ClientCertificate | undefined;
  /**
   * Closes all connections, including those that are still being opened, which undici's `destroy` does not.
   */
  readonly stop: AbortSignal;
}

/** Use one connector for all connections, since it caches TLS sessions. */
export function connectorTo(options: ConnectorOptions): buildConnector.connector {
  const { connectTimeoutMs: timeout, stop, rejectUnauthorized } = options;
  const { proxy, authorities, clientCertificate } = options;
  const usual = { allowH2: false, timeout };
  const ended = endedBy(stop);
  const toTarget = ended(
    buildConnector({ ...usual, rejectUnauthorized, ...secureContextOf(authorities, clientCertificate) }),
  );
  if (proxy === undefined) return toTarget;
  const toProxy = ended(
    buildConnector({ ...usual, rejectUnauthorized: true, ...secureContextOf(authorities) }),
  );
  // Use a tunnel even for plain HTTP: requests reach the target unchanged, and the proxy sees only its host
  // and port.
  return (to, callback) => {
    openTunnel(proxy, toProxy, options).then(
      (httpSocket) => {
        if (to.protocol === 'https:') toTarget({ ...to, httpSocket }, callback);
        else callback(null, httpSocket);
      },
      (error: Error) => callback(error, null),
    );
  };
}

/**
 * Closes all connections when the signal is aborted. The signal itself is not given to Node, which would keep
 * a listener for every connection ever opened.
 */
function endedBy(signal: AbortSignal): (connect: buildConnector.connector) => buildConnector.connector {
  const open = new Set<Socket>();
  signal.addEventListener('abort', () => {
    for (const socket of open) socket.destroy(signal.reason);
  });
  return (connect) => (options, callback) => {
    // undici returns the socket, although its types do not say so.
    const socket = connect(options, callback) as unknown as Socket;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (signal.aborted) socket.destroy(signal.reason);
  };
}

/**
 * The TLS options for extra authorities and a client certificate; empty if there are none. Call it once,
 * since reading all authorities is slow.
 * @throws {Error} from OpenSSL, if certificate or key is invalid or they do not match
 */
export function secureContextOf(
  authorities: string | undefined,
  clientCertificate?: ClientCertificate,
): buildConnector.BuildOptions {
  if (authorities === undefined && clientCertificate === undefined) return {};
  const trusted = authorities === undefined ? {} : { ca: [...tls.getCACertificates('default'), authorities] };
  return { secureContext: tls.createSecureContext({ ...trusted, ...clientCertificate }) };
}

/** A proxy that opens tunnels with CONNECT (RFC 9110, section 9.3.6). */
export interface HttpProxy {
  /** The proxy's scheme, host and port, such as `http://proxy.example:3128`. */
  readonly origin: string;
  /** The value of the Proxy-Authorization header; undefined if the proxy needs none. */
  readonly authorization?: string | undefined;
}

/** A client certificate and its key, both as PEM. */
export interface ClientCertificate {
  /** The certificate, which intermediate certificates may follow. */
  readonly cert: string;
  readonly key: string;
  readonly passphrase?: string | undefined;
}

async function openTunnel(
  { origin: proxy, authorization }: HttpProxy,
  connect: buildConnector.connector,
  { origin, connectTimeoutMs: headersTimeout, stop: signal }: ConnectorOptions,
): Promise<Socket> {
  const path = origin.replace(/^\w+:\/\//, '');
  const headers = {
    host: path,
    ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
  };
  const client = new Client(proxy, { connect, useMilo: false, headersTimeout });
  try {
    const { statusCode, socket } = await client.connect({ path, headers, signal });
    if (statusCode >= 200 && statusCode < 300) return socket as Socket;
    socket.on('error', () => undefined).destroy();
    throw new ProxyFailure(proxy, `status ${statusCode}`);
  } catch (error) {
    throw asProxyFailure(error, proxy);
  } finally {
    // The socket of an open tunnel no longer belongs to this client, so destroying it leaves the tunnel open.
    void client.destroy();
  }
}

/** The target must not be blamed for an error of the proxy. */
function asProxyFailure(error: unknown, proxy: string): unknown {
  const failure = error instanceof ProxyFailure ? undefined : failureOf(error, 'before-body');
  return failure === undefined ? error : new ProxyFailure(proxy, failure.code ?? failure.cause);
}
