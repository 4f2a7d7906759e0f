import { describe, expect, test } from 'vitest';
import { unmetNeeds } from '../../../src/harness/capabilities.ts';
import type { Capability } from '../../../src/harness/check.ts';
import { listedCases, type Target, type TokenName } from '../../../src/harness/target.ts';
import { isRestricted } from '../../../src/rules/operations.ts';
import type { Advice } from '../../../src/trace/gap.ts';
import { noTarget } from './hand-made-session.ts';

const none = noTarget.cases;
const tokens = (...names: TokenName[]): Partial<Target> => ({ tokens: new Set(names) });

describe('what a check needs', () => {
  const list = (what: string, where: string): string => `List ${what} in ${where} of the configuration.`;
  const set = (what: string): string => `Set ${what} in the configuration.`;
  const listing = { ...tokens('restricted'), restrictedOperations: ['listCases'] as const };
  const discovering = { discovered: { furtherPages: [], isSweep: false } };
  const ofSale = { cases: { ...none, Sale: ['1'] } };
  const ofTransfer = { cases: { ...none, Transfer: ['1'] } };
  const orDiscover = ', or take those of the list of cases with --discover.';

  test.each<[Capability, met: Partial<Target>, unmet: Partial<Target>, remedy: Advice]>([
    ['a Sale case', ofSale, ofTransfer, [list('a case', 'cases.Sale'), 'cases.Sale']],
    ['a Transfer case', ofTransfer, ofSale, [list('a case', 'cases.Transfer'), 'cases.Transfer']],
    [
      'a case',
      ofTransfer,
      { foreignCases: ['1'], clients: ['2'] },
      list('a case of the organisation', 'cases').replace(/\.$/, orDiscover),
    ],
    [
      'a case',
      ofTransfer,
      discovering,
      `The list of cases leads to no case. ${list('one of the organisation', 'cases')}`,
    ],
    [
      'a foreign case',
      { foreignCases: ['1'] },
      ofSale,
      list('a case of another organisation', 'cases.foreign'),
    ],
    ['a client', { clients: ['1'] }, ofSale, list('a client of the organisation', 'clients')],
    ['outsider token', tokens('member', 'outsider'), tokens('member', 'restricted'), set('tokens.outsider')],
    ['restricted token', listing, { ...listing, restrictedOperations: [] }, set('restrictedOperations')],
    ['restricted token', listing, tokens('restricted'), set('restrictedOperations')],
    ['restricted token', listing, { ...listing, ...tokens('member') }, set('tokens.restricted')],
    ['restricted token', listing, tokens('member'), set('tokens.restricted and restrictedOperations')],
  ])('%s: is met, or says what would meet it', (need, meeting, failing, remedy) => {
    expect(unmetNeeds([need], { ...noTarget, ...meeting })).toEqual([]);
    expect(unmetNeeds([need], { ...noTarget, ...failing })).toEqual([{ reason: 'not-configured', remedy }]);
  });

  test.each<[Capability, met: Target['writes'], unmet: Target['writes'], remedy: string]>([
    [
      'writes',
      'restore',
      'none',
      'Set writes to "restore" in the configuration, if the run may send changes of listed clients.',
    ],
    ['writes', 'all', 'none', expect.stringContaining('restore')],
    [
      'creations',
      'all',
      'restore',
      'Set writes to "all" in the configuration, if the data is disposable and organisations may be created.',
    ],
  ])('%s: are permitted by %s, and excluded by %s', (need, permitting, excluding, remedy) => {
    expect(unmetNeeds([need], { ...noTarget, writes: permitting })).toEqual([]);
    expect(unmetNeeds([need], { ...noTarget, writes: excluding })).toEqual([{ reason: 'excluded', remedy }]);
  });
});

const restricted = (restrictedOperations: Target['restrictedOperations']): string[] =>
  (['updateClient', 'createOrganisation', 'listCases'] as const).filter((operation) =>
    isRestricted({ ...noTarget, restrictedOperations }, operation),
  );

test('a restricted token is kept from what the configuration says, else from what it usually lacks', () => {
  expect(restricted(['listCases'])).toEqual(['listCases']);
  expect(restricted([])).toEqual(['updateClient', 'createOrganisation']);
  expect(restricted(undefined)).toEqual(['updateClient', 'createOrganisation']);
});

test('The listed cases are those of every type, each with its type', () => {
  const cases = { ...none, Sale: ['1', '2'], Transfer: ['3'] };
  expect(listedCases({ ...noTarget, cases })).toEqual([
    { id: '1', caseType: 'Sale' },
    { id: '2', caseType: 'Sale' },
    { id: '3', caseType: 'Transfer' },
  ]);
});
