import { isJsonObject } from '../../reference/json.ts';
import { empty, json, page, redirect, refusal } from '../answers.ts';
import type { Behaviour, ServiceAnswer, Variant } from '../behaviour.ts';
import { always, insteadOf, together, when, withHeaders } from '../behaviours.ts';
import { all, by, objectIn, on } from '../requests.ts';
import { type VariantRow, variantsWith } from '../variant.ts';

const variantsOf = variantsWith({ operations: ['createOrganisation'] });

/** Fields of a payload that a service may well want (interface 2.4). */
const wanted = ['type', 'registeredName', 'subDomain', 'emailAddress', 'address', 'user'];

/** Services that answer otherwise where an organisation is created, and nowhere else. */
export const creationVariants: readonly Variant[] = Object.freeze([
  ...variantsOf('create-organisation-answer', [
    ['creation-200', 'A creation is answered 200 without a body', creating(empty(200))],
    ['creation-202', 'A creation is answered 202 with where to look', creating(json(202, { job: 7 }))],
    ['creation-204', 'A creation is answered 204', creating(empty(204))],
    ['creation-201-page', 'A creation is answered 201 with HTML', creating(page(201))],
    [
      'creation-201-location',
      'A creation is answered 201 with its place alone',
      together(
        creating(empty(201)),
        when(on('createOrganisation'), withHeaders({ location: '/api/v2/org' })),
      ),
    ],
  ]),
  ...variantsOf('organisation-payload-required', [
    ...wanted.map(
      (field): VariantRow => [
        `creation-wants-${field.toLowerCase()}`,
        `A creation without ${field} is answered 400`,
        refusingCreations((payload) => !(field in payload), refusal(400)),
      ],
    ),
    [
      'creation-wants-all',
      'A creation that leaves anything out is answered 422',
      refusingCreations(
        (payload) => {
          const { user } = payload;
          return Object.keys(payload).length < 13 || !isJsonObject(user) || Object.keys(user).length < 10;
        },
        json(422, { errors: [] }),
      ),
    ],
  ]),
  ...variantsOf('update-and-create-errors', [
    ['creation-twice-400', 'A sub-domain that is taken is answered 400', toTaken(refusal(400))],
    ['creation-twice-422', 'A sub-domain that is taken is answered 422', toTaken(json(422, []))],
    ['creation-twice-200', 'A sub-domain may be had twice', toTaken(json(200, {}))],
    ['creation-400', 'Every creation is answered 400', refusingCreations(() => true, empty(400))],
    ['creation-403', 'Every creation is answered 403', refusingCreations(() => true, refusal(403))],
    ['creation-302', 'Every creation is redirected', refusingCreations(() => true, redirect(302, '/signup'))],
  ]),
]);

function creating(answer: ServiceAnswer): Behaviour {
  return when(on('createOrganisation'), insteadOf(201, answer));
}

/** The member is answered so where the payload is as meant. */
function refusingCreations(
  isMeant: (payload: ReturnType<typeof objectIn>) => boolean,
  answer: ServiceAnswer,
): Behaviour {
  return when(
    all(on('createOrganisation'), by('member'), (request) => isMeant(objectIn(request))),
    always(answer),
  );
}

function toTaken(answer: ServiceAnswer): Behaviour {
  return when(on('createOrganisation'), insteadOf(409, answer));
}
