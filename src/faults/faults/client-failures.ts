import { isJsonObject, type Json } from '../../reference/json.ts';
import { empty, json, page, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceRequest } from '../behaviour.ts';
import { ownMemory, when } from '../behaviours.ts';
import {
  changingAlone,
  changingClients,
  readingClients,
  refusing,
  sendsText,
  whereUnknown,
} from '../client-behaviours.ts';
import { demoClients } from '../demo.ts';
import { all, by, type Condition, hasNoJson, hasNoObject, not, objectIn, on } from '../requests.ts';
import { type FaultRow, type FaultRows, faultsOf, faultsUnseenByVerify } from '../rows.ts';

/** Wrong bodies that services break on. */
const wrongBodies: readonly (readonly [id: string, words: string, isMeant: Condition, status?: number])[] = [
  ['any', 'that is invalid', () => true],
  ['title-number', 'whose title is a number', sending('title', (title) => typeof title === 'number')],
  ['line-number', 'whose address has a line that is a number', sending('address', isJsonObject)],
  ['no-object', 'that is not an object', hasNoObject],
  ['no-json', 'that is not JSON', hasNoJson],
];

/** Services that break on a change instead of making or refusing it. */
export const clientFailureFaults: readonly Fault[] = Object.freeze([
  ...failures('update-client-fields', [
    [
      'text-longer-500',
      'A change to a text of more than 1,000 characters is answered 500',
      refusing(all(changingClients, sendsText(/^.{1001}/s)), refusal(500)),
    ],
    [
      'text-empty-500',
      'A change to a text of no characters is answered 500',
      refusing(all(changingClients, sendsText(/^$/)), refusal(500)),
    ],
    [
      'failure-title-apostrophe',
      'A change of the title alone to a text with an apostrophe is answered 500',
      refusing(
        all(
          changingAlone('title'),
          sending('title', (title) => String(title).includes("'")),
        ),
        page(500),
      ),
    ],
  ]),
  ...failures('update-client-200', [
    ...wrongBodies.map<FaultRow>(([id, words, isMeant, status = 500]) => [
      `failure-wrong-${id}`,
      `A change ${words} is answered ${status}`,
      whereWrong(isMeant, status),
    ]),
    [
      'failure-unknown-client-500',
      'A change of a client that does not exist is answered 500',
      refusing(
        all(on('updateClient'), ({ path }) => !demoClients.some((id) => path.endsWith(id))),
        refusal(500),
      ),
    ],
    [
      'unknown-client-200-empty-object',
      'A change of a client that does not exist is answered 200 with an empty object',
      whereUnknown(() => json(200, {})),
    ],
    [
      'unknown-client-204',
      'A change of a client that does not exist is answered 204',
      whereUnknown(() => empty(204)),
    ],
    [
      'after-refusal-reading-400',
      'An empty change is answered 400 after a refused change',
      afterRefusals(readingClients, 400),
    ],
  ]),
  ...faultsOf('outsider-403', '', [
    'failure-outsider-nothing',
    'An empty change by a user of another organisation is answered 500',
    when(all(readingClients, by('outsider')), async () => refusal(500)),
  ]),
  ...failures('outsider-403', [
    'failure-outsider-change',
    'A change by a user of another organisation is answered 500',
    when(all(changingClients, by('outsider')), async () => refusal(500)),
  ]),
  ...failures('update-client-fields', [
    [
      'after-refusal-400',
      'The next change after a refused one is answered 400, even if it is empty',
      afterRefusals(on('updateClient'), 400),
    ],
    ...[400, 500].map<FaultRow>((status) => [
      `after-refusal-change-${status}`,
      `The next change after a refused one is answered ${status}`,
      afterRefusals(changingClients, status),
    ]),
    [
      'after-refusal-locked-400',
      'Once a change was refused, all others are answered 400',
      afterRefusals(changingClients, 400, 'for good'),
    ],
  ]),
]);

/** Interactions and probes of `verify` send neither such texts nor wrong bodies, and make one change each. */
function failures(requirement: string, rows: FaultRows): readonly Fault[] {
  return faultsUnseenByVerify(requirement, '', rows);
}

/** Gives a change this status if it matches and the reference finds it wrong. */
function whereWrong(isMeant: Condition, status: number): Behaviour {
  return when(all(changingClients, by('member'), isMeant), async (request, reference) => {
    const answer = await reference(request);
    return answer.status === 400 ? refusal(status) : answer;
  });
}

/** A service with state left over from a refused change: it refuses the next matching request for the client. */
function afterRefusals(isMeant: Condition, status: number, lasting: 'once' | 'for good' = 'once'): Behaviour {
  const refusedBy = ownMemory(() => new Set<string>());
  return when(all(on('updateClient'), by('member')), async (request, reference) => {
    const refused = refusedBy(reference);
    if (refused.has(request.path) && isMeant(request)) {
      if (lasting === 'once') refused.delete(request.path);
      return refusal(status);
    }
    const answer = await reference(request);
    if (answer.status === 400 && not(readingClients)(request)) refused.add(request.path);
    return answer;
  });
}

/** Changes that send a matching value of this field. */
function sending(field: string, isMeant: (value: Json | undefined) => boolean): Condition {
  return (request: ServiceRequest) => isMeant(objectIn(request)[field]);
}
