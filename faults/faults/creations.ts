import { isJsonObject, type JsonObject } from '../../src/reference/json.ts';
import { json, refusal } from '../answers.ts';
import type { Fault } from '../behaviour.ts';
import { always, insteadOf, mapJson, when } from '../behaviours.ts';
import { sendsText } from '../client-behaviours.ts';
import { afterCreation } from '../request-history.ts';
import { all, by, type Condition, hasNoJson, objectIn, on } from '../requests.ts';
import { type FaultRow, faultsOf, wrongStatuses } from '../rows.ts';

const creations: Condition = all(on('createOrganisation'), by('member'));

const breaking: readonly (readonly [id: string, words: string, is: Condition])[] = [
  ['without-user', 'without user', (request) => !('user' in objectIn(request))],
  ['text-long', 'with a text of more than 255 characters', sendsText(/^.{256}/s)],
  ['wrong-no-json', 'from a body that is not JSON', hasNoJson],
  ['address-list', 'with an array for address', (request) => Array.isArray(objectIn(request).address)],
  ['null-member', 'with null for a member', (request) => Object.values(objectIn(request)).includes(null)],
];

const shownWrongly: readonly (readonly [
  pointer: string,
  id: string,
  words: string,
  show: (organisation: JsonObject, user: JsonObject) => JsonObject,
])[] = [
  [
    '/user/email',
    'user-is-caller',
    'with the caller instead of its first user',
    (created) => ({
      ...created,
      user: { firstName: 'Imogen', lastName: 'Hartley', email: 'imogen.hartley@hartleypenrose.example.com' },
    }),
  ],
  [
    '/data/user/email',
    'user-elsewhere-in-data',
    "in a wrapper, with another e-mail address as the user's",
    (created, user) => ({ data: { ...created, user: { ...user, email: 'admin@example.com' } } }),
  ],
];

export const creationFaults: readonly Fault[] = [
  // Faults: a payload, right or wrong, causes a server error.
  ...faultsOf(
    { requirement: 'create-organisation' },
    wrongStatuses('creation', 'Every creation is', [404, 500], (answer) => when(creations, always(answer))),
  ),
  // Unseen by `verify`, which sends no such payload, and none twice.
  ...faultsOf({ requirement: 'create-organisation', unseenBy: 'verify' }, [
    [
      'creation-twice-500',
      'A creation with a sub-domain that is taken is answered 500',
      when(creations, insteadOf(409, refusal(500))),
    ],
    ...breaking.map<FaultRow>(([id, words, is]) => [
      `creation-${id}-500`,
      `A creation ${words} is answered 500`,
      when(all(creations, is), always(refusal(500))),
    ]),
  ]),
  // Faults: another organisation than the requested one is created, or the caller's own is changed.
  ...shownWrongly.flatMap(([pointer, id, words, show]) =>
    faultsOf({ requirement: 'create-organisation', pointer, unseenBy: 'verify' }, [
      `creation-${id}`,
      `A creation is answered with the organisation ${words}`,
      when(
        creations,
        mapJson(201, (created) =>
          isJsonObject(created) && isJsonObject(created.user) ? show(created, created.user) : created,
        ),
      ),
    ]),
  ),
  ...faultsOf({ requirement: 'organisation-is-callers', unseenBy: 'verify' }, [
    'creation-becomes-own',
    "A new organisation is the caller's",
    afterCreation((_, created) => json(200, created)),
  ]),
  ...faultsOf({ requirement: 'organisation-is-callers', pointer: '/registeredName', unseenBy: 'verify' }, [
    'creation-renames-own',
    "A creation gives the caller's organisation the registeredName of the new one",
    afterCreation((own, { registeredName = null }) => json(200, { ...own, registeredName })),
  ]),
  ...faultsOf({ requirement: 'organisation-is-callers', pointer: '/telephoneNumber', unseenBy: 'verify' }, [
    'creation-gives-own-telephone',
    "A creation gives the caller's organisation the telephone number of the new one",
    afterCreation((own, { telephoneNumber = null }) => json(200, { ...own, telephoneNumber })),
  ]),
  ...faultsOf({ requirement: 'get-organisation' }, [
    'creation-takes-own-away',
    "After a creation, the caller's organisation is answered 404",
    afterCreation(() => refusal(404)),
  ]),
];
