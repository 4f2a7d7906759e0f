import { afterEach, expect, test, vi } from 'vitest';
import { openTransport, type TransportOptions, type WireRequest } from '../../../src/http/transport.ts';
import { during } from '../../support/during.ts';
import { answers, serve, serveRaw } from '../../support/hostile.ts';
import { request, transportTo } from './harness.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const paths = [
  '/',
  '//',
  '/api/v2/cases//data',
  '/a/../b',
  '/a/./b',
  '/%2e%2e/%2E/x',
  '/a%2Fb%00%0d%0a',
  '/a\\b',
  '/?q=a&b=%20+',
  '/?',
  '/https://elsewhere.example/',
  '//elsewhere.example/x',
  `/;='"<>{}|^\`[]@:!$&()*,~`,
];

test.each(['', '/', '/prefix', '/prefix/', '/a/b//'])(
  'the path goes out byte for byte after the base path "%s"',
  async (basePath) => {
    const lines: string[] = [];
    const server = await during(
      serveRaw((socket, head) => {
        lines.push(head.slice(0, head.indexOf('\r\n')));
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      }),
    );
    const transport = transportTo(server.url + basePath, { concurrency: 1 });
    for (const path of paths) await transport.send({ ...request, path });
    const prefix = basePath.replace(/\/+$/, '');
    expect(lines).toEqual(paths.map((path) => `GET ${prefix}${path} HTTP/1.1`));
  },
);

test('headers and body go out as given', async () => {
  let received = '';
  const server = await during(
    serve((incoming, response) => {
      incoming.on('data', (chunk) => {
        received += chunk;
      });
      incoming.on('end', () => response.end());
    }),
  );
  await transportTo(server.url).send({
    method: 'PATCH',
    path: '/x',
    headers: { Authorization: 'Bearer t', 'Content-Type': 'application/json', 'User-Agent': 'mine' },
    body: '{"name":"Zoë"}',
  });
  expect(received).toBe('{"name":"Zoë"}');
  expect(server.seen).toEqual([
    {
      at: expect.any(Number),
      method: 'PATCH',
      path: '/x',
      headers: {
        host: `127.0.0.1:${server.port}`,
        connection: 'close',
        authorization: 'Bearer t',
        'content-type': 'application/json',
        'user-agent': 'mine',
        'accept-encoding': 'identity',
        'content-length': '15',
      },
    },
  ]);
});

test('a header with several values goes out as several headers, and text beyond ASCII as UTF-8', async () => {
  const lines: string[] = [];
  const server = await during(
    serve(({ rawHeaders }, response) => {
      lines.push(...rawHeaders.filter((_, at) => rawHeaders[at - 1]?.toLowerCase() === 'authorization'));
      response.end();
    }),
  );
  const transport = transportTo(server.url);
  await transport.send({ method: 'GET', path: '/', headers: { Authorization: ['Bearer a', 'Bearer b'] } });
  expect(lines).toEqual(['Bearer a', 'Bearer b']);
  await transport.send({ method: 'GET', path: '/', headers: { authorization: 'Bearer é' } });
  expect(lines.slice(2).map((line) => Buffer.from(line, 'latin1').toString())).toEqual(['Bearer é']);
  await expect(
    transport.send({ method: 'GET', path: '/', headers: { authorization: ['Bearer a', 'Bearer\nb'] } }),
  ).rejects.toThrow('The value of the header authorization must not hold control characters.');
});

test('a request names its sender', async () => {
  const server = await during(answers(200, '{}'));
  await transportTo(server.url).send(request);
  expect(server.seen[0]?.headers['user-agent']).toBe('case-conformance');
});

test('proxies of the environment are not used', async () => {
  const proxy = await during(answers(200, '{}'));
  const server = await during(answers(200, '{}'));
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) vi.stubEnv(name, proxy.url);
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  await transportTo(server.url).send(request);
  expect(proxy.seen).toEqual([]);
  expect(server.seen).toHaveLength(1);
});

const pathWrong = 'The path of a request must start with a slash, and be percent-encoded.';
test.each<[string, Partial<WireRequest>, string]>([
  ['no slash', { path: 'x' }, pathWrong],
  ['a space', { path: '/a b' }, pathWrong],
  ['a fragment', { path: '/a#b' }, pathWrong],
  ['a letter', { path: '/caf\u00e9' }, pathWrong],
  [
    'a token with a line end',
    { headers: { Authorization: 'Bearer t\n' } },
    'The value of the header authorization must not hold control characters.',
  ],
  [
    'a header name with a colon',
    { headers: { 'a:b': 'x' } },
    'The name of a header must be a token of HTTP, without spaces and colons.',
  ],
  ['a Host', { headers: { Host: 'x' } }, 'The header host is set by the transport itself.'],
  [
    'a length',
    { headers: { 'Content-Length': '9' } },
    'The header content-length is set by the transport itself.',
  ],
])('what cannot be sent as written is refused, and nothing is sent: %s', async (_, part, message) => {
  const server = await during(answers(200, '{}'));
  const sending = transportTo(server.url).send({ ...request, ...part });
  await expect(sending).rejects.toThrow(new TypeError(message));
  expect(server.openConnections()).toBe(0);
});

const options: TransportOptions = {
  baseUrl: 'https://case.example',
  timeoutMs: 1_000,
  requestsPerSecond: 5,
  concurrency: 1,
};

test.each<[Partial<TransportOptions>, string]>([
  [{ baseUrl: 'case.example' }, 'The base URL must be absolute, and start with http:// or https://.'],
  [{ baseUrl: 'ftp://case.example' }, 'The base URL must be absolute, and start with http:// or https://.'],
  [{ baseUrl: 'https://u:p@case.example' }, 'The base URL must not hold a user name or a password.'],
  [{ baseUrl: 'https://case.example/?a' }, 'The base URL must not hold a query or a fragment.'],
  [{ timeoutMs: 0 }, 'timeoutMs must be a whole number from 1 to 2147483647.'],
  [{ concurrency: 0 }, 'concurrency must be a whole number from 1 to 9007199254740991.'],
  [{ requestsPerSecond: 0 }, 'requestsPerSecond must be greater than 0.'],
  [{ maxBodyBytes: -1 }, 'maxBodyBytes must be a whole number from 1 to 1073741824.'],
])('options that make no sense are refused: %o', (part, message) => {
  expect(() => openTransport({ ...options, ...part })).toThrow(new TypeError(message));
});
