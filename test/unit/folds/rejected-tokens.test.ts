import { expect, test } from 'vitest';
import { createOrganisation, getCaseData, getOrganisation, listCases } from '../../../src/api/calls.ts';
import { foldRejectedTokens } from '../../../src/folds/rejected-tokens.ts';
import { exchangeOf } from '../../support/exchange.ts';

test.each<
  [
    string,
    readonly (readonly [call: 'org' | 'create' | 'list' | 'no case', who: string, status: number])[],
    number[],
  ]
>([
  [
    'between two acceptances',
    [
      ['create', 'member', 201],
      ['create', 'member', 401],
      ['org', 'member', 200],
    ],
    [1],
  ],
  [
    'before the operation accepts it',
    [
      ['create', 'member', 401],
      ['create', 'member', 201],
    ],
    [0],
  ],
  [
    'that is never accepted again, so it may have expired',
    [
      ['org', 'member', 200],
      ['org', 'member', 401],
    ],
    [],
  ],
  [
    'by an operation that never accepts it',
    [
      ['org', 'restricted', 200],
      ['create', 'restricted', 401],
      ['org', 'restricted', 200],
    ],
    [],
  ],
  [
    'while another token is accepted',
    [
      ['list', 'outsider', 401],
      ['list', 'member', 200],
    ],
    [],
  ],
  [
    'at a path that never accepts it, since a router refuses it',
    [
      ['no case', 'member', 401],
      ['org', 'member', 200],
    ],
    [],
  ],
  [
    'after many other refusals',
    [...Array(30).fill(['list', 'outsider', 401]), ['org', 'member', 401], ['org', 'member', 200]],
    [30],
  ],
  [
    'that is forged',
    [
      ['org', 'a forged one', 200],
      ['org', 'a forged one', 401],
      ['org', 'a forged one', 200],
    ],
    [],
  ],
])('A token %s: which answers 401 are wrong', (_, answers, rejected) => {
  const calls = {
    ...{ org: getOrganisation(), create: createOrganisation('{}'), list: listCases() },
    'no case': getCaseData(''),
  };
  const fold = foldRejectedTokens();
  answers.forEach(([call, credentials, status], number) => {
    fold.add(exchangeOf(status, '{}', { number, call: calls[call], credentials }));
  });
  expect(fold.value().map(({ number }) => number)).toEqual(rejected);
});
