import { isJsonObject, type JsonObject } from '../../reference/json.ts';
import { json, refusal } from '../answers.ts';
import type { Fault } from '../behaviour.ts';
import { mapJson, when } from '../behaviours.ts';
import { mapTexts, only } from '../client-behaviours.ts';
import { faultsUnseenByVerify } from '../fault.ts';
import { afterCreation } from '../own-organisations.ts';
import { all, by, on } from '../requests.ts';

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
    'email-of-organisation',
    "with the organisation's e-mail address as the user's",
    (created, user) => ({ ...created, user: { ...user, email: created.emailAddress ?? '' } }),
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
    'user-without-last-name',
    "with the user's last name empty",
    (created, user) => ({ ...created, user: { ...user, lastName: '' } }),
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
    'name-ascii-questioned',
    'with ? for the letters of its name that are not ASCII',
    (created) => ({ ...created, ...mapTexts(only(created, 'registeredName'), questioned) }),
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
    '/tradingName',
    'trading-name-registered',
    'with its registered name as its trading name',
    (created) => ({ ...created, tradingName: created.registeredName ?? '' }),
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
  ...(
    [
      ['/registeredName', 'renames-own', 'registeredName'],
      ['/subDomain', 'moves-own', 'subDomain'],
      ['/emailAddress', 'readdresses-own', 'emailAddress'],
    ] as const
  ).flatMap(([pointer, id, field]) =>
    faultsUnseenByVerify('organisation-is-callers', pointer, [
      `creation-${id}`,
      `A creation gives the caller's organisation the ${field} of the new one`,
      afterCreation((own, created) => json(200, { ...own, [field]: created[field] ?? null })),
    ]),
  ),
  ...faultsUnseenByVerify('get-organisation', '', [
    [
      'creation-takes-own-away',
      "After a creation the caller's organisation is answered 404",
      afterCreation(() => refusal(404)),
    ],
    [
      'creation-breaks-own',
      "After a creation the caller's organisation is answered 500",
      afterCreation(() => refusal(500)),
    ],
    [
      'creation-empties-own',
      "After a creation the caller's organisation is answered 200 with a word",
      afterCreation(() => json(200, 'created')),
    ],
  ]),
]);

function questioned(text: string): string {
  return text.replaceAll(/[^ -~]/gu, '?');
}
