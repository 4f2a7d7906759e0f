import type { Socket } from 'node:net';
// A namespace import: an older Node, which is refused with a message, has no getCACertificates and could not link the
// name.
import * as tls from 'node:tls';
import { buildConnector } from 'undici/index.js';
import type { ClientCertificate, HttpProxy } from './connection-settings.ts';
import { tunnelling } from './tunnel.ts';

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
  const { origin, connectTimeoutMs: timeout, stop: signal, rejectUnauthorized } = options;
  const { proxy, authorities, clientCertificate } = options;
  const usual = { allowH2: false, timeout };
  const ended = endedBy(signal);
  const toTarget = ended(
    buildConnector({ ...usual, rejectUnauthorized, ...secureContextOf(authorities, clientCertificate) }),
  );
  if (proxy === undefined) return toTarget;
  const toProxy = ended(
    buildConnector({ ...usual, rejectUnauthorized: true, ...secureContextOf(authorities) }),
  );
  return tunnelling(proxy, { origin, toProxy, toTarget, signal, timeoutMs: timeout });
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
