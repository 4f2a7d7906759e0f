import { describe, expect, test } from 'vitest';
import { checksOf } from '../../../src/checks/all.ts';
import {
  type Discovered,
  type Discovery,
  type DiscoveryOptions,
  discover,
} from '../../../src/conformance/discovery.ts';
import { openRun } from '../../../src/conformance/exchanges.ts';
import type { Judgement } from '../../../src/harness/check.ts';
import type { Target } from '../../../src/harness/target.ts';
import type { Transport } from '../../../src/http/transport.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { during } from '../../support/during.ts';
import { refusedPort, serve, type TestServer } from '../../support/hostile.ts';
import { targetAt, transportTo } from './support.ts';

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

/** What is discovered through a transport. */
function discovering(
  transport: Transport,
  baseUrl: string,
  { target, ...further }: Partial<Omit<DiscoveryOptions, 'target'>> & { target?: Partial<Target> } = {},
): Promise<Discovered> {
  return discover({
    specification: bundled,
    target: targetAt(baseUrl, target),
    opened: openRun(bundled, transport, { member: 'member-token' }),
    rows: checksOf(bundled),
    budget: 40,
    concurrency: 4,
    ...further,
  });
}

const at = (baseUrl: string, further: Parameters<typeof discovering>[2] = {}): Promise<Discovered> =>
  discovering(transportTo(baseUrl), baseUrl, further);

async function discoveredAt(baseUrl: string, foreignCases: readonly string[] = []): Promise<Discovery> {
  return (await at(baseUrl, { target: { foreignCases } })).discovery;
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
      [listPath, ...[sale, purchase, client, remortgage, transfer].map((id) => `${listPath}/${id}/data`)].map(
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
    expect((await discoveredAt(server.url)).cases.Sale).toEqual([sale, transfer, purchase]);
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

  test.each([
    ['a list', ['Sale']],
    ['a text', 'Purchase'],
    ['null', null],
  ])('also where the record is %s, so it is judged', async (_name, record) => {
    const server = await serviceWith([sale, purchase], {
      [sale]: record,
      [purchase]: { caseType: 'Purchase' },
    });
    expect((await discoveredAt(server.url)).cases).toEqual({ ...none, Sale: [sale], Purchase: [purchase] });
  });

  test('of the type that the list shows, where the record names none', async () => {
    const list = [
      { id: sale, caseType: 'Transfer' },
      { id: purchase, type: 'Remortgage' },
    ];
    const server = await serviceWith(list, { [sale]: {}, [purchase]: { caseType: 'Purchase' } });
    expect((await discoveredAt(server.url)).cases).toEqual({
      ...none,
      Transfer: [sale],
      Purchase: [purchase],
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

  test('from 40 identifiers of the whole list, each once', async () => {
    const identifiers = Array.from({ length: 60 }, (_, number) => uuid(number));
    const records = identifiers.map((id, number) => [id, { caseType: number < 12 ? 'Sale' : 'Purchase' }]);
    const server = await serviceWith(identifiers, Object.fromEntries(records));
    const { cases, ...counts } = await discoveredAt(server.url);
    expect(counts).toEqual({ identifiers: 60, tried: 40, requests: 41 });
    expect(new Set(Object.values(cases).flat()).size).toBe(40);
    expect(cases.Purchase).toContain(uuid(59));
    expect(cases.Sale.length).toBeGreaterThan(5);
    expect(server.seen).toHaveLength(41);
  });

  test('as many as the budget says', async () => {
    const identifiers = Array.from({ length: 9 }, (_, number) => uuid(number));
    const records = Object.fromEntries(identifiers.map((id) => [id, { caseType: 'Sale' }]));
    const server = await serviceWith(identifiers, records);
    const { discovery } = await at(server.url, { budget: 3 });
    expect(discovery).toMatchObject({ identifiers: 9, tried: 3, requests: 4 });
    expect(discovery.cases.Sale.toSorted()).toEqual([uuid(0), uuid(4), uuid(8)]);
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
    // The connection of the list may have been closed as the next request came: that one is sent again.
    expect(server.seen).toHaveLength(7);
  });
});

test('What breaks in the suite itself is no obstacle of the target', async () => {
  const transport = transportTo('http://127.0.0.1:1');
  await transport.close();
  await expect(discovering(transport, 'http://127.0.0.1:1')).rejects.toThrow('The transport is closed.');
});

describe('what is no case is judged as it was read', () => {
  /** The findings of an answer to the one identifier of a list. */
  async function findingsOf(status: number, body: string): Promise<unknown[]> {
    const server = await during(
      serve(({ url }, response) => {
        if (url === listPath) response.end(JSON.stringify([sale]));
        else response.writeHead(status).end(body === '' ? undefined : body);
      }),
    );
    const { swept } = await at(server.url);
    return swept
      .of('getCaseData.discovered')
      .judgements.map((judgement: Judgement) =>
        judgement.kind === 'deviates' ? judgement.finding.requirement : judgement.kind,
      );
  }

  const message = '{"message":"No."}';

  test.each([500, 502, 204, 302, 401, 405, 410, 201])(
    '%i is no answer for any identifier',
    async (status) => {
      expect(await findingsOf(status, status === 204 ? '' : message)).toEqual(['case-data-200']);
    },
  );

  test.each([400, 403, 404])('%i says that it is none', async (status) => {
    expect(await findingsOf(status, message)).toEqual(['held']);
    expect(await findingsOf(status, '')).toEqual(['held']);
    expect(await findingsOf(status, '<p>No.')).toEqual(['bodies-are-json']);
    expect(await findingsOf(status, '{"error":"No."}')).toEqual(['error-message']);
  });

  test('and what is not answered is not decided', async () => {
    const server = await during(
      serve(({ url }, response) => {
        if (url === listPath) response.end(JSON.stringify([sale]));
        else response.destroy();
      }),
    );
    const { swept } = await at(server.url);
    expect(swept.of('getCaseData.discovered').judgements).toMatchObject([
      { kind: 'undecided', reason: 'unreachable' },
    ]);
  });
});

describe('a sweep', () => {
  test('reads every case of the list, and keeps three of the deviations that are the same', async () => {
    const identifiers = Array.from({ length: 60 }, (_, number) => uuid(number));
    const records = identifiers.map((id) => [id, { caseId: id, caseType: 'Sale', price: 'dear' }]);
    const list = identifiers.map((id) => ({ caseId: id, clientId: client }));
    const server = await serviceWith(list, Object.fromEntries(records));
    const told: string[] = [];
    const { discovery, swept, counts } = await at(server.url, {
      budget: 'all',
      onRead: (read, of) => told.push(`${read} of ${of}`),
    });
    expect(discovery).toMatchObject({ tried: 40, swept: { read: 20, of: 20, deviating: 20 }, requests: 61 });
    expect(told).toEqual(['0 of 20', '20 of 20']);
    expect(counts.coverage().invalid).toEqual({ Sale: 20, 'Sale /price': 20 });
    const { judgements, exchanges } = swept.of('getCaseData.Sale.case-price');
    expect(judgements.map(({ kind }) => kind)).toEqual(['deviates', 'deviates', 'deviates']);
    expect(exchanges).toHaveLength(3);
    expect(new Set(server.seen.map(({ path }) => path)).size).toBe(61);
  });

  test('leaves what is listed as it is, and reads the others', async () => {
    const identifiers = Array.from({ length: 3 }, (_, number) => uuid(number));
    const records = identifiers.map((id) => [id, { caseId: id, caseType: 'Sale' }]);
    const server = await serviceWith(identifiers, Object.fromEntries(records));
    const cases = { ...none, Sale: [uuid(1)] };
    const { discovery } = await at(server.url, { budget: 'all', target: { cases } });
    expect(discovery).toMatchObject({ tried: 0, cases: none, swept: { read: 2, of: 2, deviating: 0 } });
  });

  test('goes beyond its budget in nothing', async () => {
    const identifiers = Array.from({ length: 90 }, (_, number) => uuid(number));
    const server = await serviceWith(identifiers, {});
    const { discovery } = await at(server.url, { budget: 55 });
    expect(discovery).toMatchObject({ tried: 40, swept: { read: 15, of: 15 }, requests: 56 });
  });
});
