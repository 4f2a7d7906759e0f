import { describe, expect, test } from 'vitest';
import { readOwn } from '../../../../src/conformance/put-back/client-call.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { exchangeOf } from '../../../support/exchange.ts';

const client = '99a439b3-87fb-4bda-bded-98a31048f0e0';
const other = 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2';

async function reading(...answers: readonly (readonly [status: number, body: unknown])[]) {
  let requests = 0;
  const own = await readOwn(bundled, client, async (call) => {
    const [status, body] = answers[requests] ?? answers.at(-1) ?? [500, ''];
    requests += 1;
    return exchangeOf(status, JSON.stringify(body), { call });
  });
  return { ...own, requests };
}

const named = { title: 'Ms', lastName: 'Ollerenshaw', dob: '1974-05-08' };

describe('a reading of a client', () => {
  test('is its own by the id, in whatever case, after one request', async () => {
    for (const id of [client, client.toUpperCase()]) {
      const record = { id, ...named };
      expect(await reading([200, record])).toEqual({ kind: 'own', record, requests: 1 });
    }
  });

  test('is that of another by the id, after one request', async () => {
    expect(await reading([200, { id: other, ...named }])).toEqual({
      kind: 'of-another',
      why: `An empty change of the client ${client} is answered with the record of another client`,
      requests: 1,
    });
  });

  test.each<[number, unknown]>([
    [404, { id: client }],
    [200, []],
    [200, 'Ms'],
  ])('is none where it is answered %i %j', async (status, body) => {
    expect(await reading([status, body])).toEqual({
      kind: 'no-record',
      why: `An empty change of the client ${client} is answered ${status} without its record`,
      requests: 1,
    });
  });

  test.each([[{}], [{ id: 5 }], [{ id: null }]])(
    'with the id %o is its own where a second one shows the same',
    async (id) => {
      const record = { ...id, ...named };
      expect(await reading([200, record])).toEqual({ kind: 'own', record, requests: 2 });
    },
  );

  test("without an id is nobody's where a second one shows something else", async () => {
    expect(await reading([200, named], [200, { ...named, lastName: 'Sample', dob: '' }])).toEqual({
      kind: 'disagreeing',
      why: `The client ${client} shows no id, and lastName, dob otherwise from one reading to the next`,
      requests: 2,
    });
  });

  test('without an id is what the second one is, where that is none or says whose it is', async () => {
    expect(await reading([200, named], [500, {}])).toMatchObject({ kind: 'no-record', requests: 2 });
    expect(await reading([200, named], [200, { ...named, id: other }])).toMatchObject({
      kind: 'of-another',
      requests: 2,
    });
    // If only one of two readings shows the id, the readings count as different records.
    const own = { ...named, id: client };
    expect(await reading([200, named], [200, own])).toMatchObject({ kind: 'disagreeing', requests: 2 });
  });
});
