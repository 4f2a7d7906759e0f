import { expect, test } from 'vitest';
import { type Call, getCaseData, updateClient } from '../../../src/api/calls.ts';
import { foldAbsentClients, foldShownCases } from '../../../src/folds/member-answers.ts';
import { readJson } from '../../../src/http/json.ts';
import type { Exchange } from '../../../src/trace/exchange.ts';

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

function exchange(call: Call, text: string, further: Partial<Exchange> = {}): Exchange {
  const bytes = new TextEncoder().encode(text);
  const answered = {
    status: 200,
    headers: {},
    durationMs: 0,
    bodyBytes: bytes.length,
    body: readJson(bytes),
  };
  return { number: 0, call, credentials: 'member', text, ...answered, ...further };
}

test('Of each case the record is kept that it showed last', () => {
  const shown = foldShownCases();
  expect(shown.value()).toEqual([]);
  shown.add(exchange(getCaseData('1'), '{"price":1}'));
  shown.add(exchange(getCaseData('2'), '{"price":2}'));
  shown.add(exchange(getCaseData('1'), '{"price":3}'));
  expect(shown.value()).toEqual([{ price: 3 }, { price: 2 }]);
});

test('What is no record that the member is shown is not kept', () => {
  const shown = foldShownCases();
  shown.add(exchange(updateClient('1', '{}'), '{"title":"Dr"}'));
  shown.add(exchange(getCaseData('1'), '{"price":1}', { credentials: 'outsider' }));
  shown.add(exchange(getCaseData('2'), '{"message":"No."}', { status: 404 }));
  shown.add(exchange(getCaseData('3'), '<p>'));
  expect(shown.value()).toEqual([]);
});
