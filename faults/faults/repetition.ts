import { isJsonObject, type Json, type JsonObject } from '../../src/reference/json.ts';
import type { OperationId } from '../../src/specification/description.ts';
import { json, page, refusal, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer, ServiceRequest } from '../behaviour.ts';
import { always, insteadOf, letIn, mapJson, when } from '../behaviours.ts';
import { asReading, changingClients, changingOneField, recordIn, without } from '../client-behaviours.ts';
import { caseNamed, recordNamed } from '../demo.ts';
import { changingRecords, withRecordValue } from '../records.ts';
import {
  type AnswerBoth,
  again,
  crowded,
  everySecondTime,
  nextAfter,
  ofOne,
  ofTwo,
  once,
  whenConcurrent,
} from '../remembering.ts';
import {
  all,
  by,
  type Condition,
  forCase,
  header,
  invalid,
  not,
  objectIn,
  on,
  withoutHeader,
} from '../requests.ts';
import {
  faultsOf,
  faultsUnseenByVerify,
  faultsWith,
  triedWithTwoClients,
  unseenByVerify,
  wrongStatuses,
} from '../rows.ts';

const reading: Condition = all(on('getCaseData'), by('member'));
const organisation: Condition = all(on('getOrganisation'), by('member'));
const list: Condition = all(on('listCases'), by('member'));
const description: Condition = all(on('getInterfaceDescription'), by('member'));

const sale: Condition = all(reading, forCase('sale-ta6-4th'));
const purchase: Condition = all(reading, forCase('purchase'));

/** `verify` repeats few interactions and probes. */
const repeated = faultsUnseenByVerify;

/** Services that are right the first time, and wrong when they are asked again. */
export const repetitionFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('case-data-200', '', [
    ...wrongStatuses('again', 'A case that is read again is', [204], (answer) =>
      again(reading, insteadOf(200, answer)),
    ),
    [
      'case-after-changes-500',
      'Once a client was changed, a case is answered 500',
      once(changingClients, reading, insteadOf(200, refusal(500))),
    ],
  ]),
  ...faultsOf('bodies-are-json', '', [
    'again-page',
    'A case that is read again is answered with a page of HTML',
    again(reading, insteadOf(200, page(200))),
  ]),
  ...repeated('purchase-yes-no', '/isNewBuild', [
    'again-is-new-build',
    'A question is answered by a boolean when it is read again',
    again(purchase, withRecordValue(purchase, '/isNewBuild', true)),
  ]),
  ...repeated('bodies-are-json', '', [
    'case-cut-if-compressed',
    'A case is cut if the caller takes compressed answers',
    when(all(reading, header('accept-encoding', 'gzip')), async (request, reference) => {
      const answer = await reference(request);
      return { ...answer, body: answer.body.slice(0, answer.body.length / 2) };
    }),
  ]),
  ...repeated('case-type', '/caseType', [
    'case-type-in-other-language',
    'The type of a case is in the language that the caller prefers (Accept-Language)',
    withRecordValue(
      all(reading, ({ headers }) => /^cy/.test(headers['accept-language'] ?? '')),
      '/caseType',
      'Gwerthiant',
    ),
  ]),
  ...repeated('case-data-200', '/price', [
    'after-changes-price',
    'The price is a text once a client was changed',
    once(changingClients, sale, withRecordValue(sale, '/price', '685000')),
  ]),
  ...repeated('bodies-are-json', '', [
    'organisation-not-json',
    'The organisation is shown as XML to a caller who does not ask for JSON',
    when(
      all(organisation, header('accept', '*/*')),
      always(written(200, '<organisation/>', 'application/xml')),
    ),
  ]),
  ...repeated('case-data-of-the-case', '/price', [
    'flips-price',
    'The price changes to and fro',
    everySecondTime(sale, withRecordValue(sale, '/price', 1)),
  ]),
  ...repeated('case-data-of-the-case', '', [
    'flips-contents',
    'Every second time, a case shows the contents of another one under its own identifier',
    everySecondTime(
      sale,
      changingRecords(sale, (record) => contentsOf('sale-ta6-5th', record)),
    ),
  ]),
  ...faultsOf(
    'get-organisation',
    '',
    wrongStatuses('organisation-again', 'The organisation that is read again is', [404], (answer) =>
      again(organisation, insteadOf(200, answer)),
    ),
  ),
  ...repeated('organisation-is-callers', '', [
    [
      'organisation-after-changes',
      'Once a client was changed, another organisation is shown',
      once(changingClients, organisation, anotherOrganisation()),
    ],
    [
      'organisation-next-after-outsider',
      'After a user of another organisation reads theirs, the next reader is shown another organisation',
      nextAfter(all(on('getOrganisation'), by('outsider')), organisation, anotherOrganisation()),
    ],
  ]),
  ...repeated('list-cases-exists', '', [
    ...wrongStatuses('list-again', 'The list of cases that is read again is', [404], (answer) =>
      again(list, insteadOf(200, answer)),
    ),
    [
      'list-after-changes-500',
      'Once a client was changed, the list of cases is answered 500',
      once(changingClients, list, insteadOf(200, refusal(500))),
    ],
  ]),
  ...faultsOf('description-served', '', [
    ...wrongStatuses('description-again', 'The description that is read again is', [404], (answer) =>
      again(description, insteadOf(200, answer)),
    ),
  ]),
  ...faultsOf('credentials-401', '', [
    'absent-accepted-again',
    'A case that was refused without an Authorization header can be read without one the next time',
    again(all(on('getCaseData'), withoutHeader), letIn),
  ]),
]);

/** The record with its own identifier and the contents of another case. */
function contentsOf(name: string, record: Json): JsonObject {
  const { caseId = null, caseType = null } = isJsonObject(record) ? record : {};
  return { ...without(recordNamed(name), 'caseId', 'caseType'), caseId, caseType };
}

function anotherOrganisation(): Behaviour {
  return mapJson(200, (value) => ({
    ...(isJsonObject(value) ? value : {}),
    id: '7c0f6a52-4b7b-4f8e-9d55-0a4b7f9f3c11',
    subDomain: 'another',
  }));
}

/** Interactions are sent one at a time. */
const concurrent = faultsUnseenByVerify;
const betweenClients = faultsWith({ ...triedWithTwoClients, ...unseenByVerify });

/** Services that are wrong when requests are concurrent. */
export const concurrencyFaults: readonly Fault[] = Object.freeze([
  ...concurrent('case-data-of-the-case', '/caseId', [
    'at-once-exchanged',
    'Two cases that are read concurrently are each answered with the record of the other',
    twoCases(([ofFirst, ofSecond]) => [ofSecond, ofFirst]),
  ]),
  ...concurrent('credentials-401', '', [
    'at-once-let-in',
    'Invalid credentials are accepted while the case is being read with valid ones',
    whenConcurrent(
      on('getCaseData'),
      (first, second) => ofOne(first, second) && invalid(first) !== invalid(second),
      async (first, second, reference) => [await letIn(first, reference), await letIn(second, reference)],
    ),
  ]),
  ...concurrent('get-organisation', '', [
    'crowded-organisation-500',
    'The third of three concurrent requests for the organisation is answered 500',
    crowded(
      (request, others) => on('getOrganisation')(request) && others.filter(on('getOrganisation')).length > 1,
      always(refusal(500)),
    ),
  ]),
  ...concurrent('outsider-403', '', [
    [
      'at-once-caller-of-first',
      'A member and a user of another organisation who read concurrently are both treated as the first of them',
      twoCallers(asFirst),
    ],
    [
      'at-once-list-of-another',
      'A member and a user of another organisation who list cases concurrently are both shown the cases of the other organisation',
      twoCallers(async () => [listElsewhere, listElsewhere], 'listCases'),
    ],
  ]),
  ...concurrent('update-client-fields', '/firstName', [
    'at-once-first-lost',
    'Of two concurrent changes of a client, the first is answered 200, but not made',
    ofOneClient(async (first, second, reference) => {
      const ofFirst = withMembers(await reference(asReading(first)), objectIn(first));
      return [ofFirst, await reference(second)];
    }),
  ]),
  ...concurrent('update-client-200', '', [
    'at-once-change-401',
    'Of two concurrent changes of a client, the second is answered 401',
    ofOneClient(async (first, _, reference) => [await reference(first), refusal(401)]),
  ]),
  ...betweenClients('update-client-fields', '/firstName', [
    'at-once-lands-on-other',
    'Of two clients that are changed concurrently, the second also gets the changes of the first',
    ofTwoClients(async (first, second, reference) => {
      const ofFirst = await reference(first);
      await reference(second);
      return [ofFirst, await reference(withBody(second, objectIn(first)))];
    }),
  ]),
  ...betweenClients('update-client-of-the-client', '/id', [
    'at-once-answers-exchanged',
    'Two clients that are changed concurrently are each answered with the record of the other',
    ofTwoClients(async (first, second, reference) => {
      const ofFirst = await reference(first);
      return [await reference(second), ofFirst];
    }),
  ]),
]);

/** Both callers are taken for the first. */
async function asFirst(...[first, second, reference]: Parameters<AnswerBoth>): ReturnType<AnswerBoth> {
  return [await reference(first), await reference({ ...second, headers: first.headers })];
}

const listElsewhere = json(200, [{ id: caseNamed('foreign-sale') }]);

type Answers = readonly [ofFirst: ServiceAnswer, ofSecond: ServiceAnswer];

/** Alters the answers when two cases are read concurrently. */
function twoCases(change: (answers: Answers) => Answers): Behaviour {
  return whenConcurrent(reading, ofTwo, async (first, second, reference) => {
    const answers = [await reference(first), await reference(second)] as const;
    return answers.every(({ status }) => status === 200) ? change(answers) : answers;
  });
}

/** Handles concurrent requests of a member and of a user of another organisation. */
function twoCallers(answerBoth: AnswerBoth, operation: OperationId = 'getCaseData'): Behaviour {
  return whenConcurrent(
    all(on(operation), not(invalid)),
    (first, second) =>
      by('member')(first) !== by('member')(second) && by('outsider')(first) !== by('outsider')(second),
    answerBoth,
  );
}

/** Handles concurrent changes of two fields of one client. */
function ofOneClient(answerBoth: AnswerBoth): Behaviour {
  return whenConcurrent(
    changingOneField,
    (first, second) => ofOne(first, second) && first.body !== second.body,
    answerBoth,
  );
}

/** Handles concurrent changes of one field of two clients. */
function ofTwoClients(answerBoth: AnswerBoth): Behaviour {
  return whenConcurrent(
    changingOneField,
    (first, second) => ofTwo(first, second) && fieldsOf(first) === fieldsOf(second),
    answerBoth,
  );
}

function fieldsOf(request: ServiceRequest): string {
  return Object.keys(objectIn(request)).join();
}

function withBody(request: ServiceRequest, body: object): ServiceRequest {
  return { ...request, body: JSON.stringify(body) };
}

function withMembers(answer: ServiceAnswer, members: object): ServiceAnswer {
  const record = recordIn(answer);
  return isJsonObject(record) ? { ...answer, body: JSON.stringify({ ...record, ...members }) } : answer;
}
