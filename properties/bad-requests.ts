import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { hostileTexts } from '../src/generation/hostile.ts';

/** A request as its bytes, in which anything may be wrong. */
export interface BadRequest {
  /** Each letter is one byte. */
  readonly head: string;
  readonly body: Buffer;
  /** Whether nothing is missing at its end, for which the service would wait. */
  readonly isWhole: boolean;
}

/**
 * Requests whose parts are mostly right: each gets as far as it can.
 * @param ids - of the cases and clients that are asked for, among others
 * @param tokens - those that are sent, the first of them most often
 */
export function badRequests(ids: readonly string[], tokens: readonly string[]): fc.Arbitrary<BadRequest> {
  return fc
    .record({
      asked: askings(ids),
      version: mostly('HTTP/1.1', oneOf('HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.1 x')),
      host: mostly('Host: x', oneOf('', 'Host: \u0000', 'Host: [::1', 'Host: a b', 'Host: x:y')),
      token: mostly(tokens[0] ?? '', fc.oneof(oneOf(...tokens, 'x', ''), bytes)),
      type: mostly('Content-Type: application/json', types),
      others: mostly([], fc.array(headers, { maxLength: 3 })),
      body: bodies,
      length: mostly(undefined, oneOf('', '0', '1', '-1', '1e3', '1000', '9'.repeat(20), '0x10', '1, 2')),
    })
    .map(({ asked, version, host, token, type, others, body, length }) => {
      const lines = [
        `${asked} ${version}`,
        host,
        `Authorization: Bearer ${token}`,
        type,
        length === '' ? '' : `Content-Length: ${length ?? body.length}`,
        ...others,
        'Connection: close',
      ];
      const head = `${lines.filter((line) => line !== '').join('\r\n')}\r\n\r\n`;
      const isWhole = !/transfer-encoding/i.test(head) && !(Number(length) > body.length);
      return { head, body, isWhole };
    });
}

/** Bytes as a text. A line may end within. */
const bytes = fc.uint8Array({ maxLength: 20 }).map((array) => Buffer.from(array).toString('latin1'));

function oneOf<Value>(...values: Value[]): fc.Arbitrary<Value> {
  return fc.constantFrom(...values);
}

function mostly<Value>(right: Value, wrong: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(right) }, wrong);
}

/** Method and target. */
function askings(ids: readonly string[]): fc.Arbitrary<string> {
  const strange = ['', '..', '%00', '%2e%2e%2f', '%ff', '%', '%F0%9F%98%80', "'%20or%201=1", '__proto__'];
  const long = ['a'.repeat(5_000), 'a'.repeat(20_000)];
  const id = fc.oneof({ weight: 6, arbitrary: oneOf(...ids) }, oneOf(...strange, ...long), bytes);
  const pairs = fc.oneof(
    { weight: 3, arbitrary: id.map((one) => ['PATCH', `/api/v2/clients/${one}`]) },
    { weight: 2, arbitrary: oneOf(['POST', '/api/v2/org']) },
    id.map((one) => ['GET', `/api/v2/cases/${one}/data`]),
    oneOf(['GET', '/api/v2/org'], ['GET', '/api/v2/cases'], ['GET', '/api/v2/doc']),
  );
  const methods = oneOf(
    ...['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'PATCHES', ''],
  );
  const paths = [
    ...['', '*', '/', '//api/v2/org', '/api/v2/../v2/org', '/API/V2/ORG', 'http://x/api/v2/org', 'x:1'],
  ];
  const queries = fc.oneof(oneOf('/', '?', '?%zz', '?__proto__[x]=1', ';a', '#a'), bytes);
  return fc
    .tuple(
      pairs,
      mostly(undefined, methods),
      mostly(undefined, fc.oneof(oneOf(...paths), bytes)),
      mostly('', queries),
    )
    .map(
      ([[method, path], otherMethod, otherPath, query]) =>
        `${otherMethod ?? method} ${otherPath ?? path}${query}`,
    );
}

const types = oneOf(
  '',
  'Content-Type: application/json; charset=utf-16',
  'Content-Type: application/json;;',
  'Content-Type: /',
  'Content-Type: multipart/form-data',
  'Content-Type: application/merge-patch+json',
);

const headers = fc.oneof(
  oneOf(
    ...['Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'Content-Encoding: gzip'],
    ...['Content-Length: 1', 'Content-Type: text/plain', 'Authorization: Basic x', 'Host: y', 'Expect: more'],
    ...['Expect: 100-continue', 'Connection: upgrade\r\nUpgrade: websocket', 'If-None-Match: *', 'Accept: x'],
    ...[
      'X-HTTP-Method-Override: DELETE',
      'Range: bytes=0-',
      'Accept-Encoding: zstd',
      'Trailer: Authorization',
    ],
    ...[' folded', 'No colon', ': no name', `X: ${'a'.repeat(20_000)}`, `${'a'.repeat(20_000)}: X`],
    `${'X: a\r\n'.repeat(2_500)}X: a`,
  ),
  bytes.map((value) => `X: ${value}`),
  fc.tuple(bytes, bytes).map((pair) => pair.join(': ')),
);

const names = oneOf(
  ...['title', 'firstName', 'emailAddress', 'telephoneNumber', 'address', 'id', 'subDomain', 'type', 'user'],
  ...['line_1', 'unknown', '__proto__', 'constructor'],
);
const values: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileTexts() },
  oneOf<unknown>('a@b.example', '+441134960120', null, 1e308, [], {}),
  fc.jsonValue({ maxDepth: 2 }),
  fc.dictionary(names, hostileTexts(), { noNullPrototype: true }),
);
const texts = oneOf('title', 'lastName', 'registeredName');
const written = fc
  .oneof(
    fc.dictionary(texts, hostileTexts(), { noNullPrototype: true }),
    fc.dictionary(names, values, { maxKeys: 4, noNullPrototype: true }),
    fc.jsonValue(),
  )
  .map((value) => Buffer.from(JSON.stringify(value)));

const bodies = fc.oneof(
  { weight: 12, arbitrary: written },
  oneOf('', ' ', 'null', '{', '{"title":1e999}', '{"title":"\\ud800"}', '{"title":"\\u0000"}').map((text) =>
    Buffer.from(text),
  ),
  oneOf('{"title":"a","title":"b"}', '\ufeff{}', '{"__proto__":{"title":"a"}}').map((text) =>
    Buffer.from(text),
  ),
  oneOf(1_000, 1_048_000, 1_048_576).map((length) => Buffer.from(`{"unknown":"${'a'.repeat(length)}"}`)),
  oneOf(20_000, 100_000).map((depth) => Buffer.from(`{"address":${'['.repeat(depth)}${']'.repeat(depth)}}`)),
  fc.tuple(written, fc.nat(40)).map(([whole, length]) => whole.subarray(0, length)),
  written.map((whole) => Buffer.from(whole.toString(), 'utf16le')),
  written.map((whole) => gzipSync(whole)),
  fc.uint8Array({ maxLength: 50 }).map((array) => Buffer.from(array)),
);
