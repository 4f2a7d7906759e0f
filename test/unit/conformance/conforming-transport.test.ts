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

type Ask = (call: Call, authorization?: string) => Promise<readonly [status: number, body: unknown]>;

/** A model, as something that is asked, and what it told of the requests. */
function model(further: Partial<Target> = {}): {
  ask: Ask;
  told: (readonly [string, TokenName | undefined])[];
} {
  const told: (readonly [string, TokenName | undefined])[] = [];
  const listed = { Sale: [sale], Purchase: [purchase], Remortgage: [], Transfer: [] };
  const target = targetAt('https://acme.example', { cases: listed, clients: [client, other], ...further });
  const transport = conformingTransport(bundled, target, tokens, ({ method, path }, caller) => {
    told.push([`${method} ${path}`, caller]);
  });
  const ask: Ask = async ({ method, path, body }, authorization = 'Bearer m-token') => {
    const headers = authorization === '' ? {} : { authorization };
    const delivery = await transport.send({ method, path, headers, ...(body === undefined ? {} : { body }) });
    if (delivery.kind !== 'answered') throw new Error('The model must answer.');
    return [delivery.status, JSON.parse(new TextDecoder().decode(delivery.body))];
  };
  return { ask, told };
}

const change = (id: string, fields: unknown): Call => updateClient(id, JSON.stringify(fields));

describe('a model of a deployment that conforms', () => {
  test('hands out the description to everybody, and nothing else', async () => {
    const { ask } = model();
    expect(await ask(getInterfaceDescription(), '')).toEqual([
      200,
      JSON.parse(JSON.stringify(bundled.description)),
    ]);
    for (const authorization of ['', 'm-token', 'Bearer m-toke', 'Bearer other'])
      expect(await ask(getOrganisation(), authorization)).toEqual([401, refused]);
    expect(await ask(getOrganisation(), 'Bearer o-token')).toEqual([403, refused]);
  });

  test('tells of each request and whose it is', async () => {
    const { ask, told } = model();
    await ask(getOrganisation());
    await ask(listCases(), 'Bearer o-token');
    await ask(listCases(), '');
    expect(told).toEqual([
      ['GET /api/v2/org', 'member'],
      ['GET /api/v2/cases', 'outsider'],
      ['GET /api/v2/cases', undefined],
    ]);
  });

  test('has an organisation and a list of cases', async () => {
    const { ask } = model();
    expect(await ask(getOrganisation())).toEqual([200, { id: 'organisation' }]);
    expect(await ask(listCases())).toEqual([200, []]);
  });

  test('has every case that is listed, however its identifier is written, and no other', async () => {
    const { ask } = model();
    expect(await ask(getCaseData(sale.toUpperCase()))).toEqual([200, { caseId: sale, caseType: 'Sale' }]);
    expect(await ask(getCaseData(purchase))).toEqual([200, { caseId: purchase, caseType: 'Purchase' }]);
    expect(await ask(getCaseData(unknown))).toEqual([404, refused]);
    expect(await ask(getCaseData(''))).toEqual([400, refused]);
  });

  test.each([
    ['DELETE', '/api/v2/org'],
    ['GET', '/api/v2/elsewhere'],
    ['GET', '/'],
  ])('has nothing at %s %s', async (method, path) => {
    expect(await model().ask({ ...getOrganisation(), method: method as 'GET', path })).toEqual([
      404,
      refused,
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

  test('refuses wrong changes, and does none of them', async () => {
    const { ask } = model();
    const [, before] = await ask(change(client, {}));
    expect(await ask(change(unknown, {}))).toEqual([404, refused]);
    expect(await ask(updateClient(client, '{"title":"Dr"'))).toEqual([400, refused]);
    expect(await ask(change(client, { firstName: 'Ada', title: 1 }))).toEqual([400, refused]);
    expect(await ask(change(client, {}))).toEqual([200, before]);
  });

  test('creates organisations from right payloads alone', async () => {
    const { ask } = model();
    const create = async (payload: string): Promise<number> => (await ask(createOrganisation(payload)))[0];
    expect(await create(JSON.stringify(organisation))).toBe(201);
    expect(await create(JSON.stringify({ ...organisation, registeredName: 1 }))).toBe(400);
    expect(await create('{')).toBe(400);
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
