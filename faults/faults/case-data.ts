import { empty, json, page, refusal } from '../answers.ts';
import type { Fault } from '../behaviour.ts';
import { answering, everyNth, insteadOf, when, withHeaders } from '../behaviours.ts';
import { absent } from '../catalogue/records.ts';
import { recordNamed } from '../demo.ts';
import { changingRecords, withRecordValue } from '../records.ts';
import { all, by, forAbsentCase, forCase, forMalformedCase, forNoCase } from '../requests.ts';
import { faultsOf, wrongStatuses } from '../rows.ts';

const reading = by('member', 'getCaseData');
const toMember = answering(reading, 200);
const toNone = answering(all(forNoCase, by('member')));
const organisation = answering(by('member', 'getOrganisation'), 200);
const list = answering(by('member', 'listCases'), 200);

export const caseDataFaults: readonly Fault[] = [
  ...faultsOf({ requirement: 'case-data-200' })({
    ...wrongStatuses('cases', 'A case of the organisation is', [204, 302, 404, 500], toMember),
    'cases-empty': ['A case of the organisation is answered 200 without a body', toMember(empty(200))],
    'every-second-case-500': [
      'Every second reading of a case is answered 500',
      when(reading, everyNth(2, insteadOf(200, refusal(500)))),
    ],
  }),
  ...faultsOf({ requirement: 'bodies-are-json' })({
    'case-page': [
      'A case is answered with a page of HTML',
      answering(all(forCase('purchase'), by('member')), 200)(page(200)),
    ],
    'case-labelled-gzip': [
      'A case is plain JSON, but its Content-Encoding says gzip',
      when(forCase('purchase'), withHeaders({ 'content-encoding': 'x-gzip' })),
    ],
    'organisation-page': ['The organisation is answered with a page of HTML', organisation(page(200))],
    'list-page': ['The list of cases is a page of HTML', list(page(200))],
  }),
  ...faultsOf({ requirement: 'case-data-of-the-case', pointer: '/caseId' })(
    'another-case',
    'Every case is answered with the record of the same case',
    toMember(json(200, recordNamed('sale-ta6-4th'))),
  ),
  ...faultsOf({ requirement: 'case-data-of-the-case', pointer: '/caseType' })(
    'remortgage-called-transfer',
    'A remortgage is called a transfer',
    withRecordValue(forCase('remortgage-bare'), '/caseType', 'Transfer'),
  ),
  // Unseen by `verify`: every interaction uses UUIDs.
  ...faultsOf({ requirement: 'case-data-404-absent', unseenBy: 'verify' })(
    wrongStatuses(
      'malformed-case',
      'An identifier that is not a UUID is',
      [200, 500],
      answering(forMalformedCase, 404),
    ),
  ),
  ...faultsOf({ requirement: 'case-data-404-absent' })(
    wrongStatuses(
      'absent-case',
      'A case that does not exist is',
      [204, 302, 403, 500],
      answering(all(forAbsentCase, by('member'))),
    ),
  ),
  ...faultsOf({ requirement: 'case-data-400' })({
    ...wrongStatuses('no-identifier', 'A missing identifier is', [301, 404, 500], toNone),
    'no-identifier-list': ['A missing identifier is answered 200 with a list', toNone(json(200, []))],
  }),
  // Faults: the organisation's details are missing, or cases are not listed. The documents leave the contents open.
  ...faultsOf({ requirement: 'get-organisation' })(
    wrongStatuses('organisation', 'The organisation is', [204, 302, 404, 500], organisation),
  ),
  ...faultsOf({ requirement: 'list-cases-exists' })({
    ...wrongStatuses('list', 'The list of cases is', [302, 404, 500], list),
    'list-without-body': ['The list of cases is answered 200 without a body', list(empty(200))],
  }),
  ...faultsOf({ requirement: 'case-type' })(
    'record-in-array',
    'The record is in an array',
    changingRecords(forCase('remortgage'), (record) => [record]),
  ),
  ...faultsOf({ requirement: 'case-id', pointer: '/caseId' })(
    'id-missing',
    'caseId is missing',
    withRecordValue(forCase('sale-ta6-4th'), '/caseId', absent),
  ),
  ...faultsOf({ requirement: 'case-type', pointer: '/caseType' })(
    'type-missing',
    'caseType is missing',
    withRecordValue(forCase('sale-ta6-4th'), '/caseType', absent),
  ),
  ...faultsOf({ requirement: 'purchase-owners', pointer: '/owners/1/isDeceased' })(
    'second-owner-deceased',
    'isDeceased of the second owner is a boolean',
    withRecordValue(forCase('purchase'), '/owners/1/isDeceased', false),
  ),
  ...faultsOf({ requirement: 'case-price', pointer: '/price', triedIn: 'realistic', unseenBy: 'verify' })(
    'price-comma',
    'The highest price has a comma',
    withRecordValue(forCase('sale-glebe'), '/price', '749,950'),
  ),
];
