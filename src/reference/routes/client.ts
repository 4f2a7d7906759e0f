import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, routeOf } from '../authentication.ts';
import { refuse } from '../errors.ts';
import { address, email, type Fields, readFields, telephoneNumber, texts } from '../fields.ts';
import type { Store } from '../store.ts';

type ClientRequest = FastifyRequest<{ Params: { id: string } }>;

const documented: Fields = {
  ...texts('title', 'firstName', 'lastName', 'companyName'),
  ...{ emailAddress: email, telephoneNumber, address },
};

/** Adds the operation of interface 4.2: changing a client. */
export function updateClient(app: FastifyInstance, store: Store, changeable = documented): void {
  // Runs before the body is read, since a request for a client that does not exist is answered 404 for any body.
  async function requireClient(request: ClientRequest, reply: FastifyReply) {
    const { id } = request.params;
    if (id.trim() === '') return refuse(reply, 400, 'The client identifier is missing.');
    const client = await store.readClient(callerOf(request).organisationId, id);
    return client === undefined ? refuse(reply, 404, absent) : undefined;
  }

  const { onRequest, ...route } = routeOf('updateClient');
  app.route<{ Params: { id: string } }>({
    ...route,
    onRequest: [...onRequest, requireClient],
    handler: async (request, reply) => {
      const fields = readFields(request.body, changeable);
      if (typeof fields === 'string') return refuse(reply, 400, fields);
      const { organisationId } = callerOf(request);
      const updated = await store.updateClient(organisationId, request.params.id, fields);
      return updated ?? refuse(reply, 404, absent);
    },
  });
}

const absent = 'There is no such client in this organisation.';
