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

function uuid(number: number): string {
  return `3f2b7c1e-5b0a-4d52-9a59-${number.toString(16).padStart(12, '0')}`;
}

function serviceWith(list: unknown, records: Readonly<Record<string, unknown>>): Promise<TestServer> {
  return listing(list, (id) =>
    id in records ? [200, JSON.stringify(records[id])] : [404, '{"message":"There is no such case."}'],
  );
}

/** Serves the list and answers each case as `answerFor` says; undefined closes the connection. */
function listing(
  list: unknown,
  answerFor: (id: string) => readonly [status: number, body: string] | undefined,
): Promise<TestServer> {
  return during(
    serve(({ url = '' }, response) => {
      const answer =
        url === listPath ? ([200, JSON.stringify(list)] as const) : answerFor(url.split('/').at(-2) ?? '');
      if (answer === undefined) response.destroy();
      else response.writeHead(answer[0]).end(answer[0] === 204 ? undefined : answer[1]);
    }),
  );
}

const uuids = (length: number): string[] => Array.from({ length }, (_, number) => uuid(number));

const recordsOf = (
  ids: readonly string[],
  record: (id: string, place: number) => object = () => ({ caseType: 'Sale' }),
) => Object.fromEntries(ids.map((id, place) => [id, record(id, place)]));

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
const [, sale = '', purchase = '', remortgage = '', transfer = '', client = ''] = uuids(6);

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

  test.each<[string, object, Record<string, unknown>, object]>([
    ['of a type in other letters', [sale], { [sale]: { caseType: ' REMORT gage' } }, { Remortgage: [sale] }],
    ['of a type that is none', [sale], { [sale]: { caseType: 'Lease' } }, { Sale: [sale] }],
    ['of a type that is no text', [sale], { [sale]: { caseType: { Sale: 'Purchase' } } }, { Sale: [sale] }],
    ['of a type that is missing', [sale], { [sale]: {} }, { Sale: [sale] }],
    ...[['Sale'], 'Purchase', null].map((record): [string, object, Record<string, unknown>, object] => [
      'also where the record is none, so it is judged',
      [sale, purchase],
      { [sale]: record, [purchase]: { caseType: 'Purchase' } },
      { Sale: [sale], Purchase: [purchase] },
    ]),
    [
      'of the type that the list shows, where the record names none',
      [
        { id: sale, caseType: 'Transfer' },
        { id: purchase, type: 'Remortgage' },
      ],
      { [sale]: {}, [purchase]: { caseType: 'Purchase' } },
      { Transfer: [sale], Purchase: [purchase] },
    ],
  ])('%s', async (_name, list, records, cases) => {
    const server = await serviceWith(list, records);
    expect((await discoveredAt(server.url)).cases).toEqual({ ...none, ...cases });
  });

  test.each([204, 404, undefined])('but not what is answered %s', async (status) => {
    const server = await listing([sale, purchase], (id) =>
      id !== sale || status !== undefined
        ? [id === sale ? (status ?? 0) : 200, '{"caseType":"Purchase"}']
        : undefined,
    );
    expect((await discoveredAt(server.url)).cases).toEqual({ ...none, Purchase: [purchase] });
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
    const server = await serviceWith(
      uuids(60),
      recordsOf(uuids(60), (_, number) => ({ caseType: number < 12 ? 'Sale' : 'Purchase' })),
    );
    const { cases, ...counts } = await discoveredAt(server.url);
    expect(counts).toEqual({ identifiers: 60, tried: 40, requests: 41 });
    expect(new Set(Object.values(cases).flat()).size).toBe(40);
    expect(cases.Purchase).toContain(uuid(59));
    expect(cases.Sale.length).toBeGreaterThan(5);
    expect(server.seen).toHaveLength(41);
  });

  test('as many as the budget says', async () => {
    const server = await serviceWith(uuids(9), recordsOf(uuids(9)));
    const { discovery } = await at(server.url, { budget: 3 });
    expect(discovery).toMatchObject({ identifiers: 9, tried: 3, requests: 4 });
    expect(discovery.cases.Sale.toSorted()).toEqual([uuid(0), uuid(4), uuid(8)]);
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

  test('from a target that does not answer, or falls silent, which is not waited for many times', async () => {
    const url = await refusedPort();
    const obstacle = `GET /api/v2/cases: ${url} refused the connection.`;
    expect(await discoveredAt(url)).toEqual({ identifiers: 0, tried: 0, cases: none, requests: 1, obstacle });
    const server = await listing(uuids(40), () => undefined);
    expect(await discoveredAt(server.url)).toMatchObject({ tried: 40, cases: none, requests: 6 });
    // A request whose connection was just being closed is sent again.
    expect(server.seen).toHaveLength(7);
  });
});

test('What breaks in the suite itself is no obstacle of the target', async () => {
  const transport = transportTo('http://127.0.0.1:1');
  await transport.close();
  await expect(discovering(transport, 'http://127.0.0.1:1')).rejects.toThrow('The transport is closed.');
});

describe('what is no case is judged as it was read', () => {
  async function findingsOf(status?: number, body = ''): Promise<unknown[]> {
    const server = await listing([sale], () => (status === undefined ? undefined : [status, body]));
    const { swept } = await at(server.url);
    return swept
      .of('getCaseData.discovered')
      .judgements.map((judgement: Judgement) =>
        judgement.kind === 'deviates' ? judgement.finding.requirement : judgement.kind,
      );
  }

  const message = '{"message":"No."}';

  test.each([500, 204, 302, 401, 201])('%i is no answer for any identifier', async (status) => {
    expect(await findingsOf(status, message)).toEqual(['case-data-200']);
  });

  test.each([400, 403, 404])('%i says that it is none', async (status) => {
    expect(await findingsOf(status, message)).toEqual(['held']);
    expect(await findingsOf(status, '')).toEqual(['held']);
    expect(await findingsOf(status, '<p>No.')).toEqual(['bodies-are-json']);
    expect(await findingsOf(status, '{"error":"No."}')).toEqual(['error-message']);
  });

  test('and what is not answered is not decided', async () => {
    expect(await findingsOf()).toEqual(['undecided']);
  });
});

describe('a sweep', () => {
  test('reads every case of the list, and keeps three of the deviations that are the same', async () => {
    const list = uuids(60).map((id) => ({ caseId: id, clientId: client }));
    const dear = (caseId: string): object => ({ caseId, caseType: 'Sale', price: 'dear' });
    const server = await serviceWith(list, recordsOf(uuids(60), dear));
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

  test('leaves what is listed as it is, and reads the others, but none beyond its budget', async () => {
    const three = await serviceWith(
      uuids(3),
      recordsOf(uuids(3), (caseId) => ({ caseId, caseType: 'Sale' })),
    );
    const cases = { ...none, Sale: [uuid(1)] };
    const { discovery } = await at(three.url, { budget: 'all', target: { cases } });
    expect(discovery).toMatchObject({ tried: 0, cases: none, swept: { read: 2, of: 2, deviating: 0 } });
    const ninety = await serviceWith(uuids(90), {});
    expect((await at(ninety.url, { budget: 55 })).discovery).toMatchObject({
      ...{ tried: 40, swept: { read: 15, of: 15 }, requests: 56 },
    });
  });
});
