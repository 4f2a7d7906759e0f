import type { JsonObject } from '../reference/json.ts';
import type { Behaviour, ServiceAnswer } from './behaviour.ts';
import { ownMemory } from './behaviours.ts';
import { recordIn } from './client-behaviours.ts';
import { all, by, on } from './requests.ts';

/**
 * A service that gives the member a wrong answer about their own organisation after one was created.
 * @param answer - made from the member's organisation and the latest created one
 */
export function afterCreation(answer: (own: JsonObject, created: JsonObject) => ServiceAnswer): Behaviour {
  const memoryOf = ownMemory((): { last?: JsonObject } => ({}));
  return async (request, reference) => {
    const given = await reference(request);
    const memory = memoryOf(reference);
    if (on('createOrganisation')(request) && given.status === 201) memory.last = recordIn(given);
    const isOwn = all(on('getOrganisation'), by('member'))(request);
    return isOwn && memory.last !== undefined ? answer(recordIn(given), memory.last) : given;
  };
}
