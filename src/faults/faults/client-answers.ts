import type { JsonObject } from '../../reference/json.ts';
import { empty, json, page, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { insteadOf, when } from '../behaviours.ts';
import {
  answering,
  answeringFrom,
  asReading,
  changingClients,
  changingField,
  keeping,
  only,
  pathOfAnother,
  readingClients,
  recordIn,
  refusing,
  without,
} from '../client-behaviours.ts';
import { all, by, forClient, on } from '../requests.ts';
import {
  type FaultFacts,
  type FaultRow,
  type FaultRows,
  faultsOf,
  faultsUnseenByVerify,
  triedWithTwoClients,
  wrongStatuses,
} from '../rows.ts';

/** Answers that are not a client record, although their status is 2xx. */
const noRecords: readonly (readonly [id: string, words: string, answer: ServiceAnswer])[] = [
  ['204', '204', empty(204)],
  ['word', '200 with a word', json(200, 'ok')],
  ['page', '200 with a page of HTML', page(200)],
];

/** A restoring run does not change a field that the client refuses to be set to its present value. */
const unseenInRestore: FaultFacts = Object.freeze({ unseenBy: 'restore' });

/** Services that answer a change with something other than the changed client. */
export const clientAnswerFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('update-client-200', '', [
    ...noRecords.map<FaultRow>(([id, words, answer]) => [
      `answer-${id}`,
      `Changes are made, but answered ${words}`,
      answering(changingClients, answer),
    ]),
    ['nothing-204', 'An empty change is answered 204', answering(readingClients, empty(204))],
    [
      'answer-201',
      'Changes are made, but answered 201 with the record',
      answering(changingClients, (given) => ({ ...given, status: 201 })),
    ],
    [
      'nothing-201',
      'An empty change is answered 201 with the record',
      answering(readingClients, (given) => ({ ...given, status: 201 })),
    ],
    ...wrongStatuses('nothing', 'An empty change is', [302, 400, 500], (answer) =>
      refusing(readingClients, answer),
    ),
    [
      'answer-array-of-one',
      'Changes are answered with an array that holds the record',
      answering(on('updateClient'), (given) => ({ ...given, body: `[${given.body}]` })),
    ],
    [
      'answer-of-second-client-204',
      'Only changes of the second listed client are answered 204',
      answering(all(changingClients, forClient(2)), empty(204)),
      triedWithTwoClients,
    ],
  ]),
  ...faultsOf('update-client-200', '/title', [
    [
      'answer-before',
      'Changes are made, but answered with the record from before',
      answeringFrom((before) => before),
    ],
    [
      'refused-and-done',
      'Changes are answered 500, but made anyway',
      answering(changingClients, refusal(500)),
    ],
    [
      'refused-and-done-400',
      'Changes of a title are answered 400, but made anyway',
      answering(changingField('title'), refusal(400)),
      unseenInRestore,
    ],
  ]),
  ...faultsOf('update-client-200', '/lastName', [
    'answer-of-another',
    'Changes are answered with the record of another client, under the identifier of the one asked for',
    when(changingClients, async (request, reference) => {
      const answer = await reference(request);
      if (answer.status !== 200) return answer;
      const other = recordIn(await reference(asReading({ ...request, path: pathOfAnother(request) })));
      return json(200, { ...other, ...only(recordIn(answer), 'id') });
    }),
  ]),
]);

/** Services that answer a wrong change as if it were right, or make it although they refuse it. */
export const clientWrongChangeFaults: readonly Fault[] = Object.freeze([
  ...wrongChanges('', [
    'wrong-answered-word',
    'An invalid change is answered 200 with a word, and not made',
    when(all(changingClients, by('member')), insteadOf(400, json(200, 'ok'))),
  ]),
  ...wrongChanges('/title', [
    [
      'wrong-refused-and-cleared',
      'An invalid value is refused, but the field is removed anyway',
      keepingWrong((record, patch) => without(record, ...Object.keys(patch))),
    ],
    [
      'wrong-body-refused-and-cleared',
      'A body that is not an object is refused, but removes every field that can be changed',
      keepingWrong((record, patch) =>
        Object.keys(patch).length === 0 ? only(record, 'id', 'status') : record,
      ),
    ],
  ]),
  ...wrongChanges('/firstName', [
    'wrong-refused-and-done-in-part',
    'A refused change still changes the fields that are valid',
    keepingWrong((record, { firstName }) =>
      typeof firstName === 'string' ? { ...record, firstName } : record,
    ),
  ]),
  ...wrongChanges('/address', [
    'wrong-address-refused-and-cleared',
    'An address that is not an object is refused, but the address is removed anyway',
    keepingWrong((record, patch) => ('address' in patch ? without(record, 'address') : record)),
  ]),
]);

/** No interaction sends wrong bodies: how they are refused is open (interface 7). */
function wrongChanges(pointer: string, rows: FaultRows): readonly Fault[] {
  return faultsUnseenByVerify('update-client-200', pointer, rows);
}

/** Refuses wrong changes, but changes the client anyway. */
function keepingWrong(refused: (record: JsonObject, patch: JsonObject) => JsonObject): Behaviour {
  return keeping({ refused });
}
