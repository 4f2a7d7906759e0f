import { empty, json, page, redirect, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { everyNth, insteadOf, letIn, together, when } from '../behaviours.ts';
import { changingClients } from '../client-behaviours.ts';
import { faultsOf } from '../fault.ts';
import { all, by, on } from '../requests.ts';

/** Services that do not hold a valid token to its permissions, where it changes something. */
export const writeFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('permissions-403', '/title', [
    [
      'restricted-change-refused-and-done',
      'A change with a token without the permission is answered 403, and done',
      when(all(changingClients, by('restricted')), together(letIn, insteadOf(200, refusal(403)))),
    ],
  ]),
  ...faultsOf('permissions-403', '', [
    [
      'restricted-changes-something',
      'A token without the permission changes something of a client, and is refused where it changes nothing',
      when(all(changingClients, by('restricted')), letIn),
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
    ['restricted-401', 'A token without the permission is answered 401', toRestricted(refusal(401))],
    ['restricted-400', 'A token without the permission is answered 400', toRestricted(refusal(400))],
    ['restricted-404', 'A token without the permission is answered 404', toRestricted(refusal(404))],
    ['restricted-405', 'A token without the permission is answered 405', toRestricted(refusal(405))],
    ['restricted-500', 'A token without the permission is answered 500', toRestricted(refusal(500))],
    ['restricted-302', 'A token without the permission is sent away', toRestricted(redirect(302, '/plans'))],
    [
      'restricted-200',
      'A token without the permission is answered 200, and nothing is done',
      toRestricted(json(200, {})),
    ],
    [
      'restricted-204',
      'A token without the permission is answered 204, and nothing is done',
      toRestricted(empty(204)),
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
