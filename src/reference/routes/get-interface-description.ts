import type { FastifyInstance } from 'fastify';
import { serveFixed } from '../fixed-content.ts';
import { interfaceDescriptionPath } from '../paths.ts';

/** Interface 1. */
export function getInterfaceDescription(app: FastifyInstance, description: unknown): void {
  serveFixed(app, interfaceDescriptionPath, {
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(description),
  });
}
