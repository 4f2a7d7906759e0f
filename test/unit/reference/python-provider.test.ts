import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PythonProvider, startPythonProvider } from '../../support/python-provider.ts';

const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const clientId = 'a5c1f8f0-3a0e-4b53-9d3e-0c7f7f1d2e34';
const caseData = `/api/v2/cases/${caseId}/data`;
const client = `/api/v2/clients/${clientId}`;

type Outcome = readonly [status: number, body: unknown];

interface Call {
  readonly token?: keyof PythonProvider['tokens'] | 'invalid' | 'none';
  readonly method?: string;
  readonly body?: string;
}

let provider: PythonProvider;
beforeAll(async () => {
  provider = await startPythonProvider();
});
afterAll(() => provider.close());

async function send(path: string, { token = 'member', method = 'GET', body }: Call = {}): Promise<Outcome> {
  const tokens: Readonly<Record<string, string>> = { ...provider.tokens, invalid: 'invalid' };
  const response = await fetch(provider.baseUrl + path, {
    method,
    headers: token === 'none' ? {} : { authorization: `Bearer ${tokens[token]}` },
    ...(body === undefined ? {} : { body }),
  });
  return [response.status, await response.json()];
}

async function change(action: string, state: string, params = {}): Promise<Outcome> {
  const body = JSON.stringify({ action, state, params });
  const response = await fetch(provider.stateUrl, { method: 'POST', body });
  return [response.status, await response.json()];
}

const refused = (status: number): Outcome => [status, { message: expect.any(String) }];

describe('the provider in Python', () => {
  test('shows a case that was set up, until it is torn down', async () => {
    const record = {
      caseId,
      caseType: 'Sale',
      TA6: { type: 'TA6_5th', leaseEndDate: 'ä\ud800' },
      price: 1.5,
    };
    expect(await send(caseData)).toEqual(refused(404));
    expect(await change('setup', 'a case with this record', { caseId, record })).toEqual([200, {}]);
    expect(await send(caseData)).toEqual([200, record]);
    expect(await send(`/api/v2/cases/${caseId.toUpperCase()}/data`)).toEqual([200, record]);
    expect(await send('/api/v2/cases')).toEqual([200, { cases: [caseId] }]);
    expect(await change('teardown', 'a case with this record', { caseId, record })).toEqual([200, {}]);
    expect(await send(caseData)).toEqual(refused(404));
  });

  test.each([
    ['a case of this type', { caseId, caseType: 'Transfer' }, [200, { caseId, caseType: 'Transfer' }]],
    ['no such case', { caseId }, refused(404)],
    ['a case of another organisation', { caseId }, refused(404)],
  ] as const)('%s', async (state, params, expected) => {
    expect(await change('setup', state, params)).toEqual([200, {}]);
    expect(await send(caseData)).toEqual(expected);
    expect(await send('/api/v2/cases')).toEqual([200, { cases: expected[0] === 200 ? [caseId] : [] }]);
    await change('teardown', state, params);
  });

  test('changes the fields of a client that are supplied', async () => {
    const address = { line_1: '1 Low Street', note: 'blue door' };
    const record = { id: clientId, status: 'Active', title: 'Ms', address };
    await change('setup', 'a client with this record', { clientId, record });
    const patch = (body: unknown) => send(client, { method: 'PATCH', body: JSON.stringify(body) });
    expect(await patch({ title: 'Dr' })).toEqual([200, { ...record, title: 'Dr' }]);
    expect(await patch({ address: { county: 'Kent', note: 7 } })).toEqual([
      200,
      { ...record, title: 'Dr', address: { county: 'Kent', note: 7 } },
    ]);
    for (const wrong of [{ title: 1 }, { emailAddress: 'x' }, { telephoneNumber: '07' }, { address: [] }, []])
      expect(await patch(wrong)).toEqual(refused(400));
    expect(await send(client, { method: 'PATCH', body: '{' })).toEqual(refused(400));
    await change('setup', 'a client', { clientId });
    expect(await patch({})).toEqual([200, { id: clientId }]);
    await change('teardown', 'a client', { clientId });
    expect(await patch({})).toEqual(refused(404));
  });

  test('creates an organisation whose sub-domain is free', async () => {
    const state = 'no organisation with this sub-domain';
    const create = () => send('/api/v2/org', { method: 'POST', body: '{"subDomain":"New","address":{}}' });
    for (const _ of [1, 2]) {
      expect(await change('setup', state, { subDomain: 'new' })).toEqual([200, {}]);
      const created = { id: expect.any(String), subDomain: 'New', address: {} };
      expect(await create()).toEqual([201, created]);
      expect(await create()).toEqual(refused(409));
    }
    expect(await change('setup', state, { subDomain: 'demo' })).toEqual(refused(409));
  });

  const operations: readonly (readonly [operation: string, path: string, call: Call])[] = [
    ['getCaseData', caseData, {}],
    ['listCases', '/api/v2/cases', {}],
    ['updateClient', client, { method: 'PATCH', body: '{}' }],
    ['createOrganisation', '/api/v2/org', { method: 'POST', body: '{}' }],
    ['getOrganisation', '/api/v2/org', {}],
    ['getInterfaceDescription', '/api/v2/doc', {}],
  ];
  test.each(operations)('asks for credentials first: %s', async (operation, path, call) => {
    await change('setup', 'a case of this type', { caseId, caseType: 'Sale' });
    await change('setup', 'a client', { clientId });
    await change('setup', 'a caller of another organisation');
    const status = async (token: NonNullable<Call['token']>) => (await send(path, { ...call, token }))[0];
    const success = operation === 'createOrganisation' ? 201 : 200;
    expect(await status('member')).toBe(success);
    expect(await status('restricted')).toBe(success);
    expect(await status('outsider')).toBe(403);
    expect(await status('invalid')).toBe(401);
    expect(await status('none')).toBe(401);
    await change('setup', 'a caller without permission', { operation });
    expect(await status('member')).toBe(success);
    // What another state undoes is no business of this one.
    await change('teardown', 'a case of this type', { caseId: clientId, caseType: 'Sale' });
    expect(await status('restricted')).toBe(403);
    await change('teardown', 'a caller without permission', { operation });
    expect(await status('restricted')).toBe(success);
  });

  test('refuses a case whose identifier is missing, but not before credentials', async () => {
    expect(await send('/api/v2/cases//data')).toEqual(refused(400));
    expect(await send('/api/v2/cases//data', { token: 'none' })).toEqual(refused(401));
    expect(await send('/elsewhere', { token: 'none', method: 'DELETE' })).toEqual(refused(401));
    expect(await send('/elsewhere', { method: 'DELETE' })).toEqual(refused(404));
  });

  test('describes the interface and its organisation', async () => {
    const [, description] = await send('/api/v2/doc');
    expect(description).toMatchObject({ openapi: '3.1.0', info: { version: '2.0' } });
    expect(await send('/api/v2/org')).toEqual([200, { id: expect.any(String), subDomain: 'demo' }]);
  });

  test('cannot meet what it does not know, and never answers 500', async () => {
    expect(await change('setup', '')).toEqual([200, {}]);
    expect(await change('setup', 'a full moon')).toEqual(refused(404));
    expect(await change('setup', 'a case with this record', { caseId })).toEqual(refused(400));
    const nothing = await fetch(provider.stateUrl, { method: 'POST', body: '' });
    expect(nothing.status).toBe(400);
  });
});
