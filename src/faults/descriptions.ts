import { stringify } from 'yaml';
import type { JsonObject } from '../reference/json.ts';

/** A description as a deployment might serve it, written apart from the one that the suite derives from. */
export function openApi(members: JsonObject = {}): JsonObject {
  return {
    openapi: '3.0.3',
    info: { title: 'Cases', version: '2.0' },
    paths: {
      '/api/v2/cases': { get: { responses: { '200': { description: 'The cases' } } } },
      '/api/v2/cases/{id}/data': { get: { responses: { '200': { description: 'The record' } } } },
      '/api/v2/org': { get: { responses: { '200': { description: 'The organisation' } } } },
    },
    ...members,
  };
}

/** A description as YAML. */
export function yaml(description: JsonObject): string {
  return stringify(description);
}
