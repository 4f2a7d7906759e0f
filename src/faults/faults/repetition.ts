import { isJsonObject, type Json, type JsonObject } from '../../reference/json.ts';
import { empty, json, page, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { everyNth, insteadOf, letIn, mapBody, mapJson, when } from '../behaviours.ts';
import { changingClients, without } from '../client-behaviours.ts';
import { recordNamed } from '../demo.ts';
import { faultsOf, faultsUnseenByVerify, wrongStatuses } from '../fault.ts';
import { changingRecords, withRecordValue } from '../records.ts';
import { again, asked, everySecondTime, nextAfter, once } from '../remembering.ts';
import { all, by, type Condition, forCase, invalid, on, withoutHeader } from '../requests.ts';
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
    ...wrongStatuses('again', 'A case that is read again is', [204, 302, 304, 400, 401, 404, 500], (answer) =>
      again(reading, insteadOf(200, answer)),
    ),
    ['again-empty', 'A case that is read again is answered 200 without a body', second(reading, empty(200))],
    [
      'after-refusal-404',
      'After invalid credentials, the next reading of a case is answered 404',
      nextAfter(all(on('getCaseData'), invalid), reading, insteadOf(200, refusal(404))),
    ],
    [
      'after-refusal-401',
      'After invalid credentials, the next reading of a case is answered 401 whoever asks',
      nextAfter(all(on('getCaseData'), invalid), reading, insteadOf(200, refusal(401))),
    ],
    [
      'third-reading-500',
      'Whatever is read for the third time is answered 500',
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
      'again-cut',
      'The record breaks off before its end when it is read again',
      again(
        reading,
        mapBody(200, (body) => body.slice(0, -20)),
      ),
    ],
    ['list-again-page', 'The list of cases is a page of HTML when it is read again', second(list, page(200))],
    [
      'list-after-changes-page',
      'Once a client was changed, the list of cases is a page of HTML',
      once(changingClients, list, insteadOf(200, page(200))),
    ],
    [
      'organisation-again-page',
      'The organisation is answered with a page of HTML when it is read again',
      second(organisation, page(200)),
    ],
  ]),
  ...ofValues(again, 'again', 'when it is read again', [
    ['case-price', '/price', 'The price is a text', sale, '685000'],
    ['case-reference', '/reference', 'The reference is a number', sale, 143],
    ['case-address', '/address', 'The address is a text', purchase, '1 Sample Street'],
    ['case-id', '/caseId', 'There is no identifier', sale, absent],
    ['purchase-yes-no', '/isAuction', 'A question is answered in capitals', purchase, 'NO'],
    ['purchase-yes-no', '/isNewBuild', 'A question is answered by a boolean', purchase, true],
  ]),
  ...ofValues(afterChanges, 'after-changes', 'once a client was changed', [
    ['case-data-200', '/price', 'The price is a text', sale, '685000'],
    ['case-data-200', '/caseType', 'There is no type', sale, absent],
    ['case-data-200', '/location/latitude', 'The latitude is a text', sale, '51.5'],
  ]),
  ...ofValues(everySecondTime, 'flips', 'every second time', [
    ['case-data-of-the-case', '/price', 'The price is another', sale, 1],
    ['case-data-of-the-case', '/reference', 'There is no reference', sale, absent],
    ['case-data-of-the-case', '/isAuction', 'A question is answered otherwise', purchase, 'yes'],
    ['case-data-of-the-case', '/address', 'There is no address', purchase, absent],
    ['case-data-of-the-case', '/TA6', 'There is no form', sale, absent],
    ['case-data-of-the-case', '/TA6/listingGrade', 'A form says something else', sale, 'grade I'],
    ['case-data-of-the-case', '/address/postcode', 'The postcode is another', sale, 'ZZ1 1ZZ'],
    ['case-data-of-the-case', '/location/latitude', 'The place is another', sale, 1.5],
  ]),
  ...seldom('case-data-of-the-case', '/buyers', [
    'flips-buyers',
    'The second buyer is not there every second time',
    everySecondTime(
      sale,
      changingRecords(sale, (record) => mapMember(record, 'buyers', (all) => (all as Json[]).slice(0, 1))),
    ),
  ]),
  ...seldom('case-data-of-the-case', '/caseId', [
    'again-of-another',
    'A case that is read again is answered with the record of another',
    again(sale, insteadOf(200, json(200, recordNamed('sale-ta6-5th')))),
  ]),
  ...seldom('case-data-of-the-case', '', [
    [
      'flips-contents',
      'Every second time, a case shows all that another one holds, under its own identifier',
      everySecondTime(
        sale,
        changingRecords(sale, (record) => contentsOf('sale-ta6-5th', record)),
      ),
    ],
    [
      'flips-sparse',
      'Every second time, a case shows nothing but what every record must',
      everySecondTime(
        sale,
        changingRecords(sale, (record) => contentsOf('', record)),
      ),
    ],
  ]),
  ...seldom(
    'get-organisation',
    '',
    wrongStatuses(
      'organisation-again',
      'The organisation that is read again is',
      [204, 302, 401, 404, 500],
      (answer) => again(organisation, insteadOf(200, answer)),
    ),
  ),
  // Interactions read it more than once.
  ...faultsOf('get-organisation', '', [
    'organisation-again-empty-list',
    'The organisation that is read again is an empty list',
    second(organisation, json(200, [])),
  ]),
  ...seldom('get-organisation', '', [
    'organisation-after-changes-500',
    'Once a client was changed, the organisation is answered 500',
    once(changingClients, organisation, insteadOf(200, refusal(500))),
  ]),
  ...seldom('organisation-is-callers', '', [
    [
      'organisation-flips',
      'Every second time, the organisation is another one',
      everySecondTime(organisation, anotherOrganisation()),
    ],
    [
      'organisation-after-changes',
      'Once a client was changed, the organisation is another one',
      once(changingClients, organisation, anotherOrganisation()),
    ],
    [
      'organisation-next-after-outsider',
      'After a user of another organisation asked for theirs, the next reading of the organisation is another one',
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
      'A case that was refused without an Authorization header is read without one the next time',
      again(all(on('getCaseData'), withoutHeader), letIn),
    ],
    [
      'organisation-seventh-invalid-accepted',
      'Every seventh request for the organisation with invalid credentials is accepted',
      when(all(on('getOrganisation'), invalid), everyNth(7, letIn)),
    ],
  ]),
]);

function second(condition: Condition, answer: ServiceAnswer): Behaviour {
  return again(condition, insteadOf(200, answer));
}

/** A value that a record sometimes shows at one place. */
type OneValue = readonly [
  requirement: string,
  pointer: string,
  words: string,
  condition: Condition,
  value: Json | typeof absent,
];

function ofValues(
  now: (condition: Condition, behaviour: Behaviour) => Behaviour,
  id: string,
  when: string,
  rows: readonly OneValue[],
): readonly Fault[] {
  return rows.flatMap(([requirement, pointer, words, condition, value]) =>
    seldom(requirement, pointer, [
      `${id}${pointer
        .replaceAll('/', '-')
        .replaceAll(/(?<=[a-z])[A-Z]/g, '-$&')
        .toLowerCase()}`,
      `${words} ${when}`,
      now(condition, withRecordValue(condition, pointer, value)),
    ]),
  );
}

function afterChanges(condition: Condition, behaviour: Behaviour): Behaviour {
  return once(changingClients, condition, behaviour);
}

function mapMember(record: Json, name: string, change: (member: Json) => Json): Json {
  return isJsonObject(record) ? { ...record, [name]: change(record[name] ?? null) } : record;
}

/** The record with its own identifier and the contents of another case, or none. */
function contentsOf(name: string, record: Json): JsonObject {
  const { caseId = null, caseType = null } = isJsonObject(record) ? record : {};
  const others = name === '' ? {} : without(recordNamed(name), 'caseId', 'caseType');
  return { caseId, caseType, ...others };
}

function anotherOrganisation(): Behaviour {
  return mapJson(200, (value) => ({
    ...(isJsonObject(value) ? value : {}),
    id: '7c0f6a52-4b7b-4f8e-9d55-0a4b7f9f3c11',
    subDomain: 'another',
  }));
}
