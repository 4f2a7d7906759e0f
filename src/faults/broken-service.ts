import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Behaviour, ServiceRequest } from './behaviour.ts';
import { type OwnReference, openOwnReference } from './own-reference.ts';
import { comesTooLate, write } from './writing.ts';

/** A service that behaves in a given way, on a port of its own. */
export interface RunningService {
  readonly baseUrl: string;
  /**
   * Ends the service with all its connections.
   * @throws what the behaviour threw, if it did: a mistake in the behaviour, which nobody may take for an answer
   */
  readonly close: () => Promise<void>;
}

/**
 * Starts a service on 127.0.0.1 that behaves as told.
 * @param reference - what it holds: the demo organisations, where nothing is said
 * @param wantedPort - 0 for any that is free
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
        // A caller who goes away before the request has ended is no mistake of the behaviour.
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
