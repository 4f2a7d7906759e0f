import { empty, json, page, refusal, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { always, changed, everyNth, insteadOf, when } from '../behaviours.ts';
import { recordNamed } from '../demo.ts';
import { type FaultRow, faultsOf, faultsUnseenByVerify, wrongStatuses } from '../fault.ts';
import { withRecordValue, writingRecords } from '../records.ts';
import {
  all,
  by,
  type Condition,
  forAbsentCase,
  forCase,
  forEmptySegment,
  forMalformedCase,
  forNoCase,
  on,
} from '../requests.ts';

/** Case records in a text that is almost JSON. */
const misspelt: readonly (readonly [id: string, title: string, name: string, (body: string) => string])[] = [
  ['cut', 'The record breaks off before its end', 'sale-ta6-4th', (body) => body.slice(0, -1)],
  [
    'not-a-number',
    'The price is written NaN',
    'purchase',
    (body) => body.replace(/(?<="price":)[^,}]*/, 'NaN'),
  ],
  ['trailing-comma', 'The record ends with a comma too many', 'transfer', (body) => body.replace(/}$/, ',}')],
  [
    'single-quotes',
    'The record is written with single quotes',
    'sale-bare',
    (body) => body.replaceAll('"', "'"),
  ],
  [
    'guarded',
    'Before the record stands what keeps browsers from running it',
    'sale-bare',
    (body) => `)]}',\n${body}`,
  ],
  ['lines', 'The record is followed by another', 'sale-bare', (body) => `${body}\n${body}`],
];

/** Services that are wrong when a case's data is read, for any record. */
export const caseDataFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('case-data-200', '', [
    ...wrongStatuses('cases', 'A case of the organisation is', [204, 302, 304, 401, 403, 404, 500], toMember),
    ...[201, 202, 203, 206].map<FaultRow>((status) => [
      `cases-${status}`,
      `The record is answered ${status}`,
      when(
        on('getCaseData'),
        changed((answer) => (answer.status === 200 ? { ...answer, status } : answer)),
      ),
    ]),
    ['cases-empty', 'A case of the organisation is answered 200 without a body', toMember(empty(200))],
    ['second-sale-404', 'The second sale is answered 404', to(forCase('sale-ta6-5th'), refusal(404))],
    [
      'last-case-500',
      'The case that is listed last is answered 500',
      to(forCase('transfer-bare'), refusal(500)),
    ],
    [
      'remortgages-404',
      'A remortgage is answered 404',
      to(forCase('remortgage', 'remortgage-bare'), refusal(404)),
    ],
    [
      'bare-case-404',
      'A case of which nothing is known is answered 404',
      to(forCase('purchase-bare'), refusal(404)),
    ],
    [
      'every-second-case-500',
      'Every second reading of a case is answered 500',
      when(all(on('getCaseData'), by('member')), everyNth(2, insteadOf(200, refusal(500)))),
    ],
  ]),
  ...faultsOf('bodies-are-json', '', [
    ...misspelt.map<FaultRow>(([id, title, name, write]) => [
      `case-${id}`,
      title,
      writingRecords(forCase(name), write),
    ]),
    ['case-page', 'A case is answered with a page of HTML', to(forCase('purchase'), page(200))],
    [
      'case-xml',
      'The record is written in XML',
      toMember(written(200, '<case><caseType>Sale</caseType></case>', 'application/xml')),
    ],
  ]),
  ...faultsOf('case-data-of-the-case', '/caseId', [
    [
      'another-case',
      'Each case is answered with the record of one and the same',
      to(on('getCaseData'), json(200, recordNamed('sale-ta6-4th'))),
    ],
    [
      'another-case-of-its-type',
      'One purchase is answered with the record of another',
      to(forCase('purchase'), json(200, recordNamed('purchase-odd'))),
    ],
    [
      'another-identifier',
      'The record carries the identifier of another case',
      withRecordValue(forCase('sale-ta6-6th'), '/caseId', recordNamed('sale-bare').caseId ?? null),
    ],
    [
      'another-identifier-in-last',
      'The record that is listed last carries an identifier of its own',
      withRecordValue(forCase('transfer-bare'), '/caseId', 'b4de40f2-6f4a-4cf7-8d94-6f0a5a0f6a55'),
    ],
  ]),
  ...faultsOf('case-data-of-the-case', '/caseType', [
    [
      'remortgage-called-transfer',
      'A remortgage is called a transfer',
      withRecordValue(forCase('remortgage-bare'), '/caseType', 'Transfer'),
    ],
    [
      'purchase-called-sale',
      'A purchase is called a sale',
      withRecordValue(forCase('purchase-bare'), '/caseType', 'Sale'),
    ],
  ]),
  // No interaction uses identifiers of another form.
  ...faultsUnseenByVerify(
    'case-data-404-absent',
    '',
    wrongStatuses('malformed-case', 'An identifier that is no UUID is', [200, 500], (answer) =>
      when(forMalformedCase, insteadOf(404, answer)),
    ),
  ),
  ...faultsOf('case-data-404-absent', '', [
    ...wrongStatuses(
      'absent-case',
      'A case that does not exist is',
      [204, 302, 400, 401, 403, 410, 500],
      toAbsent,
    ),
    ['absent-case-200', 'A case that does not exist is answered 200 with nothing', toAbsent(json(200, {}))],
    [
      'absent-case-200-null',
      'A case that does not exist is answered 200 with null',
      toAbsent(json(200, null)),
    ],
    [
      'absent-case-200-message',
      'A case that does not exist is answered 200 with a message',
      toAbsent(refusal(200)),
    ],
    [
      'absent-case-200-other',
      'A case that does not exist is answered with another case',
      toAbsent(json(200, recordNamed('sale-bare'))),
    ],
  ]),
  ...faultsOf('case-data-400', '', [
    ...wrongStatuses('no-identifier', 'A missing identifier is', [301, 401, 404, 405, 422, 500], toNone),
    ['no-identifier-list', 'A missing identifier is answered 200 with a list', toNone(json(200, []))],
    [
      'empty-segment-any',
      'An empty segment alone is answered with the first case',
      when(all(forEmptySegment, by('member')), insteadOf(400, json(200, recordNamed('sale-ta6-4th')))),
    ],
    [
      'no-identifier-any',
      'A missing identifier is answered with the first case',
      toNone(json(200, recordNamed('sale-ta6-4th'))),
    ],
  ]),
]);

function to(condition: Condition, answer: ServiceAnswer): Behaviour {
  return when(all(condition, by('member')), insteadOf(200, answer));
}

function toMember(answer: ServiceAnswer): Behaviour {
  return to(on('getCaseData'), answer);
}

function toAbsent(answer: ServiceAnswer): Behaviour {
  return when(all(forAbsentCase, by('member')), always(answer));
}

function toNone(answer: ServiceAnswer): Behaviour {
  return when(all(forNoCase, by('member')), always(answer));
}
