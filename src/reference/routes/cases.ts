import type { FastifyInstance } from 'fastify';
import { callerOf, routeOf } from '../authentication.ts';
import { refuse } from '../errors.ts';
import { operations } from '../operations.ts';
import type { Store } from '../store.ts';

/** Interface 4.1. */
export function getCaseData(app: FastifyInstance, store: Store): void {
  app.route<{ Params: { id: string } }>({
    ...routeOf('getCaseData'),
    handler: async (request, reply) => {
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
  });
}

/**
 * Interface 4.5 says only that the operation exists.
 * @param pageSize - cases per page; undefined lists all
 */
export function listCases(app: FastifyInstance, store: Store, pageSize?: number): void {
  app.route<{ Querystring: { after?: string | string[] } }>({
    ...routeOf('listCases'),
    handler: async (request, reply) => {
      const { organisationId } = callerOf(request);
      if (pageSize === undefined) return { cases: await store.listCases(organisationId) };
      const { after = '' } = request.query;
      // One more case shows whether there is another page.
      const found = await store.listCases(organisationId, { after: String(after), count: pageSize + 1 });
      const cases = found.slice(0, pageSize);
      const last = cases.at(-1);
      if (found.length > cases.length && last !== undefined)
        reply.header(
          'Link',
          `<${operations.listCases.url}?after=${encodeURIComponent(last.caseId)}>; rel="next"`,
        );
      return { cases };
    },
  });
}
