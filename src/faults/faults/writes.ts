import { json, page, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { everyNth, insteadOf, letIn, together, when } from '../behaviours.ts';
import { changingClients } from '../client-behaviours.ts';
import {
  type FaultRow,
  faultsOf,
  faultsUnseenByVerify,
  kebab,
  unseenByVerify,
  wrongStatuses,
} from '../fault.ts';
import { again } from '../remembering.ts';
import { all, by, type Condition, objectIn, on, withoutHeader } from '../requests.ts';

/** Callers who may not change a client, with the status and statement of their refusal. */
const refused: readonly (readonly [id: string, words: string, is: Condition, status: number, row: string])[] =
  [
    ['absent', 'without an Authorization header', withoutHeader, 401, 'credentials-401'],
    ['outsider', 'by a user of another organisation', by('outsider'), 403, 'outsider-403'],
    ['restricted', 'with a token without the permission', by('restricted'), 403, 'permissions-403'],
  ];

/** Services that accept writes of callers who may not write. */
export const writeFaults: readonly Fault[] = Object.freeze([
  // No interaction sends a change that must be refused and would change something.
  ...refused.flatMap(([id, words, is, status, requirement]) => [
    ...faultsUnseenByVerify(requirement, '/title', [
      `${id}-change-refused-and-done`,
      `A change ${words} is answered ${status}, and done`,
      when(all(changingClients, is), together(letIn, insteadOf(200, refusal(status)))),
    ]),
    ...faultsUnseenByVerify(requirement, '', [
      `${id}-changes-something`,
      `Only a change of something is done ${words}, and a change of nothing refused`,
      when(all(changingClients, is), letIn),
    ]),
  ]),
  ...faultsOf('permissions-403', '', [
    [
      'restricted-lets-in-second-time',
      'A change with a token without the permission is refused the first time, and let through the second',
      again(all(on('updateClient'), by('restricted')), letIn),
      unseenByVerify,
    ],
    ...(['title', 'emailAddress', 'address'] as const).map(
      (field): FaultRow => [
        `restricted-changes-${kebab(field)}-alone`,
        `A token without the permission may change the field ${field} of a client, and nothing else`,
        when(all(on('updateClient'), by('restricted'), naming(field)), letIn),
        unseenByVerify,
      ],
    ),
    restricted('changes', 'changes a client', when(on('updateClient'), letIn)),
    restricted('creates', 'creates an organisation', when(on('createOrganisation'), letIn)),
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
    restricted('200', 'is answered 200, and nothing is done', insteadOf(403, json(200, {}))),
    restricted('200-page', 'is answered 200 with a page', insteadOf(403, page(200))),
    restricted(
      'change-401',
      'is answered 401 where it changes a client',
      when(on('updateClient'), insteadOf(403, refusal(401))),
    ),
    restricted(
      'creation-404',
      'is answered 404 where it creates an organisation',
      when(on('createOrganisation'), insteadOf(403, refusal(404))),
    ),
  ]),
]);

/** Changes of only this field. */
function naming(field: string): Condition {
  return (request) => Object.keys(objectIn(request)).join() === field;
}

/** A fault for requests with a token without the permission. */
function restricted(id: string, words: string, behaviour: Behaviour): FaultRow {
  return [`restricted-${id}`, `A token without the permission ${words}`, when(by('restricted'), behaviour)];
}

function toRestricted(answer: ServiceAnswer): Behaviour {
  return when(by('restricted'), insteadOf(403, answer));
}
