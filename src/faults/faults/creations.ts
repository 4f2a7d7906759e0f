import { isJsonObject, type JsonObject } from '../../reference/json.ts';
import { json, page, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { always, insteadOf, mapJson, when } from '../behaviours.ts';
import { namesIn } from '../catalogue/table.ts';
import { mapTexts, only, sendsText } from '../client-behaviours.ts';
import { type FaultRow, faultsOf, faultsUnseenByVerify, kebab, wrongStatuses } from '../fault.ts';
import { afterCreation } from '../own-organisations.ts';
import { all, by, type Condition, hasNoJson, hasNoObject, not, objectIn, on } from '../requests.ts';

/** The fields of the payload, and of its first user (interface 2.4). */
const fields = namesIn(
  `type registeredName registrationNumber sraIDNumber tradingName vatNumber websiteAddress telephoneNumber
   emailAddress companyLogoUrl subDomain address user`,
);

/** Creations by the member. */
const creations: Condition = all(on('createOrganisation'), by('member'));

/** Legal texts that a service fails on. */
const failings: readonly (readonly [id: string, words: string, form: RegExp])[] = [
  ['letters', 'letters beyond ASCII', /[^\0-\u007f]/],
  ['long', 'more than 255 characters', /^.{256}/s],
  ['empty', 'no characters', /^$/],
];

/** Wrong bodies that services break on. */
const wrongPayloads: readonly (readonly [id: string, words: string, isMeant: Condition])[] = [
  ['no-json', 'from a body that is no JSON', hasNoJson],
  ['no-object', 'from a body that is no object', hasNoObject],
];

/** Services that fail on a payload, right or wrong. */
export const creationFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('create-organisation', '', [
    ...wrongStatuses('creation', 'Every creation is', [404, 500], (answer) => failing(creations, answer)),
    [
      'creation-502-page',
      'Every creation is answered 502 with a page of HTML',
      failing(creations, page(502)),
    ],
    [
      'creation-done-and-500',
      'Every creation is done, and answered 500',
      when(creations, insteadOf(201, refusal(500))),
    ],
    [
      'creation-full-500',
      'A creation with every field is answered 500',
      failing(all(creations, not(lacking(fields))), refusal(500)),
    ],
  ]),
  // No interaction sends a payload that leaves out a field or is repeated.
  ...faultsUnseenByVerify('create-organisation', '', [
    [
      'creation-twice-500',
      'A creation with a sub-domain that is taken is answered 500',
      when(creations, insteadOf(409, refusal(500))),
    ],
    ...['vatNumber', 'user'].map<FaultRow>((field) => [
      `creation-without-${kebab(field)}-500`,
      `A creation that leaves ${field} out is answered 500`,
      failing(all(creations, lacking([field])), refusal(500)),
    ]),
    [
      'creation-without-user-bio-500',
      'A creation whose first user has no bio is answered 500',
      failing(all(creations, userLacking('bio')), refusal(500)),
    ],
    ...failings.map<FaultRow>(([id, words, form]) => [
      `creation-text-${id}-500`,
      `A creation with a text of ${words} is answered 500`,
      failing(all(creations, sendsText(form)), refusal(500)),
    ]),
    ...wrongPayloads.map<FaultRow>(([id, words, isMeant]) => [
      `creation-wrong-${id}-500`,
      `A creation ${words} is answered 500`,
      failing(all(creations, isMeant), refusal(500)),
    ]),
    [
      'creation-user-empty-500',
      'A creation whose first user is an empty object is answered 500',
      failing(all(creations, holdsEmpty('user')), refusal(500)),
    ],
  ]),
]);

function failing(condition: Condition, answer: ServiceAnswer): Behaviour {
  return when(condition, always(answer));
}

/** Payloads that leave out one of the fields. */
function lacking(names: readonly string[]): Condition {
  return (request) => names.some((name) => !Object.hasOwn(objectIn(request), name));
}

/** Payloads whose first user leaves out this field. */
function userLacking(name: string): Condition {
  return (request) => {
    const { user } = objectIn(request);
    return isJsonObject(user) && !Object.hasOwn(user, name);
  };
}

/** Payloads in which this object exists and is empty. */
function holdsEmpty(name: string): Condition {
  return (request) => {
    const object = objectIn(request)[name];
    return isJsonObject(object) && Object.keys(object).length === 0;
  };
}

/** Wrong values that services show of a new organisation or its first user. */
const shownWrongly: readonly (readonly [
  pointer: string,
  id: string,
  words: string,
  show: (organisation: JsonObject, user: JsonObject) => JsonObject,
])[] = [
  [
    '/user/firstName',
    'names-swapped',
    'with first and last name exchanged',
    (created, { firstName = '', lastName = '', ...user }) => ({
      ...created,
      user: { ...user, firstName: lastName, lastName: firstName },
    }),
  ],
  [
    '/user/email',
    'user-is-caller',
    'with the caller in place of its first user',
    (created) => ({
      ...created,
      user: { firstName: 'Imogen', lastName: 'Hartley', email: 'imogen.hartley@hartleypenrose.example.com' },
    }),
  ],
  [
    '/user/lastName',
    'user-ascii-questioned',
    "with ? for the letters of the user's names that are not ASCII",
    (created, user) => ({
      ...created,
      user: { ...user, ...mapTexts(only(user, 'firstName', 'lastName'), questioned) },
    }),
  ],
  [
    '/registeredName',
    'name-cut',
    'with its name cut to 30 characters',
    (created) => ({
      ...created,
      ...mapTexts(only(created, 'registeredName'), (name) => name.slice(0, 30)),
    }),
  ],
  [
    '/data/user/email',
    'user-elsewhere-in-data',
    "in a wrapper, with another e-mail address as the user's",
    (created, user) => ({ data: { ...created, user: { ...user, email: 'admin@example.com' } } }),
  ],
];

/** Services that create something other than requested, or change the caller's organisation as well. */
export const createdOrganisationFaults: readonly Fault[] = Object.freeze([
  ...shownWrongly.flatMap(([pointer, id, words, show]) =>
    faultsUnseenByVerify('create-organisation', pointer, [
      `creation-${id}`,
      `A creation is answered with the organisation ${words}`,
      when(
        all(on('createOrganisation'), by('member')),
        mapJson(201, (created) =>
          isJsonObject(created) && isJsonObject(created.user) ? show(created, created.user) : created,
        ),
      ),
    ]),
  ),
  ...faultsUnseenByVerify('organisation-is-callers', '', [
    [
      'creation-becomes-own',
      "An organisation that is created is from then on the caller's",
      afterCreation((_, created) => json(200, created)),
    ],
    [
      'creation-identifies-own',
      "The caller's organisation has the identifier of the one that was created last",
      afterCreation((own, created) => json(200, { ...own, id: created.id ?? null })),
    ],
  ]),
  ...faultsUnseenByVerify('organisation-is-callers', '/registeredName', [
    'creation-renames-own',
    "A creation gives the caller's organisation the registeredName of the new one",
    afterCreation((own, { registeredName = null }) => json(200, { ...own, registeredName })),
  ]),
  ...faultsUnseenByVerify('get-organisation', '', [
    [
      'creation-takes-own-away',
      "After a creation the caller's organisation is answered 404",
      afterCreation(() => refusal(404)),
    ],
  ]),
]);

function questioned(text: string): string {
  return text.replaceAll(/[^ -~]/gu, '?');
}
