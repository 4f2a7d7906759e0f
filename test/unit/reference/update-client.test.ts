import { describe, expect, test } from 'vitest';
import { absentId, first, foreign, own, type Service, startService } from './support.ts';

const client = first(own.clients.filter(({ address }) => address !== undefined));
const path = `/api/v2/clients/${client.id}`;

function patch(service: Service, body: unknown, to: string = path) {
  return service.call(to, { method: 'PATCH', body });
}

function stored(service: Service) {
  return service.reference.store.readClient(own.id, String(client.id));
}

describe('200', () => {
  test('fields that cannot be changed are ignored, whatever they hold', async () => {
    const service = await startService();
    const raw = `{"id":"${absentId}","status":7,"dob":"1900-01-01","niNumber":null,"unknown":{},"__proto__":{"title":"X"},"constructor":1,"title":"Dr"}`;
    const answer = await service.call(path, { method: 'PATCH', raw });
    expect([answer.status, answer.body]).toStrictEqual([200, { ...client, title: 'Dr' }]);
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'the media type %s is read',
    async (type) => {
      const service = await startService();
      const answer = await service.call(path, {
        method: 'PATCH',
        raw: '{"title":"Dr"}',
        headers: { 'Content-Type': type },
      });
      expect([answer.status, answer.body]).toEqual([200, { ...client, title: 'Dr' }]);
    },
  );

  test('updates at the same time all last', async () => {
    const service = await startService();
    const one = { firstName: 'One', address: { line_1: '1' } };
    const two = { lastName: 'Two', companyName: 'Two' };
    const answers = await Promise.all([patch(service, one), patch(service, two)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stored(service)).toEqual({ ...client, ...one, ...two });
  });

  test('of two updates of one address at the same time one lasts whole', async () => {
    const service = await startService();
    const addresses = Array.from({ length: 10 }, (_, index) => ({
      line_1: `${index}`,
      [`line_${index}`]: 'x',
    }));
    await Promise.all(addresses.map((address) => patch(service, { address })));
    expect(addresses).toContainEqual((await stored(service))?.address);
  });
});

describe('400', () => {
  const wrong = [
    [{ title: 1 }, 'title must be a string.'],
    [{ firstName: null }, 'firstName must be a string.'],
    [{ emailAddress: 'no-at-sign' }, 'emailAddress must be an e-mail address.'],
    [{ emailAddress: 'a@example.com\n' }, 'emailAddress must be an e-mail address.'],
    [{ telephoneNumber: '01134960999' }, 'telephoneNumber must be a telephone number in E.164 format.'],
    [{ address: null }, 'address must be an object.'],
    [{ address: { line_1: 1 } }, 'address is wrong: line_1 must be a string.'],
    [[], 'The body must be a JSON object.'],
  ] as const;

  test.each(wrong)('%j is refused, and nothing changes', async (body, message) => {
    const service = await startService();
    const changes = Array.isArray(body) || typeof body !== 'object' || body === null;
    const answer = await patch(
      service,
      changes ? body : { title: 'Changed', ...body, companyName: 'x', ...body },
    );
    expect([answer.status, answer.body]).toEqual([400, { message }]);
    expect(await stored(service)).toStrictEqual(client);
  });

  test.each(['', '{', '{"title":"Dr"', "{'title':'Dr'}", '{"title":NaN}', 'title=Dr'])(
    'the body %j is not JSON',
    async (raw) => {
      const service = await startService();
      const answer = await service.call(path, { method: 'PATCH', raw });
      expect([answer.status, answer.body]).toEqual([400, { message: 'The body is not valid JSON.' }]);
      expect(await stored(service)).toStrictEqual(client);
    },
  );

  test('bytes that are not UTF-8 are not replaced', async () => {
    const service = await startService();
    const raw = new Uint8Array(Buffer.from('{"title":"\xff"}', 'latin1'));
    const answer = await service.call(path, { method: 'PATCH', raw });
    expect([answer.status, answer.body]).toEqual([400, { message: 'The body is not valid JSON.' }]);
  });

  test('a body nested beyond reason is refused', async () => {
    const service = await startService();
    const raw = `{"address":{"x":${'['.repeat(400_000)}${']'.repeat(400_000)}}}`;
    const answer = await service.call(path, { method: 'PATCH', raw });
    expect([answer.status, answer.body]).toEqual([400, { message: 'The body is not valid JSON.' }]);
  });
});

test.each([absentId, first(foreign.clients).id, first(own.cases).record.caseId, 'not-a-uuid'])(
  '404 for the client %s, before the body is looked at',
  async (id) => {
    const service = await startService();
    const bodies = ['{}', '{"title":1}', '{'];
    for (const raw of bodies) {
      const answer = await service.call(`/api/v2/clients/${id}`, { method: 'PATCH', raw });
      expect([answer.status, answer.body]).toEqual([
        404,
        { message: 'There is no such client in this organisation.' },
      ]);
    }
  },
);
