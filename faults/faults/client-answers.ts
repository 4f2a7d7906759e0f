import { empty, json, refusal } from '../answers.ts';
import type { Fault } from '../behaviour.ts';
import { answering, insteadOf, when } from '../behaviours.ts';
import {
  afterRefusals,
  answeringFrom,
  asReading,
  changingClients,
  changingField,
  only,
  onUnknownClient,
  pathOfAnother,
  readingClients,
  recordIn,
  refusing,
  sendsText,
  storingRefused,
  without,
} from '../client-behaviours.ts';
import { all, by, type Condition, hasNoJson, hasNoObject, objectIn } from '../requests.ts';
import { byId, type Entry, faultsOf, wrongStatuses } from '../rows.ts';

const wrongBodies: readonly Entry<[matches: Condition]>[] = [
  ['title-number', 'whose title is a number', (request) => typeof objectIn(request).title === 'number'],
  ['no-object', 'that is not an object', hasNoObject],
  ['no-json', 'that is not JSON', hasNoJson],
];

export const clientAnswerFaults: readonly Fault[] = [
  ...faultsOf({ requirement: 'update-client-200' })({
    'answer-204': ['Changes are made, but answered 204', when(changingClients, insteadOf(200, empty(204)))],
    'answer-word': [
      'Changes are made, but answered 200 with a word',
      when(changingClients, insteadOf(200, json(200, 'ok'))),
    ],
    'nothing-204': ['An empty change is answered 204', when(readingClients, insteadOf(200, empty(204)))],
    'answer-201': [
      'Changes are made, but answered 201 with the record',
      when(
        changingClients,
        insteadOf(200, (given) => ({ ...given, status: 201 })),
      ),
    ],
    ...wrongStatuses(
      'nothing',
      'An empty change is',
      [302, 400, 500],
      answering(all(readingClients, by('member'))),
    ),
  }),
  ...faultsOf({ requirement: 'update-client-200', pointer: '/title' })({
    'answer-before': ['Changes are answered with the record from before', answeringFrom((before) => before)],
    'refused-and-done': [
      'Changes are made, but answered 500',
      when(changingClients, insteadOf(200, refusal(500))),
    ],
  }),
  ...faultsOf({ requirement: 'update-client-200', pointer: '/lastName' })(
    'answer-of-another',
    'Changes are answered with the record of another client, under the identifier of the one asked for',
    when(changingClients, async (request, reference) => {
      const answer = await reference(request);
      if (answer.status !== 200) return answer;
      const other = recordIn(await reference(asReading({ ...request, path: pathOfAnother(request) })));
      return json(200, { ...other, ...only(recordIn(answer), 'id') });
    }),
  ),
  // Faults: an invalid change is answered with a success, or refused but made. Unseen by `verify`: no interaction
  // sends wrong bodies, since their refusal is open (interface 7).
  ...faultsOf({ requirement: 'update-client-200', pointer: '/title', unseenBy: 'verify' })(
    'wrong-refused-and-cleared',
    'An invalid value is refused, but the field is removed anyway',
    storingRefused('with the refusal', (record, patch) => without(record, ...Object.keys(patch))),
  ),
  ...faultsOf({ requirement: 'update-client-200', pointer: '/lastName', unseenBy: 'verify' })(
    'wrong-refused-and-done-in-part',
    'A change that is refused for its e-mail address still changes the last name',
    storingRefused('with the refusal', (record, { lastName, emailAddress = '' }) =>
      typeof lastName === 'string' && /[ <>]/.test(String(emailAddress)) ? { ...record, lastName } : record,
    ),
  ),
  ...faultsOf({ requirement: 'update-client-fields', unseenBy: 'verify' })({
    'text-longer-500': [
      'A change to a text of more than 1,000 characters is answered 500',
      refusing(changingClients, sendsText(/^.{1001}/s), refusal(500)),
    ],
    'unknown-field-500': [
      "A change with a field that is not a client's is answered 500",
      refusing(changingField('sampleField'), refusal(500)),
      // Such a body is sent only to disposable clients.
      { unseenBy: 'verify and restore' },
    ],
  }),
  ...faultsOf({ requirement: 'update-client-200', unseenBy: 'verify' })({
    'wrong-answered-word': [
      'An invalid change is answered 200 with a word, and not made',
      when(changingClients, by('member'), insteadOf(400, json(200, 'ok'))),
    ],
    ...byId(
      wrongBodies.map(([id, words, matches]) => [
        `failure-wrong-${id}`,
        `A change ${words} is answered 500`,
        when(changingClients, by('member'), matches, insteadOf(400, refusal(500))),
      ]),
    ),
    'unknown-client-200-empty-object': [
      'A change of a client that does not exist is answered 200 with an empty object',
      onUnknownClient(() => json(200, {})),
    ],
    'unknown-client-204': [
      'A change of an unknown client is answered 204',
      onUnknownClient(() => empty(204)),
    ],
    'after-refusal-reading-400': [
      'After a refusal, a reading is answered 400',
      afterRefusals(readingClients, 400),
    ],
  }),
  ...faultsOf({ requirement: 'outsider-403', unseenBy: 'verify' })(
    'failure-outsider-change',
    'A change by a user of another organisation is answered 500',
    when(changingClients, by('outsider'), refusal(500)),
  ),
];
