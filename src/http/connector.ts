import type { Socket } from 'node:net';
// As a whole: an older Node, which is refused, has no getCACertificates, and could not link its name.
import * as tls from 'node:tls';
import { buildConnector } from 'undici/index.js';
import type { ClientCertificate, HttpProxy } from './connection-settings.ts';
import { tunnelling } from './tunnel.ts';

/** How connections to a target are made. */
export interface ConnectorOptions {
  readonly origin: string;
  readonly connectTimeoutMs: number;
  /** Whether the certificate of the target is verified; that of a proxy always is. */
  readonly rejectUnauthorized: boolean;
  readonly proxy?: HttpProxy | undefined;
  /** Certificates of authorities as PEM, which are trusted besides the public ones. */
  readonly authorities?: string | undefined;
  /** Shown to the target alone. */
  readonly clientCertificate?: ClientCertificate | undefined;
  /** Also ends connections in the making, which undici's own `destroy` leaves alone. */
  readonly stop: AbortSignal;
}

/** What makes connections to a target. One for all of them, since it remembers the sessions of TLS. */
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
 * Has a signal end what connectors make. Each connection is let go of when it has ended: given the signal itself, Node
 * keeps what listens to it for every connection that there ever was.
 */
function endedBy(signal: AbortSignal): (connect: buildConnector.connector) => buildConnector.connector {
  const open = new Set<Socket>();
  signal.addEventListener('abort', () => {
    for (const socket of open) socket.destroy(signal.reason);
  });
  return (connect) => (options, callback) => {
    // undici returns the connection in the making, which its types leave out.
    const socket = connect(options, callback) as unknown as Socket;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (signal.aborted) socket.destroy(signal.reason);
  };
}

/**
 * What is trusted and shown, where it is not the usual. Made once, since to read all authorities takes a while.
 * @throws {Error} of OpenSSL, where certificate and key are none or do not belong together
 */
export function secureContextOf(
  authorities: string | undefined,
  clientCertificate?: ClientCertificate,
): buildConnector.BuildOptions {
  if (authorities === undefined && clientCertificate === undefined) return {};
  const trusted = authorities === undefined ? {} : { ca: [...tls.getCACertificates('default'), authorities] };
  return { secureContext: tls.createSecureContext({ ...trusted, ...clientCertificate }) };
}
