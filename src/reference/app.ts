import fastify, { type FastifyInstance } from 'fastify';
import { requireMember } from './authentication.ts';
import { readJsonBodies } from './body.ts';
import { answerConnectionError, answerError, refuse } from './errors.ts';
import { createOrganisation } from './routes/create-organisation.ts';
import { getCaseData } from './routes/get-case-data.ts';
import { getInterfaceDescription } from './routes/get-interface-description.ts';
import { getOrganisation } from './routes/get-organisation.ts';
import { listCases } from './routes/list-cases.ts';
import { refuseOtherMethods } from './routes/refuse-other-methods.ts';
import { updateClient } from './routes/update-client.ts';
import type { Store } from './store.ts';

export interface AppOptions {
  readonly store: Store;
  readonly description: unknown;
  readonly organisation: string;
}

const oneMebibyte = 1_048_576;

/** The service over HTTP. It is not yet ready, so hooks can still be added to it. */
export function createApp({ store, description, organisation }: AppOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: oneMebibyte,
    clientErrorHandler: answerConnectionError,
    forceCloseConnections: true,
    return503OnClosing: false,
    // A path that cannot be decoded would be answered before any hook, and so without credentials.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/'),
    // Otherwise Fastify loads its schema compilers, which is most of the work of a start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // No identifier is too long to be looked up: what is too long is absent.
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'There is nothing at this path.'));
  requireMember(app, store, organisation);
  readJsonBodies(app);

  getCaseData(app, store);
  listCases(app, store);
  updateClient(app, store);
  createOrganisation(app, store);
  getOrganisation(app, store);
  getInterfaceDescription(app, description);
  refuseOtherMethods(app);
  return app;
}

function isDecodable(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function noSchemas(): never {
  throw new Error('The routes of the reference implementation have no schemas.');
}
