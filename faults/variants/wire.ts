import type { OperationId } from '../../src/specification/description.ts';
import { refusal, retryLater } from '../answers.ts';
import type { Variant } from '../behaviour.ts';
import {
  always,
  composed,
  everyNth,
  everyText,
  leavingOutHeader,
  ofType,
  onlyFirst,
  onWire,
  when,
  withHeaders,
} from '../behaviours.ts';
import { writingEveryRecord } from '../records.ts';
import { on } from '../requests.ts';
import { type VariantRows, variantsOf } from '../rows.ts';

/**
 * Makes variants of only a few operations. More operations would show nothing else, since all answers are read in the
 * same way.
 */
function variantsOfSome(
  shared: Pick<Variant, 'requirement' | 'needsSocket'> & { readonly operations: readonly OperationId[] },
) {
  return (rows: VariantRows): readonly Variant[] =>
    variantsOf(shared)(rows).map((one) =>
      Object.freeze({ ...one, behaviour: when(on(...shared.operations), one.behaviour) }),
    );
}

const onSocket = { requirement: 'bodies-are-json', needsSocket: true } as const;

export const wireVariants: readonly Variant[] = [
  ...variantsOf(onSocket)({
    'type-absent': ['The media type is missing', leavingOutHeader('content-type')],
    'json-spaced': [
      'JSON is indented, with a line break at its end',
      everyText((body) => `${JSON.stringify(JSON.parse(body), null, '\t')}\r\n`),
    ],
  }),
  ...variantsOfSome({ ...onSocket, operations: ['getCaseData', 'getInterfaceDescription'] })({
    'type-plain': ['The media type of JSON is text/plain', ofType('text/plain')],
    'json-marked': ['JSON begins with a byte order mark', everyText((body) => `\ufeff${body}`)],
    'json-twice': [
      'Fields of the record appear twice, with equal values',
      writingEveryRecord((body) => body.replace(/^\{("caseId":"[^"]*"),/, '{$1,$1,')),
    ],
    closing: ['Each connection serves one request', withHeaders({ connection: 'close' })],
    'further-headers': [
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
    'type-other-charset': [
      'The media type names a charset, which means nothing for JSON',
      ofType('application/json; charset=ISO-8859-1'),
    ],
    'compressed-in-chunks': [
      'Bodies are compressed, and come in chunks',
      withHeaders({ 'content-encoding': 'br', 'transfer-encoding': 'chunked' }),
    ],
    trailers: [
      'Bodies come in chunks, with a trailer',
      composed(
        withHeaders({ 'transfer-encoding': 'chunked', trailer: 'server-timing' }),
        onWire({ trailers: { 'server-timing': 'db;dur=3' } }),
      ),
    ],
    pausing: ['The body of an answer comes 20 ms after its head', onWire({ pauseMs: 20 })],
    'kept-alive': [
      'Connections are kept for a second after an answer, as it says',
      withHeaders({ 'Keep-Alive': 'timeout=1, max=3', Connection: 'Keep-Alive' }),
    ],
  }),
  ...variantsOf({ requirement: 'limits' })(
    'overloaded',
    'Every tenth request is answered 503',
    everyNth(10, always(retryLater(503))),
  ),
  ...variantsOfSome({ ...onSocket, operations: ['getCaseData', 'updateClient'] })({
    'closing-idle': ['Connections are closed when idle for 5 ms', onWire({ closing: 'when idle' })],
    'closing-crossed': [
      'Connections are closed as the next request arrives on them',
      onWire({ closing: 'at the next request' }),
    ],
    'early-hints': ['Early hints come before each answer', onWire({ hasInterim: true })],
    'http-1-0': ['Answers use HTTP/1.0', onWire({ isHttp10: true })],
  }),
  ...variantsOfSome({ requirement: 'limits', operations: ['listCases'] })({
    'limited-unreadably': [
      'Every fifth request is throttled with an unreadable Retry-After',
      everyNth(5, always(retryLater(429, 'in a moment'))),
    ],
    'overloaded-in-a-row': [
      'Three readings in a row are answered 503 without a Retry-After',
      onlyFirst(3, always(refusal(503))),
    ],
  }),
  ...variantsOfSome({ requirement: 'limits', operations: ['updateClient'] })({
    'first-change-limited': ['The first change is answered 429', onlyFirst(1, always(refusal(429)))],
  }),
];
