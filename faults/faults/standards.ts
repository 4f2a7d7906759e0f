import { empty, json, refusal } from '../answers.ts';
import type { Fault, ServiceRequest } from '../behaviour.ts';
import {
  asMember,
  changed,
  everyText,
  insteadOf,
  leavingOutHeader,
  mapBody,
  mapObject,
  ofType,
  when,
  withHeaders,
} from '../behaviours.ts';
import { writingEveryRecord } from '../records.ts';
import { forForeignCase, on, withoutHeader } from '../requests.ts';
import { byId, type Entry, faultsOf } from '../rows.ts';

/** Details in refusals that help only an attacker. */
const revealed: readonly Entry<[detail: string]>[] = [
  ['stack-java', 'a stack trace of Java', 'AuthException\n\tat org.example.cases.Auth.check(Auth.java:41)'],
  ['sql', 'SQL', "SELECT id FROM tokens WHERE hash = 'x'"],
  ['path', 'the path of a file', 'cannot open /var/lib/cases/tokens.db'],
];

/** Services that follow the documents, but break a public standard. This leads to advice, and the run does not fail. */
export const standardsFaults: readonly Fault[] = [
  ...faultsOf({ requirement: 'json-media-type', unseenBy: 'verify' })({
    'standard-no-media-type': ['JSON answers have no media type', leavingOutHeader('content-type')],
    'standard-media-type-of-records': [
      'Only case records have the media type application/octet-stream',
      when(on('getCaseData'), ofType('application/octet-stream')),
    ],
  }),
  ...faultsOf({ requirement: 'json-utf8', unseenBy: 'verify' })({
    'standard-byte-order-mark': ['JSON begins with a byte order mark', everyText((body) => `\ufeff${body}`)],
  }),
  // The body is sent in ISO-8859-1, so `verify` cannot read records with non-ASCII letters as JSON.
  ...faultsOf({ requirement: 'json-utf8' })({
    'standard-latin-1': ['JSON names the charset ISO-8859-1', ofType('application/json; charset=iso-8859-1')],
  }),
  ...faultsOf({ requirement: 'json-unique-names', unseenBy: 'verify' })({
    'standard-name-twice': [
      'A record has its caseId twice',
      writingEveryRecord((body) => body.replace(/^\{("caseId":"[^"]*"),/, '{$1,$1,')),
    ],
    'standard-name-twice-escaped': [
      'A refusal has its message twice, once with an escape',
      mapBody(401, (body) => body.replace(/\}$/, String.raw`,"m\u0065ssage":"No."}`)),
    ],
  }),
  ...faultsOf({ requirement: 'authentication-challenge', unseenBy: 'verify' })({
    'standard-no-challenge': ['A 401 has no WWW-Authenticate', leavingOutHeader('www-authenticate')],
    'standard-basic-challenge': [
      'A 401 asks for Basic',
      withHeaders({ 'www-authenticate': 'Basic realm="cases"' }),
    ],
  }),
  ...faultsOf({ requirement: 'existence-not-told', unseenBy: 'verify' })(
    'standard-foreign-case-told',
    'The message for a case of another organisation reveals that it exists',
    when(forForeignCase, insteadOf(404, json(404, { message: 'This case is of another organisation.' }))),
  ),
  ...faultsOf({ requirement: 'head-as-get', unseenBy: 'verify' })(
    'standard-head-401-of-record',
    'HEAD without credentials is answered 401, with the Content-Length of the record',
    when(isHeadOfCase, withoutHeader, async (request, reference) => {
      const { status, body } = await asMember({ ...request, method: 'GET' }, reference);
      if (status !== 200) return refusal(401);
      return { ...empty(401), headers: { 'content-length': String(Buffer.byteLength(body)) } };
    }),
  ),
  ...faultsOf({ requirement: 'personal-data-not-cached', unseenBy: 'verify' })({
    'standard-no-cache-control': ['Answers have no Cache-Control', leavingOutHeader('cache-control')],
    'standard-clients-cached': [
      'Only clients may be stored by caches',
      when(on('updateClient'), withHeaders({ 'cache-control': 'max-age=60' })),
    ],
  }),
  ...faultsOf({ requirement: 'errors-reveal-nothing', unseenBy: 'verify' })(
    byId(
      revealed.map(([id, words, detail]) => [
        `standard-${id}`,
        `A refusal shows ${words}`,
        mapObject(401, (body) => ({ ...body, detail })),
      ]),
    ),
  ),
  ...faultsOf({ requirement: 'token-not-returned', unseenBy: 'verify' })(
    'standard-token-in-header',
    'A header of the description holds the token that was sent',
    when(
      on('getInterfaceDescription'),
      changed((answer, { headers }) => ({
        ...answer,
        headers: { ...answer.headers, 'x-authorization': headers.authorization ?? '' },
      })),
    ),
  ),
];

function isHeadOfCase(request: ServiceRequest): boolean {
  return request.method === 'HEAD' && on('getCaseData')({ ...request, method: 'GET' });
}
