import { json, page, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { everyNth, insteadOf, letIn, together, when } from '../behaviours.ts';
import { changingClients } from '../client-behaviours.ts';
import { faultsOf, unseenByVerify, wrongStatuses } from '../fault.ts';
import { all, by, on } from '../requests.ts';

/** Services that do not hold a valid token to its permissions, where it changes something. */
export const writeFaults: readonly Fault[] = Object.freeze([
  // An interaction changes nothing with such a token.
  ...faultsOf(
    'permissions-403',
    '/title',
    [
      [
        'restricted-change-refused-and-done',
        'A change with a token without the permission is answered 403, and done',
        when(all(changingClients, by('restricted')), together(letIn, insteadOf(200, refusal(403)))),
      ],
    ],
    unseenByVerify,
  ),
  ...faultsOf('permissions-403', '', [
    [
      'restricted-changes-something',
      'A token without the permission changes something of a client, and is refused where it changes nothing',
      when(all(changingClients, by('restricted')), letIn),
      unseenByVerify,
    ],
    [
      'restricted-changes',
      'A token without the permission changes a client',
      when(all(on('updateClient'), by('restricted')), letIn),
    ],
    [
      'restricted-creates',
      'A token without the permission creates an organisation',
      when(all(on('createOrganisation'), by('restricted')), letIn),
    ],
    [
      'restricted-every-second',
      'Every second write of a token without the permission is accepted',
      when(all(on('updateClient', 'createOrganisation'), by('restricted')), everyNth(2, letIn)),
    ],
    ...wrongStatuses(
      'restricted',
      'A token without the permission is',
      [204, 302, 400, 401, 404, 405, 500],
      toRestricted,
    ),
    [
      'restricted-200',
      'A token without the permission is answered 200, and nothing is done',
      toRestricted(json(200, {})),
    ],
    [
      'restricted-200-page',
      'A token without the permission is answered 200 with a page',
      toRestricted(page(200)),
    ],
    [
      'restricted-change-401',
      'A token without the permission is answered 401 where it changes a client',
      when(all(on('updateClient'), by('restricted')), insteadOf(403, refusal(401))),
    ],
    [
      'restricted-creation-404',
      'A token without the permission is answered 404 where it creates an organisation',
      when(all(on('createOrganisation'), by('restricted')), insteadOf(403, refusal(404))),
    ],
  ]),
]);

function toRestricted(answer: ServiceAnswer): Behaviour {
  return when(by('restricted'), insteadOf(403, answer));
}
