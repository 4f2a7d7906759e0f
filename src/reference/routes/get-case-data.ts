import type { FastifyInstance } from 'fastify';
import { callerOf, requirePermission } from '../authentication.ts';
import { refuse } from '../errors.ts';
import { caseDataPath } from '../paths.ts';
import { permissionOf } from '../permissions.ts';
import type { Store } from '../store.ts';

/** Interface 4.1. */
export function getCaseData(app: FastifyInstance, store: Store): void {
  app.get<{ Params: { id: string } }>(
    caseDataPath,
    { onRequest: requirePermission(permissionOf.getCaseData) },
    async (request, reply) => {
      const { id } = request.params;
      // A proxy may merge the slashes around an empty segment, but pass on a blank one.
      if (id.trim() === '') {
        return refuse(reply, 400, 'The case identifier is missing.');
      }
      const record = await store.readCase(callerOf(request).organisationId, id);
      return record === undefined
        ? refuse(reply, 404, 'There is no such case in this organisation.')
        : reply.type('application/json; charset=utf-8').send(record);
    },
  );
}
