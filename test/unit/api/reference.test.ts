import { describe, expect, test } from 'vitest';
import type { CaseClient } from '../../../src/api/client.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { absentId, description, first, foreign, own, startService, tokens } from '../reference/support.ts';
import { clientOf } from './support.ts';

const record = first(own.clients);
const clientId = String(record.id);
const foreignCase = String(first(foreign.cases).record.caseId);

/** A client with that token, or none, of a reference implementation that only this test uses. */
async function opened(token?: string): Promise<CaseClient> {
  const { url } = await startService();
  return clientOf(url, token === undefined ? {} : { token });
}

describe('the reference implementation', () => {
  test.each(own.cases)('shows the case $name, which is valid', async ({ record }) => {
    const { getCaseData } = await opened(tokens.member);
    const result = await getCaseData(String(record.caseId));
    expect(result).toEqual({ kind: 'success', status: 200, body: record });
    expect(result.kind === 'success' && bundled.validate('CaseRecord', result.body)).toEqual([]);
  });

  test('changes a client', async () => {
    const { updateClient } = await opened(tokens.member);
    const patch = { firstName: 'Zoë 漢', address: { line_1: '1 High Street' } };
    const changed = { ...record, ...patch };
    expect(await updateClient(clientId, patch)).toEqual({ kind: 'success', status: 200, body: changed });
    expect(await updateClient(clientId, {})).toEqual({ kind: 'success', status: 200, body: changed });
  });

  test('creates an organisation', async () => {
    const { createOrganisation } = await opened(tokens.member);
    const payload = { type: 'conveyancer', subDomain: 'new-one', emailAddress: 'office@new.example.com' };
    expect(await createOrganisation(payload)).toEqual({
      kind: 'success',
      status: 201,
      body: { ...payload, id: expect.any(String), user: { id: expect.any(String) } },
    });
  });

  test('shows the organisation', async () => {
    const { getOrganisation } = await opened(tokens.member);
    expect(await getOrganisation()).toEqual({ kind: 'success', status: 200, body: own.record });
  });

  test('lists the cases', async () => {
    const { listCases } = await opened(tokens.member);
    const ids = own.cases.map(({ record }) => record.caseId).sort();
    expect(await listCases()).toMatchObject({
      kind: 'success',
      status: 200,
      body: { cases: ids.map((caseId) => ({ caseId })) },
    });
  });

  test.each([undefined, tokens.member])('serves its description, token or not', async (token) => {
    const { getInterfaceDescription } = await opened(token);
    const result = await getInterfaceDescription();
    expect(result.kind === 'success' && JSON.parse(result.body)).toEqual(description);
  });
});

const unauthenticated = 'Authentication is required: send a valid API token as a bearer token.';
const outside = 'You do not belong to this organisation.';

const operations: readonly (readonly [string, (client: CaseClient) => Promise<unknown>])[] = [
  ['getCaseData', ({ getCaseData }) => getCaseData(absentId)],
  ['updateClient', ({ updateClient }) => updateClient(clientId, {})],
  ['createOrganisation', ({ createOrganisation }) => createOrganisation({})],
  ['getOrganisation', ({ getOrganisation }) => getOrganisation()],
  ['listCases', ({ listCases }) => listCases()],
];

describe.each(operations)('it refuses %s', (_name, call) => {
  test.each([
    ['without a token', undefined, 401, unauthenticated],
    ['with a revoked token', tokens.revoked, 401, unauthenticated],
    ['with a token of another organisation', tokens.outsider, 403, outside],
  ] as const)('%s', async (_token, token, status, message) => {
    expect(await call(await opened(token))).toEqual({ kind: 'refused', status, message });
  });
});

describe('it refuses', () => {
  test.each([
    [400, '', 'The case identifier is missing.'],
    [404, absentId, 'There is no such case in this organisation.'],
    [404, foreignCase, 'There is no such case in this organisation.'],
    [404, '../org', 'There is no such case in this organisation.'],
  ] as const)('a case with %i: %j', async (status, id, message) => {
    const { getCaseData } = await opened(tokens.member);
    expect(await getCaseData(id)).toEqual({ kind: 'refused', status, message });
  });

  test('a change without permission', async () => {
    const { updateClient } = await opened(tokens.restricted);
    expect(await updateClient(clientId, {})).toEqual({
      kind: 'refused',
      status: 403,
      message: 'This token lacks the permission clients:write.',
    });
  });

  test('an unknown client, which the documents do not state', async () => {
    const { updateClient } = await opened(tokens.member);
    expect(await updateClient(absentId, {})).toEqual({
      kind: 'unexpected',
      status: 404,
      text: '{"message":"There is no such client in this organisation."}',
    });
  });
});
