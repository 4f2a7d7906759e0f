import type { FastifyInstance } from 'fastify';
import { callerOf, requirePermission } from '../authentication.ts';
import { casesPath } from '../paths.ts';
import { permissionOf } from '../permissions.ts';
import type { Store } from '../store.ts';

/**
 * Interface 4.5 says only that the operation exists.
 * @param pageSize - cases per page; undefined lists all
 */
export function listCases(app: FastifyInstance, store: Store, pageSize?: number): void {
  app.get<{ Querystring: { after?: string | string[] } }>(
    casesPath,
    { onRequest: requirePermission(permissionOf.listCases) },
    async (request, reply) => {
      const { organisationId } = callerOf(request);
      if (pageSize === undefined) return { cases: await store.listCases(organisationId) };
      const { after = '' } = request.query;
      // One more case shows whether there is another page.
      const found = await store.listCases(organisationId, { after: String(after), count: pageSize + 1 });
      const cases = found.slice(0, pageSize);
      const last = cases.at(-1);
      if (found.length > cases.length && last !== undefined)
        reply.header('Link', `<${casesPath}?after=${encodeURIComponent(last.caseId)}>; rel="next"`);
      return { cases };
    },
  );
}
