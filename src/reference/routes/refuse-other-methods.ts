import type { FastifyInstance } from 'fastify';
import { refuse } from '../errors.ts';
import type * as paths from '../paths.ts';
import { caseDataPath, casesPath, clientPath, interfaceDescriptionPath, organisationPath } from '../paths.ts';

const allowed: Readonly<Record<(typeof paths)[keyof typeof paths], readonly string[]>> = {
  [caseDataPath]: ['GET', 'HEAD'],
  [casesPath]: ['GET', 'HEAD'],
  [clientPath]: ['PATCH'],
  [organisationPath]: ['GET', 'HEAD', 'POST'],
  [interfaceDescriptionPath]: ['GET', 'HEAD'],
};

/** Answers 405 to methods that a path does not have. */
export function refuseOtherMethods(app: FastifyInstance): void {
  for (const [url, methods] of Object.entries(allowed)) {
    app.route({
      url,
      method: app.supportedMethods.filter((method) => !methods.includes(method)),
      // Before the body is read, so its form does not matter.
      onRequest: async (_request, reply) => {
        reply.header('Allow', methods.join(', '));
        return refuse(reply, 405, `This path has the methods ${methods.join(', ')}.`);
      },
      handler: async () => undefined,
    });
  }
}
