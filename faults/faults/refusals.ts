import { isJsonObject, type Json, type JsonObject } from '../../src/reference/json.ts';
import { empty, json, page, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceRequest } from '../behaviour.ts';
import { answering, asMember, composed, insteadOf, when } from '../behaviours.ts';
import { pathOfAnother } from '../client-behaviours.ts';
import { recordNamed } from '../demo.ts';
import {
  all,
  by,
  type Condition,
  forAbsentCase,
  forForeignCase,
  forNoCase,
  invalid,
  on,
} from '../requests.ts';
import { faultsOf } from '../rows.ts';

const toInvalid = answering(on('getCaseData'), 401);

type Revealing = (record: JsonObject) => {
  readonly body?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
};

const foreign = recordNamed('foreign-sale');
const foreignReads = all(forForeignCase, by('member'));

const unknownReads = all(on('getCaseData'), invalid);
const outsiderReads = by('outsider', 'getCaseData');

function saying(message: string): ReturnType<Revealing> {
  return { body: { message } };
}

/**
 * A service whose matching refusals reveal something of a record.
 * @param pathOfRecord - the path of the revealed record; by default the requested record
 */
function refusing(
  condition: Condition,
  reveal: Revealing,
  pathOfRecord: (request: ServiceRequest) => string = ({ path }) => path,
): Behaviour {
  return when(condition, async (request, reference) => {
    const refused = await reference(request);
    const given = await asMember({ ...request, path: pathOfRecord(request) }, reference);
    const record: Json = given.status === 200 ? JSON.parse(given.body) : null;
    if (!isJsonObject(record) || refused.status < 400) return refused;
    const { body = { message: 'Not yours.' }, headers = {} } = reveal(record);
    return { ...refused, ...json(refused.status, body), headers: { ...refused.headers, ...headers } };
  });
}

export const refusalFaults: readonly Fault[] = [
  ...faultsOf({ requirement: 'error-message', pointer: '/message' })({
    'message-missing': ['The body of a 401 has no message', toInvalid(json(401, {}))],
    'message-boolean': ['The message of a 401 is a boolean', toInvalid(json(401, { message: false }))],
    'message-missing-for-outsider': [
      'Only the refusal of a user of another organisation has no message',
      when(by('outsider', 'getCaseData'), insteadOf(403, json(403, {}))),
    ],
    'message-missing-for-absent-case': [
      'Only the refusal of a case that does not exist has no message',
      when(forAbsentCase, by('member'), insteadOf(404, json(404, { code: 'CASE_NOT_FOUND' }))),
    ],
    'message-missing-for-no-identifier': [
      'Only the refusal of a missing identifier has no message',
      when(forNoCase, by('member'), insteadOf(400, json(400, { errors: ['id is required'] }))),
    ],
  }),
  ...faultsOf({ requirement: 'error-message' })({
    'refusal-page': ['The body of a 401 is HTML', toInvalid(page(401))],
    'not-found-page': ['The body of a 404 is HTML', when(on('getCaseData'), insteadOf(404, page(404)))],
    'no-identifier-empty': ['The body of a 400 is empty', when(forNoCase, insteadOf(400, empty(400)))],
    'outsider-page': ['The body of a 403 is HTML', when(on('getCaseData'), insteadOf(403, page(403)))],
  }),
  ...faultsOf({ requirement: 'bodies-are-json' })({
    'organisation-refusal-page': [
      'getOrganisation refuses invalid credentials with HTML',
      when(on('getOrganisation'), insteadOf(401, page(401))),
    ],
    'list-refusal-cut': [
      'listCases refuses invalid credentials with a body that breaks off',
      when(on('listCases'), insteadOf(401, written(401, '{"message": "No', 'application/json'))),
    ],
  }),
  ...faultsOf({ requirement: 'credentials-401', unseenBy: 'verify' })({
    'unknown-told-reference': [
      'The refusal of a caller without valid credentials names the reference of the case',
      refusing(unknownReads, ({ reference }) => saying(`Sign in to see ${String(reference)}.`)),
    ],
    'unknown-told-surname': [
      'The refusal of a caller without valid credentials names the last name of the client',
      refusing(all(on('updateClient'), invalid), ({ lastName }) =>
        saying(`Sign in to change ${String(lastName)}.`),
      ),
    ],
  }),
  ...faultsOf({ requirement: 'permissions-403', triedWith: 'two clients', unseenBy: 'verify' })(
    'restricted-told-email-of-another',
    'The refusal of a token without the permission to change a client names the e-mail address of another one',
    refusing(
      by('restricted', 'updateClient'),
      ({ emailAddress }) => saying(`You may not change ${String(emailAddress)}.`),
      pathOfAnother,
    ),
  ),
  ...faultsOf({ requirement: 'outsider-403', unseenBy: 'verify' })({
    'outsider-refused-with-postcode-in-header': [
      'A user of another organisation is refused a case, and a header shows the postcode of its address',
      refusing(outsiderReads, ({ address }) => ({ headers: { 'x-case': String(Object(address).postcode) } })),
    ],
    'outsider-refused-with-email': [
      'A change by a user of another organisation is refused in a message that names the e-mail address of the client',
      refusing(by('outsider', 'updateClient'), ({ emailAddress = '' }) => ({
        body: { message: 'Not yours.', client: { emailAddress } },
      })),
    ],
  }),
  ...faultsOf({ requirement: 'case-data-404-foreign' })(
    'foreign-refused-with-members',
    'A case of another organisation is refused with its type and reference next to the message',
    when(
      foreignReads,
      json(404, { message: 'Not yours.', caseType: 'Sale', reference: foreign.reference ?? null }),
    ),
  ),
  ...faultsOf({ requirement: 'case-data-404-foreign', unseenBy: 'verify' })(
    'foreign-refused-with-reference',
    'A case of another organisation is refused in a message that names its reference',
    composed(
      // The outsider may read this case, which belongs to their organisation.
      when(forForeignCase, by('outsider'), json(200, foreign)),
      when(foreignReads, json(404, { message: `${String(foreign.reference)} is not yours.` })),
    ),
  ),
  ...faultsOf({ requirement: 'case-data-404-absent' })(
    'absent-refused-with-list',
    'A case that does not exist is refused with a list that contains the record of another one',
    when(forAbsentCase, by('member'), json(404, { message: 'Not yours.', details: [{ record: foreign }] })),
  ),
];
