import { isJsonObject } from '../../reference/json.ts';
import { empty, json, page, refusal, written } from '../answers.ts';
import type { Fault, ServiceAnswer } from '../behaviour.ts';
import { everyNth, when } from '../behaviours.ts';
import {
  answering,
  answeringFrom,
  asReading,
  changingClients,
  changingField,
  only,
  pathOfAnother,
  readingClients,
  recordIn,
  refusing,
  showing,
} from '../client-behaviours.ts';
import { type FaultFacts, type FaultRow, faultsOf, triedWithTwoClients, wrongStatuses } from '../fault.ts';
import { all, forClient, on } from '../requests.ts';

/** Answers that are not a client record, although their status is 2xx. */
const noRecords: readonly (readonly [id: string, words: string, answer: ServiceAnswer])[] = [
  ['204', '204', empty(204)],
  ['empty', '200 without a body', empty(200)],
  ['word', '200 with a word', json(200, 'ok')],
  ['null', '200 with null', json(200, null)],
  ['true', '200 with true', json(200, true)],
  ['number', '200 with a number', json(200, 1)],
  ['array', '200 with an empty array', json(200, [])],
  ['page', '200 with a page of HTML', page(200)],
  ['text', '200 with plain text', written(200, 'Updated.', 'text/plain')],
];

/** A restoring run does not change a field that the client refuses to be set to its present value. */
const unseenInRestore: FaultFacts = Object.freeze({ unseenBy: 'restore' });

/** Services that answer a change with something other than the changed client. */
export const clientAnswerFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('update-client-200', '', [
    ...noRecords.map<FaultRow>(([id, words, answer]) => [
      `answer-${id}`,
      `Changes are done, and answered ${words}`,
      answering(changingClients, answer),
    ]),
    ...noRecords
      .slice(0, 4)
      .map<FaultRow>(([id, words, answer]) => [
        `nothing-${id}`,
        `A change of nothing is answered ${words}`,
        answering(readingClients, answer),
      ]),
    ...[201, 202, 206].map<FaultRow>((status) => [
      `answer-${status}`,
      `Changes are done, and answered ${status} with the record`,
      answering(changingClients, (given) => ({ ...given, status })),
    ]),
    [
      'nothing-201',
      'A change of nothing is answered 201 with the record',
      answering(readingClients, (given) => ({ ...given, status: 201 })),
    ],
    ...wrongStatuses('nothing', 'A change of nothing is', [302, 304, 400, 405, 422, 500], (answer) =>
      refusing(readingClients, answer),
    ),
    [
      'answer-acknowledged',
      'Changes are done, and answered that they are',
      answering(changingClients, json(200, { success: true })),
    ],
    [
      'answer-bare',
      'Changes are done, and answered with an empty object',
      answering(changingClients, json(200, {})),
    ],
    [
      'answer-array-of-one',
      'Changes are answered with an array that holds the record',
      answering(on('updateClient'), (given) => ({ ...given, body: `[${given.body}]` })),
    ],
    [
      'answer-text-of-json',
      'Changes are answered with the record as JSON within a string',
      answering(on('updateClient'), (given) => json(200, given.body)),
    ],
    [
      'answer-of-address-empty',
      'Only a change of the address is answered without a body',
      answering(changingField('address'), empty(200)),
    ],
    [
      'answer-of-second-client-204',
      'Only changes of the client that is listed second are answered 204',
      answering(all(changingClients, forClient(2)), empty(204)),
      triedWithTwoClients,
    ],
  ]),
  ...faultsOf('update-client-200', '/title', [
    [
      'answer-before',
      'Changes are done, and answered with the record before them',
      answeringFrom((before) => before),
    ],
    [
      'answer-every-second-before',
      'Every second change is answered with the record before it',
      when(
        changingClients,
        everyNth(
          2,
          answeringFrom((before) => before),
        ),
      ),
    ],
    [
      'answer-echo-in-upper-case',
      'Changes are answered with what was sent in upper case, and kept as sent',
      showing((record, patch) =>
        typeof patch.title === 'string' ? { ...record, title: patch.title.toUpperCase() } : record,
      ),
    ],
    ['refused-and-done', 'Changes are answered 500, and done', answering(changingClients, refusal(500))],
    [
      'refused-and-done-400',
      'Changes of a title are answered 400, and done',
      answering(changingField('title'), refusal(400)),
      unseenInRestore,
    ],
  ]),
  ...faultsOf('update-client-200', '/address', [
    [
      'answer-before-of-address',
      'A change of the address is done, and answered with the one before it',
      answeringFrom((before, after) => ({ ...after, ...only(before, 'address') })),
    ],
    [
      'answer-address-merged',
      'A change of the address is done, and answered with a merger of the one before it and what was sent',
      answeringFrom(({ address: before }, { address, ...after }) => ({
        ...after,
        ...(isJsonObject(address)
          ? { address: { ...(isJsonObject(before) ? before : {}), ...address } }
          : {}),
      })),
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
