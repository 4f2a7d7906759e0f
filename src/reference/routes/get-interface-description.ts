import type { FastifyInstance } from 'fastify';
import { interfaceDescriptionPath } from '../paths.ts';

/** Interface 1: the description is served here. */
export function getInterfaceDescription(app: FastifyInstance, description: unknown): void {
  app.get(interfaceDescriptionPath, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(description)),
  );
}
