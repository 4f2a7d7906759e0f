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
import { createServer } from './server.ts';
import type { Store } from './store.ts';

export interface AppOptions {
  readonly store: Store;
  readonly description: unknown;
  readonly organisation: Addressing;
  readonly changeable?: Fields;
}

/** The service over HTTP. It is not yet ready, so hooks can still be added to it. */
export function createApp({ store, description, organisation, changeable }: AppOptions): FastifyInstance {
  const app = createServer();
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
