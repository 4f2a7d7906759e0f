import type { FastifyInstance } from 'fastify';
import { callerOf, routeOf } from '../authentication.ts';
import { refuse } from '../errors.ts';
import { operations } from '../operations.ts';
import type { Store } from '../store.ts';

/** Adds the operation of interface 4.1: reading a case record. */
export function getCaseData(app: FastifyInstance, store: Store): void {
  app.route<{ Params: { id: string } }>({
    ...routeOf('getCaseData'),
    handler: async (request, reply) => {
      const { id } = request.params;
      // A client that leaves the identifier out sends `%20`: a proxy may merge the slashes around an empty segment.
      if (id.trim() === '') return refuse(reply, 400, 'The case identifier is missing.');
      const record = await store.readCase(callerOf(request).organisationId, id);
      return record === undefined
        ? refuse(reply, 404, 'There is no such case in this organisation.')
        : reply.type('application/json; charset=utf-8').send(record);
    },
  });
}

/**
 * Adds the list of cases. Interface 4.5 says only that the operation exists, so the form of its answer is our own.
 * @param pageSize - the number of cases on each page; undefined for one page
 */
export function listCases(app: FastifyInstance, store: Store, pageSize?: number): void {
  app.route<{ Querystring: { after?: string | string[] } }>({
    ...routeOf('listCases'),
    handler: async (request, reply) => {
      const { organisationId } = callerOf(request);
      if (pageSize === undefined) return { cases: await store.listCases(organisationId) };
      const { after = '' } = request.query;
      // One more case than a page has is read, to see whether there is another page.
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
