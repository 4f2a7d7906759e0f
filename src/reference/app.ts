import type { FastifyInstance } from 'fastify';
import type { Addressing } from './addressing.ts';
import { requireMember } from './authentication.ts';
import { type DocPage, getInterfaceDescription, serveDocPage } from './doc-page.ts';
import type { Fields } from './fields.ts';
import type { RateLimit } from './rate-limit.ts';
import { getCaseData, listCases } from './routes/cases.ts';
import { updateClient } from './routes/client.ts';
import { createOrganisation, getOrganisation } from './routes/organisation.ts';
import { refuseOtherMethods } from './routes/refuse-other-methods.ts';
import { createServer, type ServerOptions } from './server.ts';
import type { Store } from './store.ts';

export interface AppOptions {
  readonly store: Store;
  readonly description: unknown;
  readonly organisation: Addressing;
  readonly changeable?: Fields;
  readonly operation?: Operation | undefined;
}

export interface Operation extends ServerOptions {
  /** Cases per page of the list; undefined lists all. */
  readonly pageSize?: number | undefined;
  readonly rateLimit?: RateLimit | undefined;
  readonly docPage?: DocPage | undefined;
}

/** The service over HTTP. It is not ready yet, so hooks can still be added. */
export async function createApp({
  store,
  description,
  organisation,
  changeable,
  operation = {},
}: AppOptions): Promise<FastifyInstance> {
  const app = createServer(operation);
  requireMember(app, store, organisation);
  await operation.rateLimit?.(app);

  getCaseData(app, store);
  listCases(app, store, operation.pageSize);
  updateClient(app, store, changeable);
  createOrganisation(app, store);
  getOrganisation(app, store);
  getInterfaceDescription(app, description);
  if (operation.docPage !== undefined) serveDocPage(app, operation.docPage);
  refuseOtherMethods(app);
  return app;
}
