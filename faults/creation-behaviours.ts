import type { Json, JsonObject } from '../src/reference/json.ts';
import type { Behaviour, ServiceAnswer } from './behaviour.ts';
import { mapObject, perService, when } from './behaviours.ts';
import { recordIn } from './client-behaviours.ts';
import { all, by, type Condition, on } from './requests.ts';

export const creations: Condition = by('member', 'createOrganisation');

/** A description of the member. The first user of a created organisation is another person. */
export const creator: JsonObject = {
  firstName: 'Imogen',
  lastName: 'Hartley',
  email: 'imogen.hartley@hartleypenrose.example.com',
};

export function showingCreated(show: (created: JsonObject) => Json): Behaviour {
  return when(on('createOrganisation'), mapObject(201, show));
}

/** Changes how a caller's organisation is shown after the member has created another organisation. */
export function afterCreation(
  answer: (own: JsonObject, created: JsonObject) => ServiceAnswer,
  caller: 'member' | 'outsider' = 'member',
): Behaviour {
  return perService(() => {
    let created: JsonObject | undefined;
    return async (request, reference) => {
      const given = await reference(request);
      if (on('createOrganisation')(request) && given.status === 201) created = recordIn(given);
      const isOwn = all(on('getOrganisation'), by(caller))(request);
      return isOwn && created !== undefined ? answer(recordIn(given), created) : given;
    };
  });
}
