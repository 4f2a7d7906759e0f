import { expect, test } from 'vitest';
import { absentId, first, foreign, own, type Service, startService } from './support.ts';

// The checks of the suite test what the documents specify. The tests below are about what the documents leave open.

const client = first(own.clients.filter(({ address }) => address !== undefined));
const path = `/api/v2/clients/${client.id}`;

async function patched({ call }: Service, raw: string | Uint8Array<ArrayBuffer>, to: string = path) {
  const { status, body } = await call(to, { method: 'PATCH', raw });
  return [status, body];
}

test('fields that cannot be changed are ignored, whatever they hold', async () => {
  const raw = `{"id":"${absentId}","status":7,"dob":"1900-01-01","niNumber":null,"unknown":{},"__proto__":{"title":"X"},"constructor":1,"title":"Dr"}`;
  expect(await patched(await startService(), raw)).toStrictEqual([200, { ...client, title: 'Dr' }]);
});

test('of updates of one address at the same time one lasts whole', async () => {
  const service = await startService();
  const addresses = Array.from({ length: 10 }, (_, at) => ({ line_1: `${at}`, [`line_${at}`]: 'x' }));
  await Promise.all(addresses.map((address) => patched(service, JSON.stringify({ address }))));
  const stored = await service.reference.store.readClient(own.id, String(client.id));
  expect(addresses).toContainEqual(stored?.address);
});

test('a wrong body is refused with what is wrong, and nothing changes', async () => {
  const service = await startService();
  const notJson = 'The body is not valid JSON.';
  for (const [raw, message] of [
    ['{"companyName":"x","title":1}', 'title must be a string.'],
    ['{"firstName":null}', 'firstName must be a string.'],
    ['{"emailAddress":"a@example.com\\n"}', 'emailAddress must be an e-mail address.'],
    ['{"telephoneNumber":"01134960999"}', 'telephoneNumber must be a telephone number in E.164 format.'],
    ['{"address":null}', 'address must be an object.'],
    ['{"address":{"line_1":1}}', 'address is wrong: line_1 must be a string.'],
    ['[]', 'The body must be a JSON object.'],
    ...['', '{', "{'title':'Dr'}", '{"title":NaN}'].map((raw) => [raw, notJson] as const),
    [new Uint8Array(Buffer.from('{"title":"\xff"}', 'latin1')), notJson],
    [`{"address":{"x":${'['.repeat(400_000)}${']'.repeat(400_000)}}}`, notJson],
  ] as const)
    expect(await patched(service, raw)).toEqual([400, { message }]);
  expect(await patched(service, '{}')).toStrictEqual([200, client]);
});

test.each([absentId, first(foreign.clients).id, first(own.cases).record.caseId, 'not-a-uuid'])(
  '404 for the client %s, before the body is looked at',
  async (id) => {
    const service = await startService();
    for (const raw of ['{}', '{"title":1}', '{'])
      expect(await patched(service, raw, `/api/v2/clients/${id}`)).toEqual([
        404,
        { message: 'There is no such client in this organisation.' },
      ]);
  },
);
