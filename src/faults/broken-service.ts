import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Behaviour, ServiceRequest } from './behaviour.ts';
import { type OwnReference, openOwnReference } from './own-reference.ts';
import { comesTooLate, write } from './writing.ts';

/** A service with a given behaviour on a separate port. */
export interface RunningService {
  readonly baseUrl: string;
  /**
   * Ends the service with all its connections.
   * @throws what the behaviour threw, if it did: a bug in the behaviour, which must not pass for an answer
   */
  readonly close: () => Promise<void>;
}

/**
 * Starts a service with this behaviour on 127.0.0.1.
 * @param reference - what it holds; by default the demo organisations
 * @param wantedPort - 0 for any free port
 */
export async function startService(
  behaviour: Behaviour,
  reference: OwnReference = openOwnReference(),
  wantedPort = 0,
): Promise<RunningService> {
  const mistakes: unknown[] = [];
  const server = createServer((incoming, outgoing) => {
    if (comesTooLate(incoming.socket)) {
      incoming.socket.resetAndDestroy();
      return;
    }
    requestOf(incoming)
      .then(async (request) => write(await behaviour(request, reference.answer), outgoing))
      .catch((error: unknown) => {
        // A caller that disconnects before the end of its request is not a bug of the behaviour.
        if (incoming.complete) mistakes.push(error);
        outgoing.destroy();
      });
  });
  server.listen(wantedPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await reference.close();
      if (mistakes.length > 0) throw mistakes[0];
    },
  };
}

async function requestOf(incoming: IncomingMessage): Promise<ServiceRequest> {
  const { method = 'GET', url = '/', headers, headersDistinct } = incoming;
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const { authorization: authorizations = [] } = headersDistinct;
  return {
    method,
    path: url,
    headers: Object.fromEntries(texts),
    authorizations,
    body: await text(incoming),
  };
}
