import { describe, expect, test } from 'vitest';
import {
  type Call,
  createOrganisation,
  getCaseData,
  getInterfaceDescription,
  getOrganisation,
  listCases,
  updateClient,
} from '../../../src/api/calls.ts';
import { conformingTransport } from '../../../src/conformance/conforming-transport.ts';
import { organisationPayload } from '../../../src/harness/organisation-payload.ts';
import type { Target, TokenName } from '../../../src/harness/target.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { targetAt } from './support.ts';

const [sale, purchase, client, other, unknown] = [
  '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11',
  '0b7c1c52-9a59-4b11-8f2b-7c1e5b0a4d52',
  'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2',
  '5e0a4d52-9a59-4d2f-8c1a-7b113f2b7c1e',
  '00000000-0000-4000-8000-000000000000',
] as const;

const tokens = { member: 'm-token', restricted: 'r-token', outsider: 'o-token' };
const refused = { message: 'Refused.' };

const organisation = organisationPayload({ mark: 'mark' }, 'model');

/** A model, as something that is asked, and what it told of the requests. */
function model(further: Partial<Target> = {}) {
  const told: (readonly [string, TokenName | undefined])[] = [];
  const listed = { Sale: [sale], Purchase: [purchase], Remortgage: [], Transfer: [] };
  const target = targetAt('https://acme.example', { cases: listed, clients: [client, other], ...further });
  const transport = conformingTransport(bundled, target, tokens, ({ method, path }, caller) => {
    told.push([`${method} ${path}`, caller]);
  });
  const ask = async ({ method, path, body }: Call, authorization = 'Bearer m-token') => {
    const headers = authorization === '' ? {} : { authorization };
    const delivery = await transport.send({ method, path, headers, ...(body === undefined ? {} : { body }) });
    if (delivery.kind !== 'answered') throw new Error('The model must answer.');
    return [delivery.status, JSON.parse(new TextDecoder().decode(delivery.body))] as const;
  };
  return { ask, told };
}

const change = (id: string, fields: unknown): Call => updateClient(id, JSON.stringify(fields));

describe('a model of a deployment that conforms', () => {
  const payload = JSON.stringify(organisation);
  const elsewhere = (method: string, path: string): Call => ({ ...getOrganisation(), method, path }) as Call;

  test.each<[string, Call, string | undefined, status: number, body?: unknown]>([
    ['the description to everybody', getInterfaceDescription(), '', 200, bundled.description],
    ...['', 'm-token', 'Bearer m-toke', 'Bearer other'].map(
      (authorization): [string, Call, string, number, unknown] => [
        `nothing else: ${authorization}`,
        ...([getOrganisation(), authorization, 401, refused] as const),
      ],
    ),
    ['nothing to the outsider', getOrganisation(), 'Bearer o-token', 403, refused],
    ['an organisation', getOrganisation(), undefined, 200, { id: 'organisation' }],
    ['a list of cases', listCases(), undefined, 200, []],
    ['a listed case', getCaseData(sale.toUpperCase()), undefined, 200, { caseId: sale, caseType: 'Sale' }],
    ['another', getCaseData(purchase), undefined, 200, { caseId: purchase, caseType: 'Purchase' }],
    ['no other', getCaseData(unknown), undefined, 404, refused],
    ['none without an identifier', getCaseData(''), undefined, 400, refused],
    ['nothing by another method', elsewhere('DELETE', '/api/v2/org'), undefined, 404, refused],
    ['nothing at another path', elsewhere('GET', '/api/v2/elsewhere'), undefined, 404, refused],
    ['nothing at the root', elsewhere('GET', '/'), undefined, 404, refused],
    ['no other client', change(unknown, {}), undefined, 404, refused],
    ['no change that is no JSON', updateClient(client, '{"title":"Dr"'), undefined, 400, refused],
    ['no wrong change', change(client, { firstName: 'Ada', title: 1 }), undefined, 400, refused],
    ['an organisation by a right payload', createOrganisation(payload), undefined, 201],
    [
      'none by a wrong one',
      createOrganisation(JSON.stringify({ ...organisation, registeredName: 1 })),
      ...([undefined, 400] as const),
    ],
    ['none by no JSON', createOrganisation('{'), undefined, 400],
  ])('hands out %s', async (_, call, authorization, status, body) => {
    const { ask } = model();
    const [, before] = await ask(change(client, {}));
    const answer = await ask(call, authorization);
    expect(answer[0]).toBe(status);
    if (body !== undefined) expect(answer[1]).toEqual(JSON.parse(JSON.stringify(body)));
    expect(await ask(change(client, {}))).toEqual([200, before]);
  });

  test('tells of each request and whose it is', async () => {
    const { ask, told } = model();
    await ask(getOrganisation());
    for (const authorization of ['Bearer o-token', '']) await ask(listCases(), authorization);
    expect(told).toEqual([
      ['GET /api/v2/org', 'member'],
      ['GET /api/v2/cases', 'outsider'],
      ['GET /api/v2/cases', undefined],
    ]);
  });

  test('shows every field of its clients', async () => {
    const [status, record] = await model().ask(change(client, {}));
    expect([status, bundled.validate('Client', record)]).toEqual([200, []]);
    expect(record).toMatchObject({ id: client });
    expect(Object.keys(record as object)).toEqual(expect.arrayContaining([...bundled.fieldsOf('Client')]));
    const { address } = record as { address: object };
    expect(Object.entries(address).filter(([, line]) => line === '')).toEqual([]);
    expect(Object.keys(address)).toEqual(bundled.fieldsOf('Address'));
  });

  test('keeps changes, each for its client', async () => {
    const { ask } = model();
    const [, before] = await ask(change(client, {}));
    const changed = { ...(before as object), title: 'Dr', firstName: 'Ada' };
    await ask(change(client.toUpperCase(), { title: 'Dr' }));
    expect(await ask(change(client, { firstName: 'Ada' }))).toEqual([200, changed]);
    expect(await ask(change(client, {}))).toEqual([200, changed]);
    expect(await ask(change(other, {}))).toEqual([200, { ...(before as object), id: other }]);
  });

  test.each([
    [['updateClient'], [403, 201]],
    [['createOrganisation'], [200, 403]],
    [undefined, [403, 403]],
  ] as const)('keeps the restricted token from %j alone', async (restrictedOperations, statuses) => {
    const { ask } = model({ restrictedOperations });
    const calls = [change(client, {}), createOrganisation(JSON.stringify(organisation))];
    const answers = await Promise.all(calls.map((call) => ask(call, 'Bearer r-token')));
    expect(answers.map(([status]) => status)).toEqual(statuses);
    expect((await Promise.all(calls.map((call) => ask(call)))).map(([status]) => status)).toEqual([200, 201]);
    expect((await ask(getOrganisation(), 'Bearer r-token'))[0]).toBe(200);
  });
});
