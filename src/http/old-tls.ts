import { isIP } from 'node:net';
import { connect, type SecureVersion } from 'node:tls';

/** The versions of TLS that are used no more (RFC 8996). */
const oldVersions: { readonly minVersion: SecureVersion; readonly maxVersion: SecureVersion } = {
  minVersion: 'TLSv1',
  maxVersion: 'TLSv1.1',
};

/** A server that does not answer an old greeting at all may be waited for no longer. */
const mostMs = 2_000;

/**
 * The old version of TLS with which a server makes a connection, as `TLSv1.1`; undefined where it makes none, or where what
 * is installed here speaks none. Nothing is sent on the connection, so that nothing depends on its certificate.
 */
export function oldTlsOf(origin: string, stop: AbortSignal): Promise<string | undefined> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const end = AbortSignal.any([stop, AbortSignal.timeout(mostMs)]);
    try {
      const socket = connect({
        ...{ host, port: Number(port === '' ? 443 : port), ...oldVersions },
        // These versions sign with SHA-1, which is refused otherwise.
        ciphers: 'DEFAULT:@SECLEVEL=0',
        rejectUnauthorized: false,
        ...(isIP(host) > 0 ? {} : { servername: host }),
      });
      const done = (version: string | undefined): void => {
        socket.destroy();
        resolve(version);
      };
      socket.on('secureConnect', () => done(socket.getProtocol() ?? undefined));
      socket.on('error', () => done(undefined));
      socket.on('close', () => done(undefined));
      end.addEventListener('abort', () => done(undefined), { once: true });
    } catch {
      // A library that does not know these versions refuses the options.
      resolve(undefined);
    }
  });
}
