import type { JsonObject } from '../src/reference/json.ts';
import { json } from './answers.ts';
import type { Behaviour, ServiceAnswer } from './behaviour.ts';
import { always, when } from './behaviours.ts';
import { on } from './requests.ts';

/** A description as a deployment might serve it, written independently of the suite's own. */
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

/** A description with this version. */
export function ofVersion(version: string): JsonObject {
  return openApi({ info: { title: 'Cases', version } });
}

/** A description in OpenAPI 2.0 with this base path. */
export function swagger(basePath: string, paths: JsonObject): JsonObject {
  return { swagger: '2.0', info: { title: 'Cases', version: '2.0' }, basePath, paths };
}

/** A service that gives this answer to requests for its description. */
export function serving(answer: ServiceAnswer): Behaviour {
  return when(on('getInterfaceDescription'), always(answer));
}

/** A service that serves this description as JSON. */
export function describing(description: JsonObject): Behaviour {
  return serving(json(200, description));
}
