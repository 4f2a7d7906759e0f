import type { Socket } from 'node:net';
// Imported by its path: Bun replaces `undici` by its own version, whose Client lacks features used here.
import { type buildConnector, Client, type Dispatcher } from 'undici/index.js';
import { type ConnectorOptions, connectorTo } from './connector.ts';

export interface Connection {
  send(request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  /**
   * Whether the connection was reused and closed without a byte of an answer. The target may have closed it
   * before it received the request.
   */
  closedUnanswered(): boolean;
  /**
   * Ends the exchange; call it once. If the answer was read completely (`isWhole`), the connection may be
   * reused.
   */
  release(isWhole: boolean): void;
}

/**
 * The connections to one target. The caller limits how many are in use. An undici Pool would not do: it does
 * not close idle connections to make room, and does not say whether a closed connection had been reused.
 */
export interface Connections {
  /**
   * Takes an idle connection or a new one, and closes idle ones, so at most `most` connections are open.
   * @param isFresh - the connection must be new, and must not be reused afterwards
   */
  take(isFresh: boolean, most: number): Connection;
  close(): Promise<unknown>;
}

interface ConnectionOptions extends ConnectorOptions {
  readonly maxHeaderBytes: number;
  readonly maxBodyBytes: number;
}

export function openConnections(options: ConnectionOptions): Connections {
  const connect = connectorTo(options);
  const open = new Set<ClientConnection>();
  const idle: ClientConnection[] = [];

  async function end(connection: ClientConnection): Promise<void> {
    open.delete(connection);
    // A connection for one request has usually ended by itself. Destroying it again is slow, since undici creates an
    // error object. But if a request is queued, undici is opening another connection for it, which must be destroyed.
    const isEnded = connection.socket()?.destroyed === true && connection.client.stats.size === 0;
    if (!isEnded) await connection.client.destroy();
  }

  return {
    take: (isFresh, most) => {
      const connection = (isFresh ? undefined : idle.pop()) ?? openClient(options, isFresh, connect);
      open.add(connection);
      for (const surplus of idle.splice(0, Math.max(0, open.size - most))) void end(surplus);
      const before = connection.socket();
      const read = before?.bytesRead;
      return {
        send: (request) => {
          connection.begin();
          return connection.client.request(request);
        },
        closedUnanswered: () =>
          before !== undefined && connection.socket() === before && before.bytesRead === read,
        release: (isWhole) => {
          if (isWhole && !isFresh && open.has(connection)) idle.push(connection);
          else void end(connection);
        },
      };
    },
    close: () => Promise.all([...open].map(end)),
  };
}

/** An undici client with one connection at a time. It opens a new connection after the last has ended. */
interface ClientConnection {
  readonly client: Client;
  socket(): Socket | undefined;
  begin(): void;
}

function openClient(
  options: ConnectionOptions,
  isFresh: boolean,
  connect: buildConnector.connector,
): ClientConnection {
  let socket: Socket | undefined;
  let begin = (): void => undefined;
  const client = new Client(options.origin, {
    // 0 makes undici send `connection: close`.
    pipelining: isFresh ? 0 : 1,
    useMilo: false,
    maxHeaderSize: options.maxHeaderBytes,
    maxResponseSize: options.maxBodyBytes,
    // The exchange has its own deadline. These timeouts would start again with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Keep idle connections only briefly: a server may close one just as it is reused.
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 1_000,
    connect: (to, callback) =>
      connect(to, (...made) => {
        socket = made[1] ?? undefined;
        if (socket !== undefined) begin = skipUnsolicitedContinue(socket);
        callback(...made);
      }),
  });
  return { client, socket: () => socket, begin: () => begin() };
}

const head = Buffer.from('HTTP/1.1 100 ');
const end = '\r\n\r\n';

/**
 * Makes a connection skip each `100 Continue` before an answer. A client must ignore one that it did not ask
 * for (RFC 9110, section 15.2), but undici treats it as an error.
 * @returns a function to call before each request, since only there an answer begins
 */
function skipUnsolicitedContinue(socket: Socket): () => void {
  const read = socket.read.bind(socket);
  let isBeginning = true;
  // Node also calls `read(0)`, which only triggers more reading: it returns null, and the data stays for
  // undici.
  const readOn = (size?: number): Buffer | null => {
    const chunk: Buffer | null = read(size);
    if (!isBeginning || chunk === null) return chunk;
    const length = chunk.subarray(0, head.length).equals(head) ? chunk.indexOf(end) + end.length : 0;
    if (length < end.length) {
      isBeginning = false;
      return chunk;
    }
    if (length < chunk.length) socket.unshift(chunk.subarray(length));
    return readOn(size);
  };
  socket.read = readOn;
  return () => {
    isBeginning = true;
  };
}
