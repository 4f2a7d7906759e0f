import { empty, json, page, redirect, refusal, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { always, changed, everyNth, insteadOf, mapBody, mapJson, when } from '../behaviours.ts';
import { recordNamed } from '../demo.ts';
import { faultsOf } from '../fault.ts';
import { all, by, type Condition, forAbsentCase, forCase, forNoCase, identifierIn, on } from '../requests.ts';
import { withValueAt } from '../values.ts';

/** Services that read a case's data wrongly, whatever the record holds. */
export const caseDataFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('case-data-200', '', [
    ['cases-404', 'A case of the organisation is answered 404', toMember(refusal(404))],
    ['cases-403', 'A case of the organisation is answered 403', toMember(refusal(403))],
    [
      'cases-401',
      'A case of the organisation is answered 401, though the token is valid',
      toMember(refusal(401)),
    ],
    ['cases-500', 'A case of the organisation is answered 500', toMember(refusal(500))],
    ['cases-204', 'A case of the organisation is answered 204', toMember(empty(204))],
    ['cases-304', 'A case of the organisation is answered 304', toMember(empty(304))],
    [
      'cases-302',
      'A case of the organisation is answered with a redirect',
      toMember(redirect(302, '/api/v2/org')),
    ],
    ['cases-201', 'The record is answered 201', when(on('getCaseData'), as(201))],
    ['cases-202', 'The record is answered 202', when(on('getCaseData'), as(202))],
    ['cases-203', 'The record is answered 203', when(on('getCaseData'), as(203))],
    ['cases-206', 'The record is answered 206', when(on('getCaseData'), as(206))],
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
    ['case-page', 'A case is answered with a page of HTML', to(forCase('purchase'), page(200))],
    [
      'case-cut',
      'The record breaks off before its end',
      when(
        forCase('sale-ta6-4th'),
        mapBody(200, (body) => body.slice(0, -1)),
      ),
    ],
    [
      'case-not-a-number',
      'The price is written NaN',
      when(
        forCase('purchase'),
        mapBody(200, (body) => body.replace(/"price":[^,}]*/, '"price":NaN')),
      ),
    ],
    [
      'case-trailing-comma',
      'The record ends with a comma too many',
      when(
        forCase('transfer'),
        mapBody(200, (body) => body.replace(/\}$/, ',}')),
      ),
    ],
    [
      'case-single-quotes',
      'The record is written with single quotes',
      when(
        forCase('sale-bare'),
        mapBody(200, (body) => body.replaceAll('"', "'")),
      ),
    ],
    [
      'case-guarded',
      'Before the record stands what keeps browsers from running it',
      when(
        on('getCaseData'),
        mapBody(200, (body) => `)]}',\n${body}`),
      ),
    ],
    [
      'case-xml',
      'The record is written in XML',
      when(
        all(on('getCaseData'), by('member')),
        insteadOf(200, written(200, '<case><caseType>Sale</caseType></case>', 'application/xml')),
      ),
    ],
    [
      'case-lines',
      'The record is followed by another',
      when(
        on('getCaseData'),
        mapBody(200, (body) => `${body}\n${body}`),
      ),
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
      when(forCase('sale-ta6-6th'), withField('/caseId', recordNamed('sale-bare').caseId ?? null)),
    ],
    [
      'another-identifier-in-last',
      'The record that is listed last carries an identifier of its own',
      when(forCase('transfer-bare'), withField('/caseId', 'b4de40f2-6f4a-4cf7-8d94-6f0a5a0f6a55')),
    ],
  ]),
  ...faultsOf('case-data-of-the-case', '/caseType', [
    [
      'remortgage-called-transfer',
      'A remortgage is called a transfer',
      when(forCase('remortgage-bare'), withField('/caseType', 'Transfer')),
    ],
    [
      'purchase-called-sale',
      'A purchase is called a sale',
      when(forCase('purchase-bare'), withField('/caseType', 'Sale')),
    ],
    [
      'every-case-called-sale',
      'Every case is called a sale',
      when(on('getCaseData'), withField('/caseType', 'Sale')),
    ],
  ]),
  ...faultsOf('case-data-404-absent', '', [
    [
      'malformed-case-200',
      'An identifier that is no UUID is answered 200',
      when((request) => identifierIn(request) === 'not-a-uuid', insteadOf(404, json(200, {}))),
    ],
    [
      'malformed-case-500',
      'An identifier that is no UUID is answered 500',
      when((request) => identifierIn(request) === 'not-a-uuid', insteadOf(404, refusal(500))),
    ],
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
    ['absent-case-204', 'A case that does not exist is answered 204', toAbsent(empty(204))],
    [
      'absent-case-302',
      'A case that does not exist is answered with a redirect',
      toAbsent(redirect(302, '/')),
    ],
    ['absent-case-400', 'A case that does not exist is answered 400', toAbsent(refusal(400))],
    [
      'absent-case-401',
      'A case that does not exist is answered 401, though the token is valid',
      toAbsent(refusal(401)),
    ],
    ['absent-case-403', 'A case that does not exist is answered 403', toAbsent(refusal(403))],
    ['absent-case-410', 'A case that does not exist is answered 410', toAbsent(refusal(410))],
    ['absent-case-500', 'A case that does not exist is answered 500', toAbsent(refusal(500))],
  ]),
  ...faultsOf('case-data-400', '', [
    ['no-identifier-404', 'A missing identifier is answered 404', toNone(refusal(404))],
    ['no-identifier-405', 'A missing identifier is answered 405', toNone(refusal(405))],
    ['no-identifier-422', 'A missing identifier is answered 422', toNone(refusal(422))],
    [
      'no-identifier-401',
      'A missing identifier is answered 401, though the token is valid',
      toNone(refusal(401)),
    ],
    ['no-identifier-500', 'A missing identifier is answered 500', toNone(refusal(500))],
    ['no-identifier-list', 'A missing identifier is answered 200 with a list', toNone(json(200, []))],
    [
      'no-identifier-merged',
      'A missing identifier is answered as though its slash were not there',
      toNone(redirect(301, '/api/v2/cases/data')),
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

function as(status: number): Behaviour {
  return changed((answer) => (answer.status === 200 ? { ...answer, status } : answer));
}

function withField(pointer: string, value: Parameters<typeof withValueAt>[2]): Behaviour {
  return mapJson(200, (record) => withValueAt(record, pointer, value));
}
