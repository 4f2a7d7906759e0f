import type { Socket } from 'node:net';
import * as tls from 'node:tls';
import { buildConnector, Client } from 'undici/index.js';
import { failureOf, ProxyFailure } from './errors.ts';

export interface ConnectorOptions {
  readonly origin: string;
  readonly connectTimeoutMs: number;
  /** Whether to verify the certificate of the target. That of a proxy is always verified. */
  readonly rejectUnauthorized: boolean;
  readonly proxy?: HttpProxy | undefined;
  /** PEM certificates of authorities that are trusted in addition to the default ones. */
  readonly authorities?: string | undefined;
  /** Sent to the target only. */
  readonly clientCertificate?: ClientCertificate | undefined;
  /** Also aborts connections that are still being opened, which undici's own `destroy` does not. */
  readonly stop: AbortSignal;
}

/** Makes the connector to a target. Use one for all connections, since it caches TLS sessions. */
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
  // A tunnel even for plain HTTP: requests reach the target unchanged, and the proxy sees only host and port.
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
 * Closes all connections when the signal is aborted. Given the signal itself, Node would keep a listener for every
 * connection ever opened.
 */
function endedBy(signal: AbortSignal): (connect: buildConnector.connector) => buildConnector.connector {
  const open = new Set<Socket>();
  signal.addEventListener('abort', () => {
    for (const socket of open) socket.destroy(signal.reason);
  });
  return (connect) => (options, callback) => {
    // undici returns the socket, but its types do not say so.
    const socket = connect(options, callback) as unknown as Socket;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (signal.aborted) socket.destroy(signal.reason);
  };
}

/**
 * The TLS context, if it differs from the default. Make it once, since reading all authorities is slow.
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

/** A proxy that opens tunnels (RFC 9110, section 9.3.6). */
export interface HttpProxy {
  /** Scheme, host and port: `http` or `https`. */
  readonly origin: string;
  /** The value of its Proxy-Authorization header, if it needs one. */
  readonly authorization?: string | undefined;
}

/** A client certificate and its key, both as PEM. */
export interface ClientCertificate {
  /** May be followed by intermediate certificates. */
  readonly cert: string;
  readonly key: string;
  /** For an encrypted key. */
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
    // An open tunnel no longer belongs to this client.
    void client.destroy();
  }
}

/** An error on the way to the proxy, for which the target must not be blamed. */
function asProxyFailure(error: unknown, proxy: string): unknown {
  const failure = error instanceof ProxyFailure ? undefined : failureOf(error, 'before-body');
  return failure === undefined ? error : new ProxyFailure(proxy, failure.code ?? failure.cause);
}
