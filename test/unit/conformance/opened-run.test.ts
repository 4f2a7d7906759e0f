import { expect, test } from 'vitest';
import { type Call, createOrganisation, getCaseData, updateClient } from '../../../src/api/calls.ts';
import { openRun } from '../../../src/conformance/exchanges.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { evidenceOf } from '../../../src/trace/evidence.ts';

const creationWith = (line_1: string): Call => createOrganisation(JSON.stringify({ address: { line_1 } }));
const changeTo = (record: object): Call =>
  updateClient('99a439b3-87fb-4bda-bded-98a31048f0e0', JSON.stringify(record));

/** Sends each call, which is answered with the record, and returns the evidence with the personal data of the run. */
async function ran(...turns: readonly (readonly [call: Call, record: object])[]) {
  const records = turns.map(([, record]) => Buffer.from(JSON.stringify(record)));
  const { exchanges, personal } = openRun(
    bundled,
    {
      send: async () => ({
        ...{ kind: 'answered', status: 200, headers: {}, durationMs: 1 },
        body: records.shift() ?? Buffer.of(),
      }),
      close: async () => undefined,
    },
    { member: 'member-token' },
  );
  const shown: string[] = [];
  for (const [call] of turns)
    shown.push(JSON.stringify(evidenceOf(await exchanges.send(call, 'member'), bundled)));
  return { shown, arePersonalIn: (text: string) => personal?.value().areIn(text, []) };
}

test('the first answer about a client shows none of its values, even those that an earlier run made up', async () => {
  const line_1 = '15 Sample Street';
  const { shown, arePersonalIn } = await ran(
    [creationWith('1 Sample Street'), {}],
    [changeTo({}), { address: { line_1 }, companyName: 'Okonjo Acoustics' }],
  );
  expect(shown[1]).toContain('"line_1":"99 Xxxxxx Xxxxxx"');
  expect(arePersonalIn(shown.join('\n'))).toBe(false);
  expect(arePersonalIn('Okonjo Acoustics')).toBe(true);
});

test('a report may show what the run sent before a client turned out to hold it', async () => {
  const line_1 = '1 Sample Street';
  const { shown, arePersonalIn } = await ran(
    [creationWith(line_1), {}],
    [changeTo({}), { address: { line_1 } }],
    [changeTo({ address: { line_1 } }), {}],
  );
  expect(shown.map((one) => one.includes(line_1))).toEqual([true, false, false]);
  expect(arePersonalIn(shown.join('\n'))).toBe(false);
});

test('a text that the target made of a sent one is not personal where it is masked', async () => {
  const [companyName, other] = ['Trialwood and Partne', 'Trialwood and Okonjo'];
  const { shown, arePersonalIn } = await ran([
    changeTo({ companyName: 'Trialwood and Partners 12 Limited' }),
    { companyName, displayName: companyName, formerName: other },
  ]);
  expect(shown[0]).toContain(companyName);
  expect(arePersonalIn(shown.join('\n'))).toBe(false);
  expect(arePersonalIn(other)).toBe(true);
});

test('of two undecodable answers, only the one with the token is said to hold it', async () => {
  const bodies = ['{}', '"member-token"'];
  const { exchanges } = openRun(
    bundled,
    {
      send: async () => ({
        ...{ kind: 'answered', status: 200, headers: {}, durationMs: 1, isUndecodable: true },
        body: Buffer.from(bodies.shift() ?? ''),
      }),
      close: async () => undefined,
    },
    { member: 'member-token' },
  );
  const read = () => exchanges.send(getCaseData('1'), 'member');
  expect([(await read()).returnsToken, (await read()).returnsToken]).toEqual([undefined, true]);
});

test('another run of the process does not show the values of an equal answer', async () => {
  const record = { lastName: 'Placeholder' };
  expect((await ran([changeTo(record), record])).shown[0]).toContain('"body":{"lastName":"Placeholder"}}');
  expect((await ran([changeTo({}), record])).shown[0]).toContain('"body":{"lastName":"Xxxxxxxxxxx"}}');
});
