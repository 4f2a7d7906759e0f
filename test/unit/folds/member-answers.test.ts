import { expect, test } from 'vitest';
import { getCaseData, updateClient } from '../../../src/api/calls.ts';
import { foldAbsentClients, foldShownCases } from '../../../src/folds/member-answers.ts';
import type { Exchange } from '../../../src/trace/exchange.ts';
import { exchangeOf } from '../../support/exchange.ts';

const [there, gone, unasked, back] = ['a', 'b', 'c', 'd'];

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

test('Of each case the record is kept that it showed last', () => {
  const shown = foldShownCases();
  expect(shown.value()).toEqual([]);
  shown.add(exchangeOf(200, '{"price":1}', { call: getCaseData('1') }));
  shown.add(exchangeOf(200, '{"price":2}', { call: getCaseData('2') }));
  shown.add(exchangeOf(200, '{"price":3}', { call: getCaseData('1') }));
  expect(shown.value()).toEqual([{ price: 3 }, { price: 2 }]);
});

test('What is no record that the member is shown is not kept', () => {
  const shown = foldShownCases();
  shown.add(exchangeOf(200, '{"title":"Dr"}', { call: updateClient('1', '{}') }));
  shown.add(exchangeOf(200, '{"price":1}', { call: getCaseData('1'), credentials: 'outsider' }));
  shown.add(exchangeOf(200, '{"message":"No."}', { call: getCaseData('2'), status: 404 }));
  shown.add(exchangeOf(200, '<p>', { call: getCaseData('3') }));
  expect(shown.value()).toEqual([]);
});
