import { expect, test } from 'vitest';
import { getCaseData, updateClient } from '../../../src/api/calls.ts';
import { foldAbsentClients } from '../../../src/folds/member-answers.ts';
import type { Exchange } from '../../../src/trace/exchange.ts';

const [there, gone, unasked, back] = ['a', 'b', 'c', 'd'];

/** What the fold looks at of an exchange. */
function answered(client: string, status: number, credentials = 'member'): Exchange {
  return { call: updateClient(client, '{}'), credentials, status } as Exchange;
}

test('Absent are the listed clients whose changes are answered 404 alone, as the member asks', () => {
  const listed = foldAbsentClients({ clients: [there, gone, unasked, back] });
  const exchanges = [
    answered(there, 200),
    answered(there, 404, 'outsider'),
    answered(gone, 404),
    answered(gone, 401, 'no token'),
    answered(unasked, 404, 'outsider'),
    answered('not listed', 404),
    answered(back, 404),
    answered(back, 200),
    { ...answered(unasked, 404), call: getCaseData(unasked) },
  ];
  for (const exchange of exchanges) listed.add(exchange);
  expect(listed.value()).toEqual([gone]);
});
