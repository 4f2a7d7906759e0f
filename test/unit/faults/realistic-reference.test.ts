import { expect, onTestFinished, test } from 'vitest';
import { openOwnReference } from '../../../faults/own-reference.ts';
import { readDemo } from '../../../src/reference/demo.ts';

const [own] = (await readDemo('realistic')).organisations;
const token = own?.users[0]?.tokens[0]?.token;
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const client = `/api/v2/clients/${own?.clients[0]?.id}`;

test('A service is the host of the realistic organisation, and sees nothing that was written to another', async () => {
  const [one, other] = [openOwnReference('realistic'), openOwnReference('realistic')];
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
  });
  const patch = (body: string) => ({ method: 'PATCH', path: client, headers, body });
  const changed = await one.answer(patch('{"lastName":"Tully"}'));
  expect(JSON.parse(changed.body)).toMatchObject({ lastName: 'Tully' });

  const [kept, unchanged] = await Promise.all([one.answer(patch('{}')), other.answer(patch('{}'))]);
  expect(JSON.parse(kept.body)).toMatchObject({ lastName: 'Tully' });
  expect(JSON.parse(unchanged.body)).toEqual(own?.clients[0]);

  const list = await other.answer({ method: 'GET', path: '/api/v2/cases', headers, body: '' });
  expect(JSON.parse(list.body).cases).toHaveLength(48);
});
