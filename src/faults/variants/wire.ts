import { json } from '../answers.ts';
import type { Behaviour, ServiceAnswer, Variant } from '../behaviour.ts';
import {
  after,
  always,
  changed,
  everyNth,
  leavingOutHeader,
  mapBody,
  when,
  withHeaders,
} from '../behaviours.ts';
import { on } from '../requests.ts';
import { variantsWith } from '../variant.ts';

const variantsOf = variantsWith({});

/** Services that write the same answers otherwise. */
export const wireVariants: readonly Variant[] = Object.freeze([
  ...variantsOf('bodies-are-json', [
    [
      'type-utf-8',
      'The media type names its charset, in capitals',
      ofType('application/json; Charset="UTF-8"'),
    ],
    ['type-plain', 'The media type of JSON is text/plain', ofType('text/plain')],
    ['type-vendor', 'The media type of JSON is of a vendor', ofType('application/vnd.cases.v2+json')],
    ['type-absent', 'There is no media type', leavingOutHeader('content-type')],
    [
      'json-spaced',
      'JSON is indented, with a line break at its end',
      everyBody((value) => `${JSON.stringify(value, null, '\t')}\r\n`),
    ],
    ['json-escaped', 'Every letter of JSON is escaped', everyText(escaped)],
    ['json-marked', 'A byte order mark stands before JSON', everyText((body) => `\ufeff${body}`)],
    ['json-slashes', 'Slashes are escaped', everyText((body) => body.replaceAll('/', '\\/'))],
    [
      'json-twice',
      'Fields of the record stand there twice, and agree',
      when(
        on('getCaseData'),
        mapBody(200, (body) => body.replace(/^\{("caseId":"[^"]*"),/, '{$1,$1,')),
      ),
    ],
    ['chunked', 'Bodies come in chunks', withHeaders({ 'transfer-encoding': 'chunked' })],
    ['compressed', 'Bodies are compressed', withHeaders({ 'content-encoding': 'gzip' })],
    ['closing', 'Each connection serves one request', withHeaders({ connection: 'close' })],
    [
      'further-headers',
      'There are further headers',
      withHeaders({
        'set-cookie': 'session=1; HttpOnly',
        'cache-control': 'no-store',
        etag: 'W/"1"',
        'x-request-id': '00-4bf92f3577b34da6-01',
        'strict-transport-security': 'max-age=31536000',
        link: '</api/v2/doc>; rel="service-desc"',
        deprecation: '@1735689600',
      }),
    ],
  ]),
  ...variantsOf('limits', [
    ['slow', 'Every answer takes 20 ms', after(20)],
    ['limited', 'Every fifth request is put off', everyNth(5, always(putOff(429)))],
    ['overloaded', 'Every tenth request finds no room', everyNth(10, always(putOff(503)))],
  ]),
]);

function putOff(status: number): ServiceAnswer {
  const answer = json(status, { message: 'Later.' });
  return { ...answer, headers: { ...answer.headers, 'retry-after': '0' } };
}

function ofType(mediaType: string): Behaviour {
  return changed((answer) =>
    answer.body === '' ? answer : { ...answer, headers: { ...answer.headers, 'content-type': mediaType } },
  );
}

function everyText(change: (body: string) => string): Behaviour {
  return changed((answer) => (answer.body === '' ? answer : { ...answer, body: change(answer.body) }));
}

function everyBody(change: (value: unknown) => string): Behaviour {
  return everyText((body) => change(JSON.parse(body)));
}

/** The text with what stands between quotation marks escaped, and what is escaped already left alone. */
function escaped(body: string): string {
  return body.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_match, inner: string) => {
    const letters = inner.replaceAll(/\\.[0-9a-f]{0,4}|[^\\]/gu, (one) =>
      one.startsWith('\\') ? one : code(one),
    );
    return `"${letters}"`;
  });
}

function code(letter: string): string {
  return Array.from(
    { length: letter.length },
    (_, index) => `\\u${letter.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
