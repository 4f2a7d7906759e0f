import { isJsonObject, type Json, type JsonObject } from '../../reference/json.ts';
import { json, page, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { everyNth, insteadOf, letIn, mapJson, when } from '../behaviours.ts';
import { changingClients, without } from '../client-behaviours.ts';
import { recordNamed } from '../demo.ts';
import { changingRecords, withRecordValue } from '../records.ts';
import { again, asked, everySecondTime, nextAfter, once } from '../remembering.ts';
import { all, by, type Condition, forCase, invalid, on, withoutHeader } from '../requests.ts';
import { faultsOf, faultsUnseenByVerify, wrongStatuses } from '../rows.ts';
import { absent } from '../values.ts';

const reading: Condition = all(on('getCaseData'), by('member'));
const organisation: Condition = all(on('getOrganisation'), by('member'));
const list: Condition = all(on('listCases'), by('member'));
const description: Condition = all(on('getInterfaceDescription'), by('member'));

const sale: Condition = all(reading, forCase('sale-ta6-4th'));
const purchase: Condition = all(reading, forCase('purchase'));

/** Interactions are sent once. */
const seldom = faultsUnseenByVerify;

/** Services that are right the first time, and wrong when they are asked again. */
export const repetitionFaults: readonly Fault[] = Object.freeze([
  ...seldom('case-data-200', '', [
    ...wrongStatuses('again', 'A case that is read again is', [204, 302, 404], (answer) =>
      again(reading, insteadOf(200, answer)),
    ),
    [
      'after-refusal-404',
      'After invalid credentials, the next reading of a case is answered 404',
      nextAfter(all(on('getCaseData'), invalid), reading, insteadOf(200, refusal(404))),
    ],
    [
      'third-reading-500',
      'The third reading of the same path is answered 500',
      asked((times) => times === 3, reading, insteadOf(200, refusal(500))),
    ],
    [
      'case-after-changes-500',
      'Once a client was changed, a case is answered 500',
      once(changingClients, reading, insteadOf(200, refusal(500))),
    ],
  ]),
  ...seldom('bodies-are-json', '', [
    ['again-page', 'A case that is read again is answered with a page of HTML', second(reading, page(200))],
    [
      'list-after-changes-page',
      'Once a client was changed, the list of cases is a page of HTML',
      once(changingClients, list, insteadOf(200, page(200))),
    ],
  ]),
  ...seldom('case-price', '/price', [
    'again-price',
    'The price is a text when it is read again',
    again(sale, withRecordValue(sale, '/price', '685000')),
  ]),
  ...seldom('purchase-yes-no', '/isNewBuild', [
    'again-is-new-build',
    'A question is answered by a boolean when it is read again',
    again(purchase, withRecordValue(purchase, '/isNewBuild', true)),
  ]),
  ...seldom('case-data-200', '/price', [
    'after-changes-price',
    'The price is a text once a client was changed',
    once(changingClients, sale, withRecordValue(sale, '/price', '685000')),
  ]),
  ...seldom('case-data-200', '/caseType', [
    'after-changes-case-type',
    'The type is missing once a client was changed',
    once(changingClients, sale, withRecordValue(sale, '/caseType', absent)),
  ]),
  ...seldom('case-data-of-the-case', '/price', [
    'flips-price',
    'The price differs every second time',
    everySecondTime(sale, withRecordValue(sale, '/price', 1)),
  ]),
  ...seldom('case-data-of-the-case', '/TA6/listingGrade', [
    'flips-ta6-listing-grade',
    'A form differs every second time',
    everySecondTime(sale, withRecordValue(sale, '/TA6/listingGrade', 'grade I')),
  ]),
  ...seldom('case-data-of-the-case', '', [
    'flips-contents',
    'Every second time, a case shows the contents of another one under its own identifier',
    everySecondTime(
      sale,
      changingRecords(sale, (record) => contentsOf('sale-ta6-5th', record)),
    ),
  ]),
  ...seldom(
    'get-organisation',
    '',
    wrongStatuses('organisation-again', 'The organisation that is read again is', [302, 404, 500], (answer) =>
      again(organisation, insteadOf(200, answer)),
    ),
  ),
  ...seldom('get-organisation', '', [
    'organisation-after-changes-500',
    'Once a client was changed, the organisation is answered 500',
    once(changingClients, organisation, insteadOf(200, refusal(500))),
  ]),
  ...seldom('organisation-is-callers', '', [
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
  ...seldom('list-cases-exists', '', [
    ...wrongStatuses('list-again', 'The list of cases that is read again is', [302, 404, 500], (answer) =>
      again(list, insteadOf(200, answer)),
    ),
    [
      'list-after-changes-500',
      'Once a client was changed, the list of cases is answered 500',
      once(changingClients, list, insteadOf(200, refusal(500))),
    ],
  ]),
  ...faultsOf('description-served', '', [
    ...wrongStatuses(
      'description-again',
      'The description that is read again is',
      [302, 404, 500],
      (answer) => again(description, insteadOf(200, answer)),
    ),
    [
      'description-again-empty',
      'The description that is read again is an empty object',
      second(description, json(200, {})),
    ],
  ]),
  ...seldom('credentials-401', '', [
    [
      'tenth-invalid-accepted',
      'Every tenth request for a case with invalid credentials is accepted',
      when(all(on('getCaseData'), invalid), everyNth(10, letIn)),
    ],
    [
      'absent-accepted-again',
      'A case that was refused without an Authorization header can be read without one the next time',
      again(all(on('getCaseData'), withoutHeader), letIn),
    ],
  ]),
]);

function second(condition: Condition, answer: ServiceAnswer): Behaviour {
  return again(condition, insteadOf(200, answer));
}

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
