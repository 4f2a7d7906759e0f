import type { FastifyInstance } from 'fastify';
import type { Addressing } from './addressing.ts';
import { requireMember } from './authentication.ts';
import { type Demo, type OrganisationName, seedDemo } from './demo.ts';
import { type DocPage, getInterfaceDescription, serveDocPage } from './doc-page.ts';
import { refuse } from './errors.ts';
import type { Fields } from './fields.ts';
import { interfaceDescription, operations } from './operations.ts';
import type { RateLimit } from './rate-limit.ts';
import { getCaseData, listCases } from './routes/cases.ts';
import { updateClient } from './routes/client.ts';
import { createOrganisation, getOrganisation } from './routes/organisation.ts';
import { createServer, type LocalServer, localServer, type ServerOptions } from './server.ts';
import { openStore, type Store } from './store.ts';

export interface Operation extends ServerOptions {
  /** The number of cases on each page of the list. If undefined, the list has one page. */
  readonly pageSize?: number | undefined;
  readonly rateLimit?: RateLimit | undefined;
  readonly docPage?: DocPage | undefined;
}

export interface ReferenceOptions {
  readonly description: unknown;
  /** The sub-domain of the only organisation, or the domain below which each organisation has its host. */
  readonly organisation: Addressing;
  /** The fields of a client that can be changed. Default: those of interface 4.2. */
  readonly changeable?: Fields;
  readonly operation?: Operation | undefined;
}

/** A running service. Closing it closes the database after the last answer. */
export interface Reference extends LocalServer {
  readonly app: FastifyInstance;
  readonly store: Store;
}

/** Opens the reference implementation on a store. If that fails, the store is closed. */
export async function openReference(store: Store, options: ReferenceOptions): Promise<Reference> {
  const app = await createApp(store, options).catch(async (error) => {
    await store.close();
    throw error;
  });
  app.addHook('onClose', () => store.close());
  return { app, store, ...localServer(app) };
}

export async function openSeededReference(
  demo: Demo,
  description: unknown,
  organisation: OrganisationName = 'demo',
): Promise<Reference> {
  const reference = await openReference(await openStore(':memory:'), { description, organisation });
  await seedDemo(reference.store, demo);
  return reference;
}

async function createApp(
  store: Store,
  { description, organisation, changeable, operation = {} }: ReferenceOptions,
): Promise<FastifyInstance> {
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

function refuseOtherMethods(app: FastifyInstance): void {
  const all = [...Object.values(operations), interfaceDescription];
  for (const [url, ofPath] of Map.groupBy(all, (operation) => operation.url)) {
    const allowed = ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.route({
      url,
      method: app.supportedMethods.filter((method) => !allowed.includes(method)),
      // `onRequest` runs before the body is read, whose form does not matter here.
      onRequest: async (_request, reply) => {
        reply.header('Allow', allowed.join(', '));
        return refuse(reply, 405, `This path has the methods ${allowed.join(', ')}.`);
      },
      handler: async () => undefined,
    });
  }
}
