import { isDeepStrictEqual } from 'node:util';
import { json, refusal } from '../answers.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import {
  always,
  answering,
  asMember,
  composed,
  insteadOf,
  nth,
  refusingWithRecord,
  when,
  withHeaders,
} from '../behaviours.ts';
import { asReading, changingClients, recordIn } from '../client-behaviours.ts';
import { caseNamed, demoCases, recordNamed } from '../demo.ts';
import { withFields } from '../records.ts';
import {
  all,
  by,
  type Condition,
  forCase,
  forForeignCase,
  header,
  inCapitals,
  invalid,
  not,
  objectIn,
  on,
  parameter,
  withoutHeader,
} from '../requests.ts';
import { type Entry, type FaultRows, faultsOf, wrongStatuses } from '../rows.ts';

const foreignSale = json(200, recordNamed('foreign-sale'));
const reading: Condition = on('getCaseData');
const givenOrganisation: Behaviour = when(by('outsider', 'getOrganisation'), asMember);

const outsider = faultsBy('outsider', 'A user of another organisation');
const restricted = faultsBy('restricted', 'A token without the permission');

function faultsBy(caller: 'outsider' | 'restricted', subject: string) {
  return (rows: FaultRows): FaultRows =>
    Object.fromEntries(
      Object.entries(rows).map(([id, [words, behaviour, ...own]]) => [
        `${caller}-${id}`,
        [`${subject} ${words}`, when(by(caller), behaviour), ...own],
      ]),
    );
}

function restrictedAnswered(condition: Condition, status: number): Behaviour {
  return when(condition, by('restricted'), refusal(status));
}

const listingForeign: Behaviour = always(json(200, [...demoCases, caseNamed('foreign-sale')]));

const toOutsider = answering(by('outsider', 'getCaseData'), 403);

/** Callers who must not change a client, with the status and the statement of the refusal. */
const refused: readonly Entry<[is: Condition, status: number, requirement: string]>[] = [
  ['absent', 'without an Authorization header', withoutHeader, 401, 'credentials-401'],
  ['outsider', 'by a user of another organisation', by('outsider'), 403, 'outsider-403'],
  ['restricted', 'with a token without the permission', by('restricted'), 403, 'permissions-403'],
];

export const callerFaults: readonly Fault[] = [
  // Faults: another organisation's user, or a token with few permissions, is answered wrongly.
  ...faultsOf({ requirement: 'case-price', pointer: '/price', unseenBy: 'verify' })(
    'restricted-price-in-words',
    'The price of a Sale is a text for a token without every permission',
    when(by('restricted', 'getCaseData'), withFields('Sale', { price: 'high' })),
  ),
  ...faultsOf({ requirement: 'permissions-403' })({
    'restricted-500-for-organisation': [
      'A valid token with few permissions is answered 500 for its organisation',
      restrictedAnswered(on('getOrganisation'), 500),
    ],
    'restricted-401-for-list': [
      'A valid token with few permissions is answered 401 for the list of cases',
      restrictedAnswered(on('listCases'), 401),
    ],
  }),
  ...faultsOf({ requirement: 'permissions-403', unseenBy: 'verify' })(
    'restricted-404-for-last-case',
    'A token with few permissions can read all cases of its organisation but one, which is answered 404',
    restrictedAnswered(forCase('transfer-bare'), 404),
  ),
  ...faultsOf({ requirement: 'outsider-403', unseenBy: 'verify' })(
    outsider({
      '401-for-organisation': [
        'is answered 401 for the organisation, though the token is valid',
        when(on('getOrganisation'), refusal(401)),
      ],
      '500-for-list': [
        'is answered 500 for the list of cases, though the token is valid',
        when(on('listCases'), refusal(500)),
      ],
      'change-401': [
        'is answered 401 where a client is changed, though the token is valid',
        when(on('updateClient'), refusal(401)),
      ],
    }),
  ),
  ...faultsOf({ requirement: 'outsider-403' })({
    ...outsider({ reads: ['reads the cases', when(reading, asMember)] }),
    ...wrongStatuses('outsider', 'A user of another organisation is', [302, 401, 500], toOutsider),
    ...outsider({
      'refused-with-record': [
        'is refused with 403, in a body that holds the record',
        when(reading, refusingWithRecord(403)),
      ],
      'changes-client': ['changes a client', when(on('updateClient'), asMember)],
    }),
  }),
  // Unseen by `verify`: no interaction lists cases as an outsider, demands certain cases in the list, or writes an
  // identifier in capitals.
  ...faultsOf({ requirement: 'outsider-403', unseenBy: 'verify' })({
    ...outsider({
      lists: ["is shown the organisation's cases", when(on('listCases'), asMember)],
      'lists-queried': [
        'is shown the cases of the organisation that a query names',
        when(on('listCases'), parameter('subDomain', 'demo'), asMember),
      ],
      'changes-by-capitals': [
        'changes a client whose identifier is in upper case',
        when(on('updateClient'), inCapitals, asMember),
        { unseenBy: 'verify and restore' },
      ],
    }),
    'list-shows-foreign': [
      'The list shows a case of another organisation',
      when(by('member', 'listCases'), listingForeign),
    ],
    'list-shows-foreign-later': [
      'The list shows a case of another organisation whenever it is read again',
      when(
        by('member', 'listCases'),
        nth((times) => times > 1, listingForeign),
      ),
    ],
    'list-shows-foreign-on-next-page': [
      'The second page of the list shows a case of another organisation',
      composed(
        when(on('listCases'), withHeaders({ link: '<?page=2>; rel="next"' })),
        when(parameter('page', '2'), not(invalid), listingForeign),
      ),
    ],
    'list-shows-foreign-on-last-page': [
      'The last of three pages of the list shows a case of another organisation',
      composed(
        when(on('listCases'), withHeaders({ link: '<?page=2>; rel="next", <?page=3>; rel="last"' })),
        when(parameter('page', '3'), not(invalid), listingForeign),
      ),
    ],
    'list-shows-foreign-if-filtered': [
      'A list with any parameter shows a case of another organisation',
      when(on('listCases'), not(invalid), ({ path }) => path.includes('?'), listingForeign),
      { unseenBy: 'verify' },
    ],
  }),
  // Unseen by `verify`: the documents do not say how a user of another organisation sees their own organisation, so no
  // interaction tests it.
  ...faultsOf({ requirement: 'organisation-is-callers', unseenBy: 'verify' })(
    outsider({
      'given-organisation': ["is given the organisation's record", givenOrganisation],
      'given-named-organisation': [
        'is given the record of the organisation that X-Tenant names',
        when(by('outsider', 'getOrganisation'), header('x-tenant', 'demo'), asMember),
      ],
      'given-queried-organisation': [
        'is given the record of the organisation that a query names',
        when(on('getOrganisation'), parameter('tenant', 'demo'), asMember),
      ],
    }),
  ),
  ...faultsOf({ requirement: 'organisation-is-callers' })(
    'restricted-given-other-organisation',
    'A token with few permissions is given the record of another organisation',
    when(
      by('restricted', 'getOrganisation'),
      json(200, { id: 'e8667fb1-ac6f-4ce4-87de-a772327707d6', subDomain: 'other' }),
    ),
  ),
  ...faultsOf({ requirement: 'case-data-of-the-case', pointer: '/caseId', unseenBy: 'verify' })(
    'case-of-query',
    'The identifier in the query replaces the one in the path',
    when(
      all(reading, parameter('id', caseNamed('sale-ta6-4th'))),
      always(json(200, recordNamed('sale-ta6-4th'))),
    ),
  ),
  ...faultsOf({ requirement: 'case-data-404-foreign' })({
    'foreign-read': ['A foreign case can be read', when(forForeignCase, by('member'), foreignSale)],
    ...wrongStatuses(
      'foreign',
      'A case of another organisation is',
      [403, 500],
      answering(all(forForeignCase, by('member')), 404),
    ),
    'foreign-read-restricted': [
      'A token with few permissions can read a case of another organisation',
      when(forForeignCase, by('restricted'), foreignSale),
      { unseenBy: 'verify' },
    ],
  }),
  // Faults: callers who must not write can write. Unseen by `verify`: no interaction sends a refused change
  // that would have an effect.
  ...refused.flatMap(([id, words, is, status, requirement]) =>
    faultsOf({ requirement, pointer: '/title', unseenBy: 'verify' })(
      `${id}-change-refused-and-done`,
      `A change ${words} is answered ${status}, but made anyway`,
      when(changingClients, is, composed(asMember, insteadOf(200, refusal(status)))),
    ),
  ),
  ...faultsOf({ requirement: 'permissions-403' })({
    ...restricted({
      changes: ['changes a client', when(on('updateClient'), asMember)],
      creates: ['creates an organisation', when(on('createOrganisation'), asMember)],
    }),
    ...wrongStatuses(
      'restricted',
      'A token without the permission is',
      [302, 401, 500],
      answering(by('restricted'), 403),
    ),
  }),
  // Unseen by `verify`: no interaction adds a query to a creation, or sends a client's own value without the permission.
  ...faultsOf({ requirement: 'permissions-403', unseenBy: 'verify' })(
    restricted({
      'creates-with-query': [
        'creates an organisation if the path has a query',
        when(on('createOrganisation'), parameter('page', '1'), asMember),
      ],
      'repeats-value': [
        'is shown a client when it sends what the client shows',
        when(changingClients, async (request, reference) => {
          const shown = recordIn(await asMember(asReading(request), reference));
          const isShown = isDeepStrictEqual(shown, { ...shown, ...objectIn(request) });
          return (isShown ? asMember : reference)(request, reference);
        }),
        { unseenBy: 'verify and restore' },
      ],
    }),
  ),
];
