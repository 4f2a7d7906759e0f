import { isJsonObject } from '../../reference/json.ts';
import type { OperationId } from '../../specification/description.ts';
import { json, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer, ServiceRequest } from '../behaviour.ts';
import { always, letIn } from '../behaviours.ts';
import { asReading, changingOneName, recordIn } from '../client-behaviours.ts';
import { caseNamed } from '../demo.ts';
import { crowded, type Meeting, meeting, ofOne, ofTwo } from '../remembering.ts';
import { all, by, type Condition, invalid, not, objectIn, on } from '../requests.ts';
import {
  type FaultRow,
  faultsUnseenByVerify,
  faultsWith,
  triedWithTwoClients,
  unseenByVerify,
} from '../rows.ts';

const reading: Condition = all(on('getCaseData'), by('member'));

/** Interactions are sent one at a time. */
const atOnce = faultsUnseenByVerify;
const betweenClients = faultsWith({ ...triedWithTwoClients, ...unseenByVerify });

/** Services that are wrong when requests are concurrent. */
export const concurrencyFaults: readonly Fault[] = Object.freeze([
  ...atOnce('case-data-200', '', [
    ofTwoCases('first-409', 'the first is answered 409', ([, ofSecond]) => [refusal(409), ofSecond]),
  ]),
  ...atOnce('case-data-200', '', [
    'crowded-500-above-1',
    'Requests that come with 1 or more others under way are answered 500',
    crowded((_, others) => others.length > 0, always(refusal(500))),
  ]),
  ...atOnce('case-data-of-the-case', '/caseId', [
    'at-once-exchanged',
    'Two cases that are read concurrently are each answered with the record of the other',
    twoCases(([ofFirst, ofSecond]) => [ofSecond, ofFirst]),
  ]),
  ...atOnce('credentials-401', '', [
    'at-once-let-in',
    'Invalid credentials are accepted while the case is being read with valid ones',
    meeting(
      on('getCaseData'),
      (first, second) => ofOne(first, second) && invalid(first) !== invalid(second),
      async (first, second, reference) => [await letIn(first, reference), await letIn(second, reference)],
    ),
  ]),
  ...atOnce('outsider-403', '', [
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
  ...atOnce('update-client-fields', '/lastName', [
    'at-once-second-lost',
    'Of two concurrent changes of a client, the second is answered 200, but not made',
    ofOneClient(async (first, second, reference) => {
      const ofFirst = await reference(first);
      const ofSecond = await reference(asReading(second));
      return [ofFirst, withMembers(ofSecond, objectIn(second))];
    }),
  ]),
  ...atOnce('update-client-fields', '', [
    'crowded-change-500',
    'While another request is in progress, requests about a client are answered 500',
    crowded((request, others) => on('updateClient')(request) && others.length > 0, always(refusal(500))),
  ]),
  ...atOnce('update-client-200', '/lastName', [
    'at-once-answer-stale',
    'Two concurrent changes of a client are both answered with the record after the first',
    ofOneClient(async (first, second, reference) => {
      const ofFirst = await reference(first);
      await reference(second);
      return [ofFirst, ofFirst];
    }),
  ]),
  ...atOnce('update-client-200', '', [
    'at-once-change-401',
    'Of two concurrent changes of a client, the second is answered 401',
    ofOneClient(async (first, _, reference) => [await reference(first), refusal(401)]),
  ]),
  ...betweenClients('update-client-of-the-client', '/firstName', [
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
async function asFirst(...[first, second, reference]: Parameters<Meeting>): ReturnType<Meeting> {
  return [await reference(first), await reference({ ...second, headers: first.headers })];
}

const listElsewhere = json(200, [{ id: caseNamed('foreign-sale') }]);

type Answers = readonly [ofFirst: ServiceAnswer, ofSecond: ServiceAnswer];

/** Alters the answers when two cases are read concurrently. */
function ofTwoCases(id: string, words: string, change: (answers: Answers) => Answers): FaultRow {
  return [`at-once-${id}`, `Of two cases that are read concurrently, ${words}`, twoCases(change)];
}

/** Alters the answers when two cases are read concurrently. */
function twoCases(change: (answers: Answers) => Answers): Behaviour {
  return meeting(reading, ofTwo, async (first, second, reference) => {
    const answers = [await reference(first), await reference(second)] as const;
    return answers.every(({ status }) => status === 200) ? change(answers) : answers;
  });
}

/** Handles concurrent requests of a member and of a user of another organisation. */
function twoCallers(meet: Meeting, operation: OperationId = 'getCaseData'): Behaviour {
  return meeting(
    all(on(operation), not(invalid)),
    (first, second) =>
      by('member')(first) !== by('member')(second) && by('outsider')(first) !== by('outsider')(second),
    meet,
  );
}

/** Handles concurrent changes of two fields of one client. */
function ofOneClient(meet: Meeting): Behaviour {
  return meeting(
    changingOneName,
    (first, second) => ofOne(first, second) && first.body !== second.body,
    meet,
  );
}

/** Handles concurrent changes of one field of two clients. */
function ofTwoClients(meet: Meeting): Behaviour {
  return meeting(
    changingOneName,
    (first, second) => ofTwo(first, second) && fieldsOf(first) === fieldsOf(second),
    meet,
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
