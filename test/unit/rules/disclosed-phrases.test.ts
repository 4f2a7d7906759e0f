import { expect, test } from 'vitest';
import { getCaseData } from '../../../src/api/calls.ts';
import { disclosedPhrases, phrasesOfRecords, type RefusedCaller } from '../../../src/rules/disclosure.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { exchangeOf } from '../../support/exchange.ts';

const id = '08cc4d98-1c2f-4a53-9b60-3f4f3c7d5e21';
const record = {
  caseId: id,
  caseType: 'Sale',
  reference: 'HPC/OKON/25/0156',
  price: 447_500,
  isAuction: 'Not known',
  desiredCompletionDate: '2025-08-15',
  address: { line_1: '14 Lapwing Close', post_town: 'Fleet', postcode: 'GU51 2ZT' },
  estateAgentEmail: 'fleet@canalhomes.example.com',
  estateAgentPhone: '01632 960238',
  buyers: [{ buyerName: { firstName: 'Chidi', surname: 'Okonjo' } }, { buyerName: { surname: 'Sale' } }],
};
const call = getCaseData(id);
const accepted = exchangeOf(200, JSON.stringify(record), { call });

function told(body: unknown, headers = {}, refusedCaller: RefusedCaller = 'stranger'): readonly string[] {
  const reply = exchangeOf(403, JSON.stringify(body), { headers, call });
  return disclosedPhrases(reply, phrasesOfRecords(bundled, [accepted], refusedCaller));
}

test.each([
  ['a reference', 'Not yours: hpc/okon/25/0156.', 'hpc okon 25 0156'],
  ['a surname', 'It is the case of OKONJO.', 'okonjo'],
  ['a street', 'No entry to 14, Lapwing Close.', '14 lapwing close'],
  ['a postcode', 'No entry to GU51&#32;2ZT.', 'gu51 2zt'],
  ['an e-mail address', 'Ask fleet@canalhomes.example.com.', 'fleet canalhomes example com'],
  ['a telephone number', 'Call 01632-960238.', '01632 960238'],
  ['a price', 'Not for 447500.', '447500'],
  ['a price in words', 'Not for £447,500.00.', '447 500'],
])('a refusal tells a stranger %s', (_, message, phrase) => {
  expect(told({ message })).toEqual([phrase]);
});

test('a refusal tells what a member beside the message holds, and what a header does', () => {
  expect(told({ message: 'No.', details: { price: 447_500 } })).toEqual(['447500']);
  expect(told({ message: 'No.' }, { 'x-case': 'HPC%2FOKON%2F25%2F0156' })).toEqual(['hpc okon 25 0156']);
});

test.each([
  `The Sale ${id} in Fleet is not yours. Not known.`,
  'Refused on 2025-08-15, with the number 4475001.',
  'Mail homes@canal.example.com.',
  'Chidi, you may not.',
])('nothing is told by: %s', (message) => {
  expect(told({ message })).toEqual([]);
});

test('a colleague may be told what a record is called, but not how to reach a client, or a price', () => {
  const named = { message: 'You may not see HPC/OKON/25/0156 of Okonjo, 14 Lapwing Close.' };
  expect(told(named, {}, 'colleague')).toEqual([]);
  expect(told({ message: 'Mail fleet@canalhomes.example.com.' }, {}, 'colleague')).toHaveLength(1);
  expect(told({ message: 'Not for 447500.' }, {}, 'colleague')).toHaveLength(1);
});

test('what the request holds is told by the caller', () => {
  const asked = getCaseData('HPC/OKON/25/0156');
  const reply = exchangeOf(404, JSON.stringify({ message: 'No HPC/OKON/25/0156.' }), { call: asked });
  expect(disclosedPhrases(reply, phrasesOfRecords(bundled, [accepted], 'stranger'))).toEqual([]);
});
