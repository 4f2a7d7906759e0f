import { describe, expect, test } from 'vitest';
import { type CaseClient, openClient } from '../../../src/api/client.ts';
import { during } from '../../support/during.ts';
import { neverAnswers, serve } from '../../support/hostile.ts';
import { clientOf } from './support.ts';

const id = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const token = 'secret-token';

const operations: Readonly<
  Record<Exclude<keyof CaseClient, 'close'>, (client: CaseClient) => Promise<unknown>>
> = {
  getCaseData: (client) => client.getCaseData(id),
  updateClient: (client) => client.updateClient(id, {}),
  createOrganisation: (client) => client.createOrganisation({}),
  getOrganisation: (client) => client.getOrganisation(),
  listCases: (client) => client.listCases(),
  getInterfaceDescription: (client) => client.getInterfaceDescription(),
};

const told = ['getCaseData', 'updateClient'] as const;
const open = ['createOrganisation', 'getOrganisation', 'listCases', 'getInterfaceDescription'] as const;
const all = [...told, ...open];

describe('what is sent', () => {
  async function collectItems(call: (client: CaseClient) => Promise<unknown>, options = {}, prefix = '') {
    const bodies: string[] = [];
    const { url, seen } = await during(
      serve(async (request, response) => {
        bodies.push(Buffer.concat(await request.toArray()).toString());
        response.end('{}');
      }),
    );
    await call(clientOf(url + prefix, options));
    return seen.map(({ method, path, headers }, index) => ({
      line: `${method} ${path}`,
      authorization: headers.authorization,
      type: headers['content-type'],
      accept: headers.accept,
      body: bodies[index],
    }));
  }

  const accept = 'application/json, */*;q=0.5';
  const withoutBody = { authorization: `Bearer ${token}`, type: undefined, accept, body: '' };

  test.each([
    ['getCaseData', `GET /api/v2/cases/${id}/data`],
    ['getOrganisation', 'GET /api/v2/org'],
    ['listCases', 'GET /api/v2/cases'],
    ['getInterfaceDescription', 'GET /api/v2/doc'],
  ] as const)('by %s', async (operation, line) => {
    expect(await collectItems(operations[operation], { token })).toEqual([{ ...withoutBody, line }]);
  });

  const patch = { firstName: 'Zoë', address: { line_1: '1 High Street' } };
  const payload = { type: 'conveyancer', user: { role: 'EstateAgent' } } as const;

  test.each<[string, (client: CaseClient) => Promise<unknown>, line: string, body: object]>([
    ['updateClient', (client) => client.updateClient(id, patch), `PATCH /api/v2/clients/${id}`, patch],
    ['createOrganisation', (client) => client.createOrganisation(payload), 'POST /api/v2/org', payload],
  ])('by %s, with a body', async (_, call, line, body) => {
    expect(await collectItems(call, { token })).toEqual([
      { ...withoutBody, line, type: 'application/json', body: JSON.stringify(body) },
    ]);
  });

  test('goes below the path of the base URL', async () => {
    const [request] = await collectItems(operations.listCases, { token }, '/acme/');
    expect(request?.line).toBe('GET /acme/api/v2/cases');
  });

  test.each(all)('has no credentials without a token: %s', async (operation) => {
    const [request] = await collectItems(operations[operation]);
    expect(request?.authorization).toBe(undefined);
  });

  test.each([
    ['', ''],
    ['a/../b?c=d#e', 'a%2F..%2Fb%3Fc%3Dd%23e'],
    ['100% Zoë 漢', '100%25%20Zo%C3%AB%20%E6%BC%A2'],
  ])('has the identifier %j encoded', async (identifier, encoded) => {
    const [reading] = await collectItems((client) => client.getCaseData(identifier));
    expect(reading?.line).toBe(`GET /api/v2/cases/${encoded}/data`);
    const [change] = await collectItems((client) => client.updateClient(identifier, {}));
    expect(change?.line).toBe(`PATCH /api/v2/clients/${encoded}`);
  });
});

describe('unanswered', () => {
  test('is a call of a service that says nothing', async () => {
    const { url } = await during(neverAnswers());
    expect(await clientOf(url, { token, timeoutMs: 50 }).getCaseData(id)).toEqual({
      kind: 'unanswered',
      message: `${url} did not answer completely within 50 ms.`,
    });
  });

  test('is a call that is on its way when the client is closed', async () => {
    const arrived = Promise.withResolvers<void>();
    const { url } = await during(serve(() => arrived.resolve()));
    const client = clientOf(url);
    const call = client.getCaseData(id);
    await arrived.promise;
    await client.close();
    expect(await call).toEqual({
      kind: 'unanswered',
      message: `The run was stopped before ${url} answered.`,
    });
  });
});

describe('a mistake of the caller', () => {
  test.each(['', 'two words', 'line\r\nbreak', 'tökèn', 'tab\t', '\u0000'])(
    'is the token %j, which is not quoted',
    (wrong) => {
      expect(() => openClient({ baseUrl: 'http://127.0.0.1', token: wrong })).toThrow(
        new TypeError('The token must be visible ASCII characters without spaces, and not empty.'),
      );
    },
  );

  test.each(['/api/v2', '/api/v2/', '/api', '/acme/api//'])(
    'is a base URL that holds what every path starts with: %s',
    (path) => {
      expect(() => openClient({ baseUrl: `https://acme.example${path}` })).toThrow(
        new TypeError(
          'The base URL must leave /api/v2 out, since every path of the interface starts with it.',
        ),
      );
    },
  );

  test('is a base URL that is none', () => {
    expect(() => openClient({ baseUrl: 'acme.example' })).toThrow(
      new TypeError('The base URL must be absolute, and start with http:// or https://.'),
    );
  });

  test.each([0, 0.5, Number.NaN])('is a timeout of %d ms', (timeoutMs) => {
    expect(() => openClient({ baseUrl: 'http://127.0.0.1', timeoutMs })).toThrow(
      new TypeError('timeoutMs must be a whole number from 1 to 2147483647.'),
    );
  });

  test('is an identifier that is no Unicode text', async () => {
    const client = clientOf('http://127.0.0.1');
    await expect(client.getCaseData('\ud800')).rejects.toThrow(URIError);
    await expect(client.updateClient('\ud800', {})).rejects.toThrow(URIError);
  });

  test.each(all)('is a call after close: %s', async (operation) => {
    const client = openClient({ baseUrl: 'http://127.0.0.1' });
    await client.close();
    await expect(operations[operation](client)).rejects.toThrow(new TypeError('The transport is closed.'));
  });
});
