import type { FastifyInstance } from 'fastify';
import { callerOf, requirePermission } from '../authentication.ts';
import { casesPath } from '../paths.ts';
import { permissionOf } from '../permissions.ts';
import type { Store } from '../store.ts';

/** Interface 4.5 says only that the operation exists. */
export function listCases(app: FastifyInstance, store: Store): void {
  app.get(casesPath, { onRequest: requirePermission(permissionOf.listCases) }, async (request) => ({
    cases: await store.listCases(callerOf(request).organisationId),
  }));
}
