import { describe, expect, test } from 'vitest';
import { type Discovery, discover } from '../../../src/conformance/discovery.ts';
import { openExchanges } from '../../../src/conformance/exchanges.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { refusedPort, serve, type TestServer } from '../../support/hostile.ts';
import { during, targetAt, transportTo } from './support.ts';

const listPath = '/api/v2/cases';

/** A UUID that the number tells from others. */
function uuid(number: number): string {
  return `3f2b7c1e-5b0a-4d52-9a59-${number.toString(16).padStart(12, '0')}`;
}

/** Answers each path with its value, and any other one with 404. */
function answersWith(values: Readonly<Record<string, unknown>>): Promise<TestServer> {
  return during(
    serve(({ url = '' }, response) => {
      response.writeHead(url in values ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(url in values ? values[url] : { message: 'There is no such case.' }));
    }),
  );
}

/** A service that lists these, and has these records by their identifiers. */
function serviceWith(list: unknown, records: Readonly<Record<string, unknown>>): Promise<TestServer> {
  const data = Object.entries(records).map(([id, record]) => [`${listPath}/${id}/data`, record]);
  return answersWith({ [listPath]: list, ...Object.fromEntries(data) });
}

function discoveredAt(baseUrl: string, foreignCases: readonly string[] = []): Promise<Discovery> {
  const exchanges = openExchanges(transportTo(baseUrl, { timeoutMs: 200 }), { member: 'member-token' });
  return discover(bundled, exchanges, targetAt(baseUrl, { foreignCases }));
}

const none = { Sale: [], Purchase: [], Remortgage: [], Transfer: [] };
const [sale, purchase, remortgage, transfer, client] = [1, 2, 3, 4, 5].map(uuid) as [
  string,
  string,
  string,
  string,
  string,
];

describe('cases are discovered', () => {
  test('by what their records say, with the token of the member', async () => {
    const list = { results: [purchase, { id: sale, clientId: client }, transfer, remortgage] };
    const server = await serviceWith(list, {
      [sale]: { caseType: 'Sale' },
      [purchase]: { caseType: 'Purchase' },
      [remortgage]: { caseType: 'Remortgage' },
      [transfer]: { caseType: 'Transfer' },
    });
    expect(await discoveredAt(server.url)).toEqual({
      identifiers: 5,
      tried: 5,
      cases: { Sale: [sale], Purchase: [purchase], Remortgage: [remortgage], Transfer: [transfer] },
      requests: 6,
    });
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(
      [listPath, ...[sale, purchase, transfer, remortgage, client].map((id) => `${listPath}/${id}/data`)].map(
        (path) => `GET ${path}`,
      ),
    );
    expect(new Set(server.seen.map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer member-token']),
    );
  });

  test('one after the other', async () => {
    let underWay = 0;
    let most = 0;
    const server = await during(
      serve(({ url }, response) => {
        underWay += 1;
        most = Math.max(most, underWay);
        setTimeout(() => {
          underWay -= 1;
          response.end(url === listPath ? JSON.stringify([sale, purchase, transfer]) : '{}');
        }, 20);
      }),
    );
    expect((await discoveredAt(server.url)).cases.Sale).toEqual([sale, purchase, transfer]);
    expect(most).toBe(1);
  });

  test.each([
    ['in other letters', ' REMORT gage', 'Remortgage'],
    ['that is none', 'Lease', 'Sale'],
    ['that is no text', { Sale: 'Purchase' }, 'Sale'],
    ['that is missing', undefined, 'Sale'],
  ])('of a type %s', async (_name, caseType, listedAs) => {
    const server = await serviceWith([sale], { [sale]: { caseType } });
    expect((await discoveredAt(server.url)).cases).toEqual({ ...none, [listedAs]: [sale] });
  });

  test('but not what is answered otherwise', async () => {
    const records = { [sale]: ['Sale'], [purchase]: 'Purchase', [remortgage]: null, [transfer]: { a: 1 } };
    const server = await serviceWith([sale, purchase, remortgage, client, transfer], records);
    expect(await discoveredAt(server.url)).toMatchObject({
      identifiers: 5,
      tried: 5,
      cases: { ...none, Sale: [transfer] },
    });
  });

  test.each([203, 204, 302, 404, 500])('but not what is answered %i', async (status) => {
    const server = await during(
      serve(({ url }, response) => {
        if (url === listPath) response.end(JSON.stringify([sale]));
        else response.writeHead(status).end(status === 204 ? undefined : '{"caseType":"Sale"}');
      }),
    );
    expect(await discoveredAt(server.url)).toMatchObject({ tried: 1, cases: none });
  });

  test('but not those that are listed as those of another organisation', async () => {
    const record = { caseType: 'Sale' };
    const server = await serviceWith([sale, purchase], { [sale]: record, [purchase]: record });
    expect(await discoveredAt(server.url, [sale.toUpperCase()])).toMatchObject({
      identifiers: 2,
      tried: 1,
      cases: { ...none, Sale: [purchase] },
    });
    expect(server.seen).toHaveLength(2);
  });

  test('from 40 identifiers, 10 of each type', async () => {
    const identifiers = Array.from({ length: 60 }, (_, number) => uuid(number));
    const records = identifiers.map((id, number) => [id, { caseType: number < 12 ? 'Sale' : 'Purchase' }]);
    const server = await serviceWith(identifiers, Object.fromEntries(records));
    expect(await discoveredAt(server.url)).toEqual({
      identifiers: 60,
      tried: 40,
      cases: { ...none, Sale: identifiers.slice(0, 10), Purchase: identifiers.slice(12, 22) },
      requests: 41,
    });
    expect(server.seen).toHaveLength(41);
  });

  test.each([200, 203, 299])('from a list that is answered %i', async (status) => {
    const server = await during(
      serve(({ url }, response) => {
        response.writeHead(url === listPath ? status : 200);
        response.end(url === listPath ? JSON.stringify([sale]) : '{"caseType":"Sale"}');
      }),
    );
    const discovery = await discoveredAt(server.url);
    expect(discovery.cases.Sale).toEqual([sale]);
    expect(discovery).not.toHaveProperty('obstacle');
  });

  test('though some are not answered', async () => {
    const server = await during(
      serve(({ url = '' }, response) => {
        if (url === listPath) response.end(JSON.stringify([sale, purchase]));
        else if (url.includes(sale)) response.destroy();
        else response.end('{"caseType":"Purchase"}');
      }),
    );
    expect((await discoveredAt(server.url)).cases).toEqual({ ...none, Purchase: [purchase] });
  });
});

describe('no case is discovered', () => {
  test.each<[string, number, string, string | undefined]>([
    ['from a refusal', 403, `["${sale}"]`, 'GET /api/v2/cases is answered 403.'],
    ['from a redirect', 302, '[]', 'GET /api/v2/cases is answered 302.'],
    ['from a page', 200, `<p>${sale}`, 'GET /api/v2/cases is answered 200 without JSON.'],
    ['from an empty list', 200, '[]', undefined],
  ])('%s', async (_name, status, body, obstacle) => {
    const server = await during(serve((_, response) => response.writeHead(status).end(body)));
    expect(await discoveredAt(server.url)).toEqual({
      identifiers: 0,
      tried: 0,
      cases: none,
      requests: 1,
      ...(obstacle === undefined ? {} : { obstacle }),
    });
    expect(server.seen).toHaveLength(1);
  });

  test('from a target that does not answer', async () => {
    const url = await refusedPort();
    expect(await discoveredAt(url)).toEqual({
      identifiers: 0,
      tried: 0,
      cases: none,
      requests: 1,
      obstacle: `GET /api/v2/cases: ${url} refused the connection.`,
    });
  });

  test('where the target falls silent, which is not waited for many times', async () => {
    const server = await during(
      serve(({ url }, response) => {
        if (url === listPath) response.end(JSON.stringify(Array.from({ length: 40 }, (_, at) => uuid(at))));
        else response.destroy();
      }),
    );
    expect(await discoveredAt(server.url)).toMatchObject({ tried: 40, cases: none, requests: 6 });
    expect(server.seen).toHaveLength(6);
  });
});

test('What breaks in the suite itself is no obstacle of the target', async () => {
  const transport = transportTo('http://127.0.0.1:1');
  await transport.close();
  const exchanges = openExchanges(transport, { member: 'member-token' });
  await expect(discover(bundled, exchanges, targetAt('http://127.0.0.1:1'))).rejects.toThrow(
    'The transport is closed.',
  );
});
