import { randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '../../src/reference/json.ts';
import { json, page, refusal } from '../answers.ts';
import type { Behaviour, ServiceAnswer, ServiceRequest, Variant } from '../behaviour.ts';
import { changed, composed, leavingOutHeader, when, withHeaders } from '../behaviours.ts';
import { fullClient, recordNamed } from '../demo.ts';
import { by, type Condition, forEmptySegment, forMalformedCase, not, on } from '../requests.ts';
import { variantsOf } from '../rows.ts';

const writes = on('updateClient', 'createOrganisation');
const reads = on('getOrganisation', 'listCases');

function refusingOn(operations: Condition, answer: (status: number) => ServiceAnswer): Behaviour {
  return when(
    operations,
    changed((given) => (given.status < 400 ? given : answer(given.status))),
  );
}

const { price = 0 } = recordNamed('purchase');

function refusing(body: (request: ServiceRequest, given: JsonObject) => Json): Behaviour {
  return changed((answer, request) =>
    answer.status < 400 ? answer : withBody(answer, body(request, JSON.parse(answer.body || '{}'))),
  );
}

function withBody(answer: ServiceAnswer, body: Json): ServiceAnswer {
  const written = json(answer.status, body);
  return { ...written, headers: { ...answer.headers, ...written.headers } };
}

export const refusalVariants: readonly Variant[] = [
  ...variantsOf({ requirement: 'error-further-fields' })(
    'errors-problem',
    'Refusals are problem details with a message',
    composed(
      refusing((_, given) => ({
        type: 'about:blank',
        title: 'Refused',
        status: 401,
        detail: null,
        ...given,
      })),
      changed((answer) =>
        answer.status < 400
          ? answer
          : { ...answer, headers: { ...answer.headers, 'content-type': 'application/problem+json' } },
      ),
    ),
  ),
  ...variantsOf({ requirement: 'error-message' })(
    'errors-markup',
    'The message of a refusal holds markup and line breaks',
    refusing(() => ({ message: '<script>\r\n</script>\u001b[31m' })),
  ),
  ...variantsOf({ requirement: 'update-and-create-errors' })({
    'write-errors-page': ['Refusals of writes are HTML', refusingOn(writes, page)],
    'malformed-identifier-422': [
      'An identifier that is not a UUID is answered 422',
      when(forMalformedCase, by('member'), refusal(422)),
    ],
  }),
  ...variantsOf({ requirement: 'case-data-400' })(
    'empty-segment-404',
    'A router answers an empty segment with 404 for everybody, and a blank one is answered 400',
    when(forEmptySegment, refusal(404)),
  ),
  ...variantsOf({ requirement: 'credentials-401' })({
    'challenge-absent': ['A refusal names no scheme', leavingOutHeader('www-authenticate')],
    'challenge-long': [
      'A refusal names several schemes',
      when(
        not(by('member')),
        withHeaders({
          'www-authenticate': 'Bearer realm="cases", error="invalid_token", Basic realm="cases"',
        }),
      ),
    ],
    'scheme-exact': [
      'The scheme is accepted only as Bearer',
      when(
        on('getCaseData', 'listCases', 'getOrganisation'),
        ({ headers }) => headers.authorization?.startsWith('bearer ') === true,
        refusal(401),
      ),
    ],
  }),
  ...variantsOf({ requirement: 'organisation-record-fields' })(
    'organisation-errors-other',
    'Refusals of reading the organisation and the list hold no message',
    refusingOn(reads, (status) => json(status, status === 401 ? { error: 'No.' } : ['No.'])),
  ),
  ...variantsOf({ requirement: 'error-message' })({
    'refusals-name-request': [
      'Refusals name the requested resource, and the number and the time of the request',
      refusing(({ method, path }) => ({
        message: `${method} ${decodeURIComponent(path)} is refused at ${new Date().toISOString()}.`,
        path,
        requestId: randomUUID(),
      })),
    ],
    'refusals-name-number': [
      'Refusals have a number that is equal to the price of a case',
      refusing(() => ({ message: 'Refused.', code: price })),
    ],
    'refusals-name-caller': [
      'Refusals name the caller, who has the name and the address of a client',
      refusing(() => ({
        message: `${String(fullClient.firstName)} ${String(fullClient.lastName)}, you may not.`,
        signedInAs: fullClient.emailAddress ?? null,
      })),
    ],
    'refusals-show-own-organisation': [
      "Refusals show the record of the caller's own organisation",
      when(not(on('getOrganisation')), async (request, reference) => {
        const answer = await reference(request);
        const own = await reference({ ...request, method: 'GET', path: '/api/v2/org', body: '' });
        if (answer.status < 400 || own.status !== 200) return answer;
        return withBody(answer, { message: 'Refused.', organisation: JSON.parse(own.body) });
      }),
    ],
  }),
  ...variantsOf({ requirement: 'permissions-403' })(
    'refusals-name-client-to-colleague',
    'The refusal of a token without the permission to change a client names the client',
    when(
      by('restricted', 'updateClient'),
      refusing(({ path }) => ({
        message: path.endsWith(String(fullClient.id))
          ? `You may not change ${String(fullClient.firstName)} ${String(fullClient.lastName)}.`
          : 'You may not change this client.',
      })),
    ),
  ),
];
