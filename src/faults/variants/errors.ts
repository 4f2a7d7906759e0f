import { isJsonObject, type JsonObject } from '../../reference/json.ts';
import { empty, json, page, redirect, refusal } from '../answers.ts';
import type { Behaviour, ServiceAnswer, Variant } from '../behaviour.ts';
import { always, changed, leavingOutHeader, together, when, withHeaders } from '../behaviours.ts';
import { all, by, type Condition, forEmptySegment, forMalformedCase, not, on } from '../requests.ts';
import { type VariantRow, variantsWith } from '../rows.ts';

const variantsOf = variantsWith({});

const writes = on('updateClient', 'createOrganisation');
const reads = on('getOrganisation', 'listCases');

/** Services that refuse in other words, or in another form where none is described. */
export const errorVariants: readonly Variant[] = Object.freeze([
  ...variantsOf('error-further-fields', [
    [
      'errors-further-fields',
      'Refusals have fields other than their message',
      refusing((body) => ({ ...body, statusCode: 404, error: 'Not Found', requestId: 'a1b2', errors: [] })),
    ],
    [
      'errors-problem',
      'Refusals are problem details with a message',
      together(
        refusing((body) => ({ type: 'about:blank', title: 'Refused', status: 401, detail: null, ...body })),
        changed((answer) =>
          answer.status < 400
            ? answer
            : { ...answer, headers: { ...answer.headers, 'content-type': 'application/problem+json' } },
        ),
      ),
    ],
  ]),
  ...variantsOf('error-message', [
    ['errors-terse', 'The message of a refusal is empty', refusing(() => ({ message: '' }))],
    ['errors-long', 'The message of a refusal is long', refusing(() => ({ message: 'No. '.repeat(5_000) }))],
    [
      'errors-markup',
      'The message of a refusal holds markup and line breaks',
      refusing(() => ({ message: '<script>\r\n</script>\u001b[31m' })),
    ],
  ]),
  ...variantsOf('update-and-create-errors', [
    ['write-errors-empty', 'Refusals of writes have no body', refusingOn(writes, empty)],
    ['write-errors-page', 'Refusals of writes are HTML', refusingOn(writes, page)],
    [
      'write-errors-array',
      'Refusals of writes are lists',
      refusingOn(writes, (status) => json(status, [{ field: null }])),
    ],
    ...[400, 422].map<VariantRow>((status) => [
      `malformed-identifier-${status}`,
      `An identifier that is not a UUID is answered ${status}`,
      when(all(forMalformedCase, by('member')), always(refusal(status))),
    ]),
  ]),
  ...variantsOf('case-data-400', [
    [
      'empty-segment-404',
      'A router answers an empty segment with 404 for everybody, and a blank one is answered 400',
      when(forEmptySegment, always(refusal(404))),
    ],
    [
      'empty-segment-301',
      'A router redirects an empty segment, and a blank one is answered 400',
      when(forEmptySegment, always(redirect(301, '/api/v2/cases/data'))),
    ],
  ]),
  ...variantsOf('credentials-401', [
    ['challenge-absent', 'A refusal names no scheme', leavingOutHeader('www-authenticate')],
    [
      'challenge-long',
      'A refusal names several schemes',
      when(
        not(by('member')),
        withHeaders({
          'www-authenticate': 'Bearer realm="cases", error="invalid_token", Basic realm="cases"',
        }),
      ),
    ],
    [
      'scheme-exact',
      'The scheme is accepted only as Bearer',
      when(
        all(
          on('getCaseData', 'listCases', 'getOrganisation'),
          ({ headers }) => headers.authorization?.startsWith('bearer ') === true,
        ),
        always(refusal(401)),
      ),
    ],
  ]),
  ...variantsOf('organisation-record-fields', [
    'organisation-errors-other',
    'Refusals of reading the organisation and the list hold no message',
    refusingOn(reads, (status) => json(status, status === 401 ? { error: 'No.' } : ['No.'])),
  ]),
]);

function refusing(change: (body: JsonObject) => JsonObject): Behaviour {
  return changed((answer) => {
    if (answer.status < 400 || answer.body === '') return answer;
    const body: unknown = JSON.parse(answer.body);
    return isJsonObject(body) ? { ...answer, body: JSON.stringify(change(body)) } : answer;
  });
}

function refusingOn(operations: Condition, answer: (status: number) => ServiceAnswer): Behaviour {
  return when(
    operations,
    changed((given) => (given.status < 400 ? given : answer(given.status))),
  );
}
