import { expect, test } from 'vitest';
import { getCaseData, getInterfaceDescription, listCases } from '../../../src/api/calls.ts';
import {
  foldForgeriesTried,
  foldSpellingsTried,
  forgeriesInAll,
  unitedTried,
} from '../../../src/folds/tried.ts';
import { forgeries, noCredentials, unknownToken } from '../../../src/harness/forgeries.ts';
import { spellingsWithoutToken, withSpelling } from '../../../src/harness/spellings.ts';
import { exchangeOf } from '../../support/exchange.ts';

test('The forged credentials of a run are noted by operation', () => {
  const fold = foldForgeriesTried();
  for (const credentials of [unknownToken.title, 'member', noCredentials.title, unknownToken.title])
    fold.add(exchangeOf(401, '', { call: getCaseData('1'), credentials }));
  fold.add(exchangeOf(401, '', { call: listCases(), credentials: unknownToken.title }));
  // The description may be read without a token.
  fold.add(exchangeOf(200, '', { call: getInterfaceDescription(), credentials: noCredentials.title }));
  const tried = fold.value();
  expect(tried).toEqual({ getCaseData: ['absent', 'unknown'], listCases: ['unknown'] });
  expect(unitedTried([tried, { listCases: ['absent', 'unknown'] }])).toEqual({
    getCaseData: ['absent', 'unknown'],
    listCases: ['absent', 'unknown'],
  });
  expect(forgeriesInAll).toBeGreaterThan(forgeries.length);
});

test('The other spellings of a run are noted by operation', () => {
  const fold = foldSpellingsTried();
  for (const spelling of spellingsWithoutToken('getOrganisation', { thorough: false, seed: 0 }))
    fold.add(exchangeOf(401, '', { call: withSpelling(getCaseData('1'), spelling) }));
  fold.add(exchangeOf(401, '', { call: listCases() }));
  expect(fold.value()).toEqual({
    getCaseData: ['a slash at the end', 'a way back from the description', 'two slashes at the beginning'],
  });
});
