import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '../../../src/reference/json.ts';
import { absentId, first, foreign, own, startService } from './support.ts';

const dataPath = (id: unknown) => `/api/v2/cases/${id}/data`;

// Text with sorted members, since Vitest overlooks a lost member named `__proto__`.
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

describe('200', () => {
  test('a member named __proto__ stays a member', async () => {
    const { reference, call } = await startService();
    const text = `{"caseId":"${absentId}","__proto__":{"a":1},"address":{"__proto__":2},"TA6":{"__proto__":[3]}}`;
    await reference.store.addCase(own.id, JSON.parse(text));
    expect(canonical((await call(dataPath(absentId))).body)).toBe(canonical(JSON.parse(text)));
  });

  test('a field that is undefined is absent, and one that is null is not', async () => {
    const { reference, call } = await startService();
    const record = {
      caseId: absentId,
      price: undefined,
      houseType: undefined,
      reference: null,
      flatType: null,
    };
    await reference.store.addCase(own.id, record as unknown as JsonObject);
    expect((await call(dataPath(absentId))).body).toStrictEqual({
      caseId: absentId,
      reference: null,
      flatType: null,
    });
  });

  test('a record of many fields comes back whole', async () => {
    const { reference, call } = await startService();
    const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, index]));
    await reference.store.addCase(own.id, { caseId: absentId, ...fields });
    expect((await call(dataPath(absentId))).body).toStrictEqual({ caseId: absentId, ...fields });
  });

  test('the query string is ignored', async () => {
    const service = await startService();
    const { record } = first(own.cases);
    expect((await service.call(`${dataPath(record.caseId)}?caseType=%zz&id=1`)).body).toEqual(record);
  });
});

test.each(['', '%20', '%09', '%20%20'])('400 for an identifier that is missing as %j', async (segment) => {
  const service = await startService();
  const answer = await service.call(`/api/v2/cases/${segment}/data`);
  expect([answer.status, answer.body]).toEqual([400, { message: 'The case identifier is missing.' }]);
});

test.each([
  ['an absent case', absentId],
  ['a case of another organisation', first(foreign.cases).record.caseId],
  ['a client', first(own.clients).id],
  ['no UUID', 'not-a-uuid'],
  ['a NUL', '%00'],
  ['a slash', '..%2f'],
  ['SQL', "'%20or%201=1"],
  ['text beyond ASCII', '%F0%9F%8F%A0'],
  ['a long text', 'x'.repeat(5_000)],
])('404 for the identifier of %s', async (_name, id) => {
  const service = await startService();
  const answer = await service.call(dataPath(id));
  expect([answer.status, answer.body]).toEqual([
    404,
    { message: 'There is no such case in this organisation.' },
  ]);
});
