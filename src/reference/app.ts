import type { FastifyInstance } from 'fastify';
import type { Addressing } from './addressing.ts';
import { requireMember } from './authentication.ts';
import type { Fields } from './fields.ts';
import { createOrganisation } from './routes/create-organisation.ts';
import { getCaseData } from './routes/get-case-data.ts';
import { getInterfaceDescription } from './routes/get-interface-description.ts';
import { getOrganisation } from './routes/get-organisation.ts';
import { listCases } from './routes/list-cases.ts';
import { refuseOtherMethods } from './routes/refuse-other-methods.ts';
import { updateClient } from './routes/update-client.ts';
import { createServer, type ServerOptions } from './server.ts';
import type { Store } from './store.ts';

export interface AppOptions {
  readonly store: Store;
  readonly description: unknown;
  readonly organisation: Addressing;
  readonly changeable?: Fields;
  readonly operation?: Operation | undefined;
}

/** How a service is operated. */
export interface Operation extends ServerOptions {}

/** The service over HTTP. It is not yet ready, so hooks can still be added to it. */
export function createApp({
  store,
  description,
  organisation,
  changeable,
  operation,
}: AppOptions): FastifyInstance {
  const app = createServer(operation);
  requireMember(app, store, organisation);

  getCaseData(app, store);
  listCases(app, store);
  updateClient(app, store, changeable);
  createOrganisation(app, store);
  getOrganisation(app, store);
  getInterfaceDescription(app, description);
  refuseOtherMethods(app);
  return app;
}
