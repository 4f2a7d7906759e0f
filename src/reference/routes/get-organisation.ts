import type { FastifyInstance } from 'fastify';
import { callerOf, requirePermission } from '../authentication.ts';
import { refuse } from '../errors.ts';
import { organisationPath } from '../paths.ts';
import { permissionOf } from '../permissions.ts';
import type { Store } from '../store.ts';

/** Interface 4.4. */
export function getOrganisation(app: FastifyInstance, store: Store): void {
  app.get(
    organisationPath,
    { onRequest: requirePermission(permissionOf.getOrganisation) },
    async (request, reply) => {
      const organisation = await store.readOrganisation(callerOf(request).organisationId);
      return organisation ?? refuse(reply, 404, 'There is no such organisation.');
    },
  );
}
