import type { Json } from '../../src/reference/json.ts';
import { json, refusal } from '../answers.ts';
import type { Fault, ServiceRequest } from '../behaviour.ts';
import { always, answering, everyNth, insteadOf, perService, when } from '../behaviours.ts';
import { recordIn, sendsText } from '../client-behaviours.ts';
import { afterCreation, creations, creator, showingCreated } from '../creation-behaviours.ts';
import { by, type Condition, hasNoJson, objectIn } from '../requests.ts';
import { byId, type Entry, faultsOf, wrongStatuses } from '../rows.ts';

const breaking: readonly Entry<[is: Condition]>[] = [
  ['without-user', 'without user', (request) => !('user' in objectIn(request))],
  ['text-long', 'with a text of more than 255 characters', sendsText(/^.{256}/s)],
  ['wrong-no-json', 'from a body that is not JSON', hasNoJson],
  ['address-list', 'with an array for address', (request) => Array.isArray(objectIn(request).address)],
  ['same-email', 'with one e-mail address for both', hasOneEmail],
  [
    'line-3-alone',
    'with line_3 without line_2',
    ({ body }) => /"line_3"/.test(body) && !/"line_2"/.test(body),
  ],
  ['null-member', 'with null for a member', (request) => Object.values(objectIn(request)).includes(null)],
];

function hasOneEmail(request: ServiceRequest): boolean {
  const { emailAddress, user } = objectIn(request);
  return emailAddress !== undefined && Object(user).email === emailAddress;
}

export const creationFaults: readonly Fault[] = [
  // Faults: a payload, right or wrong, is answered with a wrong status.
  ...faultsOf({ requirement: 'create-organisation' })(
    wrongStatuses('creation', 'Every creation is', [404, 415, 500], answering(creations)),
  ),
  // Unseen by `verify`, which sends neither a wrong payload nor a payload twice.
  ...faultsOf({ requirement: 'create-organisation', unseenBy: 'verify' })({
    'creation-twice-500': [
      'A creation with a sub-domain that is taken is answered 500',
      when(creations, insteadOf(409, refusal(500))),
    ],
    'creation-refuses-line-3': [
      'A creation with a third line of the address is answered 400',
      when(creations, (request) => /"line_3"/.test(request.body), refusal(400)),
    ],
    ...byId(
      breaking.map(([id, words, is]) => [
        `creation-${id}-500`,
        `A creation ${words} is answered 500`,
        when(creations, is, refusal(500)),
      ]),
    ),
  }),
  // Faults: another organisation than the requested one is created, or the caller's own is changed.
  ...faultsOf({ requirement: 'create-organisation', pointer: '/user/email', unseenBy: 'verify' })(
    'creation-user-is-caller',
    'A creation shows the caller as the first user of the organisation',
    showingCreated((created) => ({ ...created, user: creator })),
  ),
  ...faultsOf({ requirement: 'create-organisation', pointer: '/data/user/email', unseenBy: 'verify' })(
    'creation-user-elsewhere-in-data',
    'A creation shows the organisation in a wrapper, with another e-mail address of its first user',
    showingCreated(({ user, ...organisation }) => ({
      data: { ...organisation, user: { ...Object(user), email: 'admin@example.com' } },
    })),
  ),
  ...faultsOf({ requirement: 'create-organisation', pointer: '/registeredName', unseenBy: 'verify' })(
    'creation-repeats-first',
    'Each creation is answered with the organisation that was created first',
    perService(() => {
      let first: Json | undefined;
      return showingCreated((created) => {
        first ??= created;
        return first;
      });
    }),
  ),
  ...faultsOf({ requirement: 'create-organisation', pointer: '/address/county', unseenBy: 'verify' })(
    'creation-swaps-lines',
    'A creation shows the town of the address as county, and the county as town',
    showingCreated(({ address, ...created }) => {
      const { post_town = null, county = null, ...lines } = Object(address);
      return { ...created, address: { ...lines, post_town: county, county: post_town } };
    }),
  ),
  ...faultsOf({ requirement: 'organisation-is-callers', unseenBy: 'verify' })(
    'creation-becomes-own',
    "A new organisation is the caller's",
    afterCreation((_, created) => json(200, created)),
  ),
  ...faultsOf({ requirement: 'organisation-is-callers', pointer: '/subDomain', unseenBy: 'verify' })(
    'creation-becomes-outsiders',
    'A user of another organisation is given the record of a new organisation',
    afterCreation((_, created) => json(200, created), 'outsider'),
  ),
  ...faultsOf({ requirement: 'organisation-is-callers', pointer: '/registeredName', unseenBy: 'verify' })(
    'creation-renames-own',
    "A creation gives the caller's organisation the registeredName of the new one",
    afterCreation((own, { registeredName = null }) => json(200, { ...own, registeredName })),
  ),
  ...faultsOf({ requirement: 'organisation-is-callers', pointer: '/subDomain', unseenBy: 'verify' })(
    'creation-writes-over-own',
    "A creation under the registered name of the caller's organisation changes that organisation",
    perService(() => {
      let written = {};
      return async (request, reference) => {
        const given = await reference(request);
        const { registeredName } = objectIn(request);
        if (creations(request) && registeredName === 'Hartley Penrose Conveyancing Limited')
          written = objectIn(request);
        return by('member', 'getOrganisation')(request)
          ? json(200, { ...recordIn(given), ...written })
          : given;
      };
    }),
  ),
  ...faultsOf({ requirement: 'organisation-is-callers', pointer: '/telephoneNumber', unseenBy: 'verify' })(
    'creation-gives-own-telephone',
    "A creation gives the caller's organisation the telephone number of the new one",
    afterCreation((own, { telephoneNumber = null }) => json(200, { ...own, telephoneNumber })),
  ),
  ...faultsOf({ requirement: 'get-organisation', unseenBy: 'verify' })(
    'creation-401-at-times',
    'Every second creation is answered 401, though the token is valid',
    when(creations, everyNth(2, always(refusal(401)))),
  ),
  ...faultsOf({ requirement: 'get-organisation' })(
    'creation-takes-own-away',
    "After a creation, the caller's organisation is answered 404",
    afterCreation(() => refusal(404)),
  ),
];
