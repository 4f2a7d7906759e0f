import type { FastifyInstance } from 'fastify';
import { refuse } from '../errors.ts';
import { interfaceDescription, operations } from '../operations.ts';

export function refuseOtherMethods(app: FastifyInstance): void {
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
