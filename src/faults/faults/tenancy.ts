import { randomUUID } from 'node:crypto';
import { empty, json, redirect, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { always, insteadOf, letIn, mapJson, together, when, withStatus } from '../behaviours.ts';
import { changingClients } from '../client-behaviours.ts';
import { recordNamed } from '../demo.ts';
import { faultsOf } from '../fault.ts';
import { all, by, forCase, forCaseElsewhere, on } from '../requests.ts';

/** Services that do not keep organisations apart. */
export const tenancyFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('outsider-403', '', [
    [
      'outsider-reads',
      'A user of another organisation reads the cases',
      when(all(on('getCaseData'), by('outsider')), letIn),
    ],
    [
      'outsider-reads-last',
      'A user of another organisation reads the case that is listed last',
      when(all(forCase('transfer-bare'), by('outsider')), letIn),
    ],
    [
      'outsider-reads-second-sale',
      'A user of another organisation reads the second sale',
      when(all(forCase('sale-ta6-5th'), by('outsider')), letIn),
    ],
    ['outsider-401', 'A user of another organisation is answered 401', toOutsider(refusal(401))],
    ['outsider-404', 'A user of another organisation is answered 404', toOutsider(refusal(404))],
    ['outsider-400', 'A user of another organisation is answered 400', toOutsider(refusal(400))],
    ['outsider-500', 'A user of another organisation is answered 500', toOutsider(refusal(500))],
    ['outsider-204', 'A user of another organisation is answered 204', toOutsider(empty(204))],
    [
      'outsider-200',
      'A user of another organisation is answered 200 with a message',
      toOutsider(refusal(200)),
    ],
    [
      'outsider-302',
      'A user of another organisation is sent to their own host',
      toOutsider(redirect(302, 'https://other.example/')),
    ],
    [
      'outsider-refused-with-record',
      'A user of another organisation is refused with 403, in a body that holds the record',
      when(
        all(on('getCaseData'), by('outsider')),
        together(
          letIn,
          mapJson(200, (record) => ({ message: 'Not yours.', record })),
          withStatus(403),
        ),
      ),
    ],
    [
      'outsider-changes-client',
      'A user of another organisation changes a client',
      when(all(on('updateClient'), by('outsider')), letIn),
    ],
    [
      'outsider-changes-something',
      'A user of another organisation changes something of a client, and is refused where they change nothing',
      when(all(changingClients, by('outsider')), letIn),
    ],
    [
      'outsider-lists',
      "A user of another organisation is shown the organisation's cases",
      when(all(on('listCases'), by('outsider')), letIn),
    ],
    [
      'outsider-lists-one',
      "A user of another organisation is shown one of the organisation's cases",
      when(
        all(on('listCases'), by('outsider')),
        always(json(200, [String(recordNamed('remortgage').caseId).toUpperCase()])),
      ),
    ],
  ]),
  ...faultsOf('outsider-403', '/title', [
    [
      'outsider-change-refused-and-done',
      'A change by a user of another organisation is answered 403, and done',
      when(all(changingClients, by('outsider')), together(letIn, insteadOf(200, refusal(403)))),
    ],
  ]),
  ...faultsOf('organisation-is-callers', '', [
    [
      'outsider-refused-with-organisation',
      "A user of another organisation is refused with 403, in a body that holds the organisation's record",
      when(
        all(on('getOrganisation'), by('outsider')),
        together(
          letIn,
          mapJson(200, (organisation) => ({ message: 'Not yours.', organisation })),
          withStatus(403),
        ),
      ),
    ],
    [
      'outsider-given-both-organisations',
      "A user of another organisation is given a list in which the organisation's record stands",
      when(
        all(on('getOrganisation'), by('outsider')),
        together(
          letIn,
          mapJson(200, (organisation) => [{ id: 'their-own' }, organisation]),
        ),
      ),
    ],
    [
      'outsider-given-organisation',
      "A user of another organisation is given the organisation's record",
      when(all(on('getOrganisation'), by('outsider')), letIn),
    ],
    [
      'outsider-given-wrapped-organisation',
      "A user of another organisation is given the organisation's record, which stands in a wrapper",
      together(
        when(all(on('getOrganisation'), by('outsider')), letIn),
        when(
          on('getOrganisation'),
          mapJson(200, (organisation) => ({ data: organisation })),
        ),
      ),
    ],
    [
      'outsider-given-stamped-organisation',
      "A user of another organisation is given the organisation's record, which carries the number of the request",
      together(
        when(all(on('getOrganisation'), by('outsider')), letIn),
        when(
          on('getOrganisation'),
          mapJson(200, (organisation) => ({ requestId: randomUUID(), data: organisation })),
        ),
      ),
    ],
  ]),
  ...faultsOf('case-data-404-foreign', '', [
    [
      'foreign-read',
      'A case of another organisation is read',
      when(all(forCaseElsewhere, by('member')), always(json(200, recordNamed('foreign-sale')))),
    ],
    ['foreign-403', 'A case of another organisation is answered 403', toForeign(refusal(403))],
    ['foreign-400', 'A case of another organisation is answered 400', toForeign(refusal(400))],
    ['foreign-401', 'A case of another organisation is answered 401', toForeign(refusal(401))],
    ['foreign-410', 'A case of another organisation is answered 410', toForeign(refusal(410))],
    ['foreign-500', 'A case of another organisation is answered 500', toForeign(refusal(500))],
    ['foreign-204', 'A case of another organisation is answered 204', toForeign(empty(204))],
    ['foreign-200', 'A case of another organisation is answered 200 with nothing', toForeign(json(200, {}))],
    [
      'foreign-bare',
      'Of a case of another organisation its identifier and type are told',
      when(
        all(forCaseElsewhere, by('member')),
        always(json(200, { caseId: recordNamed('foreign-sale').caseId ?? null, caseType: 'Sale' })),
      ),
    ],
  ]),
]);

function toOutsider(answer: ServiceAnswer): Behaviour {
  return when(all(on('getCaseData'), by('outsider')), insteadOf(403, answer));
}

function toForeign(answer: ServiceAnswer): Behaviour {
  return when(all(forCaseElsewhere, by('member')), insteadOf(404, answer));
}
