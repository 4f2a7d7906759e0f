import { expect, test } from 'vitest';
import { getCaseData, getInterfaceDescription, listCases } from '../../../src/api/calls.ts';
import { foldForgeriesTried, forgeriesInAll, unitedForgeries } from '../../../src/folds/forgeries-tried.ts';
import { forgeries, noCredentials, unknownToken } from '../../../src/harness/forgeries.ts';
import { replyWith } from '../harness/hand-made-session.ts';

test('The forged credentials of a run are noted by operation, in the order of their table', () => {
  const fold = foldForgeriesTried();
  for (const credentials of [unknownToken.title, 'member', noCredentials.title, unknownToken.title])
    fold.add({ ...replyWith(401, ''), call: getCaseData('1'), credentials });
  fold.add({ ...replyWith(401, ''), call: listCases(), credentials: unknownToken.title });
  // The description may be read without a token.
  fold.add({ ...replyWith(200, ''), call: getInterfaceDescription(), credentials: noCredentials.title });
  const tried = fold.value();
  expect(tried).toEqual({ getCaseData: ['absent', 'unknown'], listCases: ['unknown'] });
  expect(unitedForgeries([tried, { listCases: ['absent', 'unknown'] }])).toEqual({
    getCaseData: ['absent', 'unknown'],
    listCases: ['absent', 'unknown'],
  });
  expect(forgeriesInAll).toBeGreaterThan(forgeries.length);
});
