import { isJsonObject, type JsonObject } from '../../reference/json.ts';
import { empty, json, page, redirect, refusal, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer, ServiceRequest } from '../behaviour.ts';
import { everyNth, when } from '../behaviours.ts';
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
  showing,
  without,
} from '../client-behaviours.ts';
import { demoClients } from '../demo.ts';
import { type FaultRow, faultsOf } from '../fault.ts';
import { all, by, forClient, objectIn, on } from '../requests.ts';

/** Answers that are no client record, though their status is one of success. */
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

/** Services that answer a change with something else than the client as it then is. */
export const clientAnswerFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('update-client-200', '', [
    ...noRecords.map(
      ([id, words, answer]): FaultRow => [
        `answer-${id}`,
        `Changes are done, and answered ${words}`,
        answering(changingClients, answer),
      ],
    ),
    ...noRecords
      .slice(0, 4)
      .map(
        ([id, words, answer]): FaultRow => [
          `nothing-${id}`,
          `A change of nothing is answered ${words}`,
          answering(readingClients, answer),
        ],
      ),
    ...[201, 202, 206].map(
      (status): FaultRow => [
        `answer-${status}`,
        `Changes are done, and answered ${status} with the record`,
        answering(changingClients, (given) => ({ ...given, status })),
      ],
    ),
    ...[201].map(
      (status): FaultRow => [
        `nothing-${status}`,
        `A change of nothing is answered ${status} with the record`,
        answering(readingClients, (given) => ({ ...given, status })),
      ],
    ),
    ...[400, 405, 422, 500].map(
      (status): FaultRow => [
        `nothing-${status}`,
        `A change of nothing is answered ${status}`,
        refusing(readingClients, refusal(status)),
      ],
    ),
    ['nothing-304', 'A change of nothing is answered 304', refusing(readingClients, empty(304))],
    ['nothing-302', 'A change of nothing is redirected', refusing(readingClients, redirect(302, '/clients'))],
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
    ],
    [
      'wrong-answered-word',
      'A change that is wrong is answered 200 with a word, and not done',
      toWrong(() => json(200, 'ok')),
    ],
    [
      'wrong-answered-empty',
      'A change that is wrong is answered 200 without a body, and not done',
      toWrong(() => empty(200)),
    ],
    [
      'wrong-answered-array',
      'A body that is no object is answered 200 with itself',
      when(changingClients, async (request, reference) => {
        const answer = await reference(request);
        return answer.status === 400 && /^[["]/.test(request.body)
          ? { ...answer, status: 200, body: request.body }
          : answer;
      }),
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
    ],
    [
      'wrong-refused-and-cleared',
      'A value that is wrong is refused, and the field taken away all the same',
      keepingWrong((record, patch) => without(record, ...Object.keys(patch))),
    ],
    [
      'wrong-refused-and-done',
      'A value that is wrong is refused, and kept all the same as a text',
      keepingWrong((record, patch) => ({
        ...record,
        ...Object.fromEntries(
          Object.entries(patch)
            .filter(([name]) => name !== 'address')
            .map(([name, value]) => [name, JSON.stringify(value)]),
        ),
      })),
    ],
    [
      'wrong-null-refused-and-cleared',
      'A title that is null is refused, and the title taken away all the same',
      keepingWrong((record, { title }) => (title === null ? without(record, 'title') : record)),
    ],
    [
      'wrong-body-refused-and-cleared',
      'A body that is no object is refused, and all that can be changed is taken away',
      keepingWrong((record, patch) =>
        Object.keys(patch).length === 0 ? only(record, 'id', 'status') : record,
      ),
    ],
  ]),
  ...faultsOf('update-client-200', '/firstName', [
    [
      'wrong-refused-and-done-in-part',
      'Of a change that is refused, the fields that are right are changed',
      keepingWrong((record, patch) => ({
        ...record,
        ...(typeof patch.firstName === 'string' ? { firstName: patch.firstName } : {}),
      })),
    ],
  ]),
  ...faultsOf('update-client-200', '/emailAddress', [
    [
      'wrong-email-refused-and-done',
      'An e-mail address that is none is refused, and kept all the same',
      keepingWrong((record, { emailAddress }) =>
        typeof emailAddress === 'string' ? { ...record, emailAddress } : record,
      ),
    ],
  ]),
  ...faultsOf('update-client-200', '/telephoneNumber', [
    [
      'wrong-telephone-refused-and-done',
      'A telephone number that is none is refused, and kept all the same',
      keepingWrong((record, { telephoneNumber }) =>
        typeof telephoneNumber === 'string' ? { ...record, telephoneNumber } : record,
      ),
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
    [
      'wrong-address-refused-and-cleared',
      'An address that is no object is refused, and the address taken away all the same',
      keepingWrong((record, patch) => ('address' in patch ? without(record, 'address') : record)),
    ],
  ]),
  ...faultsOf('update-client-200', '/status', [
    [
      'answer-status-of-its-own',
      'Changes are answered with the status Closed, and keep the one that there is',
      showing((record, patch) =>
        Object.keys(patch).length === 0 || record.status === undefined
          ? record
          : { ...record, status: 'Closed' },
      ),
    ],
  ]),
  ...faultsOf('update-client-200', '/lastName', [
    [
      'answer-of-another',
      'Changes are answered with the record of another client, under the identifier of the one asked for',
      when(changingClients, async (request, reference) => {
        const answer = await reference(request);
        if (answer.status !== 200) return answer;
        const other = recordIn(await reference(asReading({ ...request, path: pathOfAnother(request) })));
        return json(200, { ...other, ...only(recordIn(answer), 'id') });
      }),
    ],
  ]),
  ...faultsOf('update-client-of-the-client', '/id', [
    [
      'client-unknown-is-the-first',
      'A change of a client that does not exist is done to the first client there is',
      async (request, reference) => {
        const answer = await reference(request);
        const path = `/api/v2/clients/${demoClients[0]}`;
        return on('updateClient')(request) && answer.status === 404
          ? reference({ ...request, path })
          : answer;
      },
    ],
    [
      'client-of-another',
      'Changes are done, and answered with the record of another client',
      when(changingClients, async (request, reference) => {
        const answer = await reference(request);
        return answer.status === 200
          ? reference(asReading({ ...request, path: pathOfAnother(request) }))
          : answer;
      }),
    ],
    [
      'client-always-first',
      'Every client is read as the one that is listed first',
      when(readingClients, (request, reference) =>
        reference({ ...request, path: `/api/v2/clients/${demoClients[0]}` }),
      ),
    ],
    [
      'client-new-identifier',
      'A change gives the client a new identifier',
      showing((record, patch) =>
        Object.keys(patch).length === 0 ? record : { ...record, id: '7c0f6a52-4b7b-4f8e-9d55-0a4b7f9f3c11' },
      ),
    ],
    [
      'client-identifier-of-organisation',
      'The identifier of a client is that of the organisation',
      showing((record) => ({ ...record, id: '5cca23cd-d5f9-4008-b0b0-61ad90208af8' })),
    ],
    [
      'client-identifier-of-second',
      'Only the client that is listed second has another identifier',
      when(
        forClient(2),
        showing((record) => ({ ...record, id: '7c0f6a52-4b7b-4f8e-9d55-0a4b7f9f3c11' })),
      ),
    ],
  ]),
  ...faultsOf('update-client-of-the-client', '/lastName', [
    [
      'lands-elsewhere',
      'A change is done to another client, and not to the one asked for',
      landing({ isDone: false }),
    ],
    ['lands-on-both', 'A change is done to another client too', landing({})],
    ['lands-on-all', 'A change is done to every client', landing({ on: clientsBut })],
    [
      'lands-name-with-others',
      'A last name that is sent with other fields becomes that of another client too',
      landing({ part: (patch) => (Object.keys(patch).length > 1 ? only(patch, 'lastName') : {}) }),
    ],
    [
      'lands-with-name',
      'A last name is changed for every client who has it',
      landing({ on: clientsBut, part: (patch) => only(patch, 'lastName') }),
    ],
  ]),
  ...faultsOf('update-client-of-the-client', '/address', [
    [
      'lands-address-on-both',
      'An address becomes that of another client too',
      landing({ part: (patch) => only(patch, 'address') }),
    ],
    [
      'lands-address-on-all',
      'An address becomes that of every client',
      landing({ on: clientsBut, part: (patch) => only(patch, 'address') }),
    ],
  ]),
  ...faultsOf('update-client-of-the-client', '/companyName', [
    [
      'lands-company-on-all',
      'A company becomes that of every client',
      landing({ on: clientsBut, part: (patch) => only(patch, 'companyName') }),
    ],
  ]),
]);

/** What is wrong is refused, and changes the client all the same. */
function keepingWrong(refused: (record: JsonObject, patch: JsonObject) => JsonObject): Behaviour {
  return keeping({ refused });
}

/** A change that the reference finds wrong is answered so. */
function toWrong(answer: () => ServiceAnswer): Behaviour {
  return when(all(changingClients, by('member')), async (request, reference) => {
    const given = await reference(request);
    return given.status === 400 ? answer() : given;
  });
}

/** What else a change is done to, and what of it; and whether it is done to the client asked for. */
interface Landing {
  readonly on?: (request: ServiceRequest) => readonly string[];
  readonly part?: (patch: JsonObject) => JsonObject;
  readonly isDone?: boolean;
}

function landing({ on: others = another, part = (patch) => patch, isDone = true }: Landing): Behaviour {
  return when(changingClients, async (request, reference) => {
    const body = JSON.stringify(part(objectIn(request)));
    for (const path of others(request)) {
      const answer = await reference({ ...request, path, body });
      if (answer.status !== 200) return answer;
    }
    return reference(isDone ? request : asReading(request));
  });
}

function another(request: ServiceRequest): readonly string[] {
  return [pathOfAnother(request)];
}

function clientsBut({ path }: ServiceRequest): readonly string[] {
  return demoClients.map((id) => `/api/v2/clients/${id}`).filter((one) => one !== path);
}
