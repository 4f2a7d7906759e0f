import { expect, test } from 'vitest';
import {
  type Call,
  createOrganisation,
  getCaseData,
  getInterfaceDescription,
  getOrganisation,
  updateClient,
} from '../../../src/api/calls.ts';
import { conformingTransport } from '../../../src/conformance/conforming-transport.ts';
import { organisationPayload } from '../../../src/harness/organisation-payload.ts';
import type { TokenName } from '../../../src/harness/target.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { targetAt } from './support.ts';

const sale = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const client = 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2';
const other = '5e0a4d52-9a59-4d2f-8c1a-7b113f2b7c1e';
const unknown = '00000000-0000-4000-8000-000000000000';

function model() {
  const target = targetAt('https://acme.example', {
    cases: { Sale: [sale], Purchase: [], Remortgage: [], Transfer: [] },
    clients: [client, other],
    restrictedOperations: ['updateClient'],
  });
  const transport = conformingTransport(bundled, target);
  return async ({ method, path, body }: Call, sender: TokenName | 'forged' = 'member') => {
    const sent = { method, path, headers: {}, sender, ...(body !== undefined && { body }) };
    const delivery = await transport.send(sent);
    if (delivery.kind !== 'answered') throw new Error('The model must answer.');
    return [delivery.status, JSON.parse(String(Buffer.from(delivery.body)))] as const;
  };
}

const change = (id: string, fields: unknown): Call => updateClient(id, JSON.stringify(fields));
const payload = organisationPayload({ runTag: 'mark' }, 'model');

test.each<[number, string, Call, (TokenName | 'forged')?]>([
  [200, 'the description for everybody', getInterfaceDescription(), 'forged'],
  [401, 'a forged token, whatever else is wrong', change(unknown, { title: 1 }), 'forged'],
  [403, 'the outsider', getOrganisation(), 'outsider'],
  [403, 'the restricted token', change(client, {}), 'restricted'],
  [200, 'the restricted token where it may', getOrganisation(), 'restricted'],
  [200, 'a listed case in other letters', getCaseData(sale.toUpperCase())],
  [404, 'another case', getCaseData(unknown)],
  [400, 'a case without identifier', getCaseData('')],
  [404, 'another client', change(unknown, {})],
  [400, 'a wrong change', change(client, { firstName: 'Ada', title: 1 })],
  [201, 'a right organisation', createOrganisation(JSON.stringify(payload))],
  [400, 'a wrong one', createOrganisation(JSON.stringify({ ...payload, registeredName: 1 }))],
  [404, 'another method', { ...getOrganisation(), method: 'PUT' } as unknown as Call],
])('the model answers %i to %s, and no client changes', async (status, _, call, sender) => {
  const ask = model();
  const before = await ask(change(client, {}));
  expect((await ask(call, sender))[0]).toBe(status);
  expect(await ask(change(client, {}))).toEqual(before);
});

test('the model keeps changes, each for its client', async () => {
  const ask = model();
  const [, before] = await ask(change(client, {}));
  const changed = { ...before, title: 'Dr', firstName: 'Ada' };
  await ask(change(client.toUpperCase(), { title: 'Dr' }));
  expect(await ask(change(client, { firstName: 'Ada', id: other }))).toEqual([200, changed]);
  expect(await ask(change(client, {}))).toEqual([200, changed]);
  expect(await ask(change(other, {}))).toEqual([200, { ...before, id: other }]);
});
