import type { Json } from '../../src/reference/json.ts';
import { empty, json, refusal } from '../answers.ts';
import type { Behaviour, Variant } from '../behaviour.ts';
import { answering, composed, insteadOf, mapJson, when } from '../behaviours.ts';
import { only } from '../client-behaviours.ts';
import { recordNamed } from '../demo.ts';
import { by, forCase, header, not, on } from '../requests.ts';
import { variantsOf } from '../rows.ts';

const elsewhere = {
  id: 'e8667fb1-ac6f-4ce4-87de-a772327707d6',
  registeredName: 'Kitto Merrick & Bray LLP',
  subDomain: 'other',
};

const listing = answering(by('member', 'listCases'), 200);
const toOutsiderForCase = answering(by('outsider', 'getCaseData'), 403);

/** Variants of operations of which the documents only say that they exist or succeed. */
export const openOperationVariants: readonly Variant[] = [
  ...variantsOf({ requirement: 'organisation-record-fields', operations: ['getOrganisation', 'listCases'] })({
    'organisation-bare': ['The organisation has no fields', organisation(() => ({}))],
    'organisation-202': [
      'The organisation is answered with another status of success',
      when(on('getOrganisation'), insteadOf(200, json(203, { name: 'Hartley Penrose' }))),
    ],
    'organisation-restricted-parts': [
      'A token with few permissions is shown only the name and the sub-domain of the organisation',
      when(
        by('restricted', 'getOrganisation'),
        mapJson(200, (record) => only(Object(record), 'registeredName', 'subDomain')),
      ),
    ],
    'organisation-restricted-403': [
      'A token with few permissions is refused the organisation',
      when(by('restricted', 'getOrganisation'), refusal(403)),
    ],
  }),
  ...variantsOf({ requirement: 'list-cases-shape', operations: ['getOrganisation', 'listCases'] })({
    'list-empty': ['The list is empty', listing(json(200, []))],
    'list-204': ['The list is answered 204', listing(empty(204))],
    'list-403': ['The list requires a permission that no token has', listing(refusal(403))],
    'list-restricted-403': [
      'A token with few permissions is refused the list',
      when(by('restricted', 'listCases'), refusal(403)),
    ],
  }),
  ...variantsOf({ requirement: 'outsider-own-organisation', operations: ['getOrganisation', 'listCases'] })({
    'outsider-own-organisation': ['An outsider is shown their own', toOutsider('getOrganisation', elsewhere)],
    'outsider-own-cases': [
      'A user of another organisation is shown the list of their own cases',
      toOutsider('listCases', { cases: [{ caseId: recordNamed('foreign-sale').caseId ?? null }] }),
    ],
    'outsider-indistinct': [
      'All organisations are answered alike, with generic texts',
      indistinct({ type: 'conveyancer', isActive: true }),
    ],
    'outsider-told-nothing': [
      'A user of another organisation is answered 404 for their own',
      when(by('outsider', 'getOrganisation', 'listCases'), refusal(404)),
    ],
    'outsider-told-by-gateway': [
      'A gateway answers 401 if X-Tenant names another organisation than the token',
      when(by('outsider'), header('x-tenant', 'demo'), refusal(401)),
    ],
  }),
  ...variantsOf({ requirement: 'outsider-403', operations: ['updateClient'] })(
    'outsider-change-404',
    'A change by a user of another organisation is answered 404',
    when(by('outsider', 'updateClient'), refusal(404)),
  ),
  ...variantsOf({ requirement: 'permissions-403', operations: ['getCaseData'] })(
    'restricted-reads-one-case',
    'A token with few permissions can read one case, and is answered 403 for the others',
    when(on('getCaseData'), not(forCase('sale-bare')), by('restricted'), refusal(403)),
  ),
  ...variantsOf({ requirement: 'outsider-case', operations: ['getCaseData'] })({
    'outsider-case-404': ['An outsider is answered 404 for a case', toOutsiderForCase(refusal(404))],
    'outsider-case-contact': [
      'The refusal for a user of another organisation names a contact who is also in the record of a case',
      toOutsiderForCase(
        json(403, {
          message: 'Ask Tansley Brook Solicitors LLP (0161 496 0358, residential@tansleybrook.example.com).',
        }),
      ),
    ],
  }),
];

function organisation(change: (record: Json) => Json): Behaviour {
  return when(on('getOrganisation'), mapJson(200, change));
}

function toOutsider(operation: 'getOrganisation' | 'listCases', value: Json): Behaviour {
  return when(by('outsider', operation), insteadOf(403, json(200, value)));
}

function indistinct(record: Json): Behaviour {
  return composed(
    toOutsider('getOrganisation', record),
    organisation(() => record),
  );
}
