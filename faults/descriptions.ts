import type { JsonObject } from '../src/reference/json.ts';
import { json } from './answers.ts';
import type { Behaviour, ServiceAnswer } from './behaviour.ts';
import { when } from './behaviours.ts';
import { on } from './requests.ts';

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

export function ofVersion(version: string): JsonObject {
  return openApi({ info: { title: 'Cases', version } });
}

export function swagger(basePath: string, paths: JsonObject): JsonObject {
  return { swagger: '2.0', info: { title: 'Cases', version: '2.0' }, basePath, paths };
}

export function serving(answer: ServiceAnswer): Behaviour {
  return when(on('getInterfaceDescription'), answer);
}

export function describing(description: JsonObject): Behaviour {
  return serving(json(200, description));
}
