import type { Socket } from 'node:net';
// By its file: Bun has an undici of its own, which cannot do what a client of this one can.
import { type buildConnector, Client, type Dispatcher } from 'undici/index.js';
import { type ConnectorOptions, connectorTo } from './connector.ts';
import { leaveOutContinue } from './continue.ts';

/** A connection to the target, for one exchange. */
export interface Connection {
  /** Sends the request, on the connection that stands, or else on a new one. */
  send(request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  /**
   * Whether the request went out on a connection that had served another before, and not a byte came back: the target
   * may have closed it before it heard anything.
   */
  wasUnheard(): boolean;
  /** Ends the exchange, once. A connection whose answer was read to its end may serve another. */
  release(isWhole: boolean): void;
}

/**
 * The connections to one target. Whoever takes them bounds how many there are. Not a pool of undici: that ends no idle
 * connection to make room for another, and does not tell whether one that was closed had served before.
 */
export interface Connections {
  /** @param isFresh - nothing was sent on it before, nor is after it */
  take(isFresh: boolean): Connection;
  /** From now on, no more stand idle than make so many of all. */
  keep(most: number): void;
  /** Ends them all at once. */
  close(): Promise<unknown>;
}

interface ConnectionOptions extends ConnectorOptions {
  readonly maxHeaderBytes: number;
  readonly maxBodyBytes: number;
  /** No more stand at once. */
  readonly most: number;
}

/** Opens no connection yet. */
export function openConnections(options: ConnectionOptions): Connections {
  let { most } = options;
  const connect = connectorTo(options);
  const lines = new Set<Line>();
  const idle: Line[] = [];

  async function end(line: Line): Promise<void> {
    lines.delete(line);
    // A connection for one request has mostly ended by itself: an error for each, which undici makes, takes longer. Where
    // a request waits all the same, another connection is in the making, on which it would still go out.
    const isEnded = line.standing()?.destroyed === true && line.client.stats.size === 0;
    if (!isEnded) await line.client.destroy();
  }

  function opened(isFresh: boolean): Line {
    const spare = lines.size >= most ? idle.shift() : undefined;
    if (spare !== undefined) void end(spare);
    const line = openLine(options, isFresh, connect);
    lines.add(line);
    return line;
  }

  return {
    take: (isFresh) => {
      const line = (isFresh ? undefined : idle.pop()) ?? opened(isFresh);
      const before = line.standing();
      const read = before?.bytesRead;
      return {
        send: (request) => {
          line.begin();
          return line.client.request(request);
        },
        wasUnheard: () => before !== undefined && line.standing() === before && before.bytesRead === read,
        release: (isWhole) => {
          if (isWhole && !isFresh && lines.has(line) && lines.size <= most) idle.push(line);
          else void end(line);
        },
      };
    },
    keep: (count) => {
      most = count;
      while (lines.size > most) {
        const spare = idle.shift();
        if (spare === undefined) return;
        void end(spare);
      }
    },
    close: () => Promise.all([...lines].map(end)),
  };
}

/** One connection at a time, made again where it has ended. */
interface Line {
  readonly client: Client;
  /** The connection that was made last. */
  standing(): Socket | undefined;
  /** Called before each request. */
  begin(): void;
}

function openLine(options: ConnectionOptions, isFresh: boolean, connect: buildConnector.connector): Line {
  let socket: Socket | undefined;
  let begin = (): void => undefined;
  const client = new Client(options.origin, {
    // None says to the target that the connection is closed after the answer.
    pipelining: isFresh ? 0 : 1,
    useMilo: false,
    maxHeaderSize: options.maxHeaderBytes,
    maxResponseSize: options.maxBodyBytes,
    // The one deadline is that of the exchange: these two begin anew with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Short, since a server may close an idle connection at the moment it is used again.
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 1_000,
    connect: (to, callback) =>
      connect(to, (...made) => {
        socket = made[1] ?? undefined;
        if (socket !== undefined) begin = leaveOutContinue(socket);
        callback(...made);
      }),
  });
  return { client, standing: () => socket, begin: () => begin() };
}
