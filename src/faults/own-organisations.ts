import { isJsonObject, type Json, type JsonObject } from '../reference/json.ts';
import type { Behaviour, ServiceAnswer } from './behaviour.ts';
import { all, by, on } from './requests.ts';

/**
 * A service that, once an organisation was created, answers the member otherwise about their own.
 * @param answer - made from their own organisation, and the one that was created last
 */
export function afterCreation(answer: (own: JsonObject, created: JsonObject) => ServiceAnswer): Behaviour {
  // A service has one reference function of its own, so that services do not see each other's organisations.
  const created = new WeakMap<Parameters<Behaviour>[1], JsonObject>();
  return async (request, reference) => {
    const given = await reference(request);
    if (on('createOrganisation')(request) && given.status === 201) created.set(reference, objectOf(given));
    const last = created.get(reference);
    const isOwn = all(on('getOrganisation'), by('member'))(request);
    return isOwn && last !== undefined ? answer(objectOf(given), last) : given;
  };
}

function objectOf({ body }: ServiceAnswer): JsonObject {
  const value: Json = JSON.parse(body);
  if (!isJsonObject(value)) throw new Error('The reference answers an organisation with a record.');
  return value;
}
