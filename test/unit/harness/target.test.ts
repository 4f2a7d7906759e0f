import { describe, expect, test } from 'vitest';
import { unmet } from '../../../src/harness/capabilities.ts';
import type { Capability } from '../../../src/harness/check.ts';
import { listedCases, type Target, type TokenName } from '../../../src/harness/target.ts';
import { isRestricted } from '../../../src/rules/operations.ts';
import { noTarget } from './hand-made-session.ts';

const none = noTarget.cases;
const tokens = (...names: TokenName[]): Partial<Target> => ({ tokens: new Set(names) });

describe('what a check needs', () => {
  const rows: readonly (readonly [
    Capability,
    met: Partial<Target>,
    unmet: Partial<Target>,
    reason: string,
    remedy: string,
  ])[] = [
    [
      'a Sale case',
      { cases: { ...none, Sale: ['1'] } },
      { cases: { ...none, Purchase: ['1'], Transfer: ['2'] } },
      'not-configured',
      'List a case in cases.Sale of the configuration.',
    ],
    [
      'a Transfer case',
      { cases: { ...none, Transfer: ['1'] } },
      { cases: { ...none, Sale: ['1'] } },
      'not-configured',
      'List a case in cases.Transfer of the configuration.',
    ],
    [
      'a case',
      { cases: { ...none, Remortgage: ['1'] } },
      { foreignCases: ['1'], clients: ['2'] },
      'not-configured',
      'List a case of the organisation in cases of the configuration, or take those of the list of cases with --discover.',
    ],
    [
      'a case',
      { cases: { ...none, Remortgage: ['1'] } },
      { discovered: { furtherPages: [], isSweep: false } },
      'not-configured',
      'The list of cases leads to no case. List one of the organisation in cases of the configuration.',
    ],
    [
      'a foreign case',
      { foreignCases: ['1'] },
      { cases: { ...none, Sale: ['1'] } },
      'not-configured',
      'List a case of another organisation in cases.foreign of the configuration.',
    ],
    [
      'a client',
      { clients: ['1'] },
      { cases: { ...none, Sale: ['1'] } },
      'not-configured',
      'List a client of the organisation in clients of the configuration.',
    ],
    [
      'outsider token',
      tokens('member', 'outsider'),
      tokens('member', 'restricted'),
      'not-configured',
      'Set tokens.outsider in the configuration.',
    ],
    [
      'restricted token',
      { ...tokens('restricted'), restrictedOperations: ['updateClient'] },
      { ...tokens('restricted'), restrictedOperations: [] },
      'not-configured',
      'Set restrictedOperations in the configuration.',
    ],
    [
      'restricted token',
      { ...tokens('restricted'), restrictedOperations: ['listCases'] },
      tokens('restricted'),
      'not-configured',
      'Set restrictedOperations in the configuration.',
    ],
    [
      'restricted token',
      { ...tokens('restricted'), restrictedOperations: ['listCases'] },
      { ...tokens('member'), restrictedOperations: ['listCases'] },
      'not-configured',
      'Set tokens.restricted in the configuration.',
    ],
    [
      'restricted token',
      { ...tokens('restricted'), restrictedOperations: ['listCases'] },
      tokens('member'),
      'not-configured',
      'Set tokens.restricted and restrictedOperations in the configuration.',
    ],
    [
      'writes',
      { writes: 'restore' },
      { writes: 'none' },
      'excluded',
      'Set writes to "restore" in the configuration, if the run may send changes of listed clients.',
    ],
    ['writes', { writes: 'all' }, { writes: 'none' }, 'excluded', expect.stringContaining('restore')],
    [
      'creations',
      { writes: 'all' },
      { writes: 'restore' },
      'excluded',
      'Set writes to "all" in the configuration, if the data is disposable and organisations may be created.',
    ],
  ];
  test.each(rows)('%s: is met, or says what would meet it', (need, meeting, failing, reason, remedy) => {
    expect(unmet([need], { ...noTarget, ...meeting })).toEqual([]);
    expect(unmet([need], { ...noTarget, ...failing })).toEqual([{ reason, remedy }]);
  });

  test('is told of each need that is not met, in their order', () => {
    const found = unmet(['writes', 'a client', 'a foreign case'], { ...noTarget, clients: ['1'] });
    expect(found.map(({ reason }) => reason)).toEqual(['excluded', 'not-configured']);
    expect(unmet([], noTarget)).toEqual([]);
  });
});

describe('a restricted token', () => {
  const restricted = (restrictedOperations: Target['restrictedOperations']): string[] =>
    (['updateClient', 'createOrganisation', 'listCases'] as const).filter((operation) =>
      isRestricted({ ...noTarget, restrictedOperations }, operation),
    );

  test('is kept from what the configuration says, else from what it usually lacks', () => {
    expect(restricted(['listCases'])).toEqual(['listCases']);
    expect(restricted([])).toEqual(['updateClient', 'createOrganisation']);
    expect(restricted(undefined)).toEqual(['updateClient', 'createOrganisation']);
  });
});

test('The listed cases are those of every type, each with its type', () => {
  const cases = { ...none, Sale: ['1', '2'], Transfer: ['3'] };
  expect(listedCases({ ...noTarget, cases })).toEqual([
    { id: '1', caseType: 'Sale' },
    { id: '2', caseType: 'Sale' },
    { id: '3', caseType: 'Transfer' },
  ]);
});
