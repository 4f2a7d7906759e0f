import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A balancer on a port of its own: each connection goes to the next of several ports of this machine. */
export interface Balancer {
  readonly url: string;
  /** How many connections went to each of the ports. */
  readonly connections: readonly number[];
  close(): Promise<void>;
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const connections = ports.map(() => 0);
  const sockets = new Set<Socket>();
  let next = 0;
  const server = createServer((incoming) => {
    const place = next % ports.length;
    next += 1;
    connections[place] = (connections[place] ?? 0) + 1;
    const outgoing = connect(ports[place] ?? 0, '127.0.0.1');
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => sockets.delete(socket));
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
