import { expect, test } from 'vitest';
import { clientRecordChecks } from '../../../../src/checks/update-client.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { Undecidable } from '../../../../src/trace/gap.ts';
import {
  clientsWith,
  type Deviance,
  first,
  isChange,
  ofFirst,
  records,
  second,
} from '../../harness/hand-made-clients.ts';
import { checkNamed, judge, said } from '../../harness/hand-made-session.ts';

const judged = async (row: string, deviance?: Deviance, of = ofFirst): Promise<unknown[]> => {
  const { answer, target } = clientsWith(deviance, of);
  return said(
    await judge(checkNamed(clientRecordChecks(bundled), `updateClient.record.${row}`), answer, target, {
      thorough: true,
    }),
  );
};

test('A statement is judged of every record that is shown: the readings, the answers, the other clients', async () => {
  // For one client: two readings, and two replies of each of 7 + 1 changes to original values, 1 + 7 to new
  // values, and 7 + 2 shorter addresses.
  expect(await judged('client-status')).toEqual(Array(2 + 2 * (8 + 8 + 9)).fill('held'));
  // For two clients: the second one shows two changeable fields. Three more readings look at the other
  // client.
  const both = await judged('client-status', undefined, records);
  expect(both).toEqual(Array(52 + 2 + 2 * (3 + 8 + 9) + 3).fill('held'));
});

test('A statement is broken wherever a record breaks it', async () => {
  const wrong = ['client-status', '/status', expect.stringMatching(/^\/status is not one of /)];
  const found = await judged('client-status', ({ client, body }, held) => {
    if (isChange({ client, body, credentials: '' })) return undefined;
    return [200, JSON.stringify({ ...held.get(client), status: 'Sleeping' })];
  });
  expect(found.filter((one) => one !== 'held')).toEqual(Array(2 + 8 + 8 + 9).fill(wrong));
  expect(found.filter((one) => one === 'held')).toHaveLength(8 + 8 + 9);
});

test('A statement of which nothing is shown is not decided', async () => {
  const { status: _, ...record } = ofFirst[first] ?? {};
  expect(await judged('client-status', undefined, { [first]: record })).toEqual([
    ['no-data', 'List a fuller client in clients: none shows /status.'],
  ]);
});

test('A statement is judged of what was shown before the target fell silent', async () => {
  const found = await judged('client-status', ({ body }) => {
    if (body.startsWith('{"lastName"') && !body.includes('Bhandari'))
      throw new Undecidable('throttled', 'Later.');
    return undefined;
  });
  expect(new Set(found)).toEqual(new Set(['held']));
});

test('What shows no record is not judged', async () => {
  const found = await judged(
    'client-status',
    ({ client }) => (client === second ? [404, '{"status":"Sleeping"}'] : undefined),
    records,
  );
  expect(new Set(found)).toEqual(new Set(['held']));
});
