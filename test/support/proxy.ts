import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { atEndOfFile } from './end-of-file.ts';
import { cert, key } from './self-signed.ts';

interface TestProxy {
  readonly url: string;
  readonly asked: readonly { readonly authority: string; readonly headers: object }[];
  carried(): string;
}

interface ProxyOptions {
  readonly isSecure?: boolean;
  /** The Proxy-Authorization header without which the proxy opens no tunnel. */
  readonly wanted?: string;
}

export async function startProxy({ isSecure = false, wanted }: ProxyOptions = {}): Promise<TestProxy> {
  const asked: { authority: string; headers: object }[] = [];
  const carried: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = isSecure ? createSecureServer({ cert, key }) : createServer();
  server.on('connection', (socket: Socket) => void sockets.add(socket));
  server.on('tlsClientError', () => undefined);
  server.on('connect', ({ url = '', headers }, client: Socket) => {
    asked.push({ authority: url, headers });
    client.on('error', () => undefined);
    if (wanted !== undefined && headers['proxy-authorization'] !== wanted) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
      return;
    }
    const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(url) ?? [];
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.on('data', (chunk: Buffer) => void carried.push(chunk));
      client.pipe(target).pipe(client);
    });
    sockets.add(target);
    target.on('error', () => void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `${isSecure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    carried: () => Buffer.concat(carried).toString('latin1'),
  };
}
