import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../../faults/behaviour.ts';
import { mapJson, mapObject, when } from '../../../faults/behaviours.ts';
import { showing } from '../../../faults/client-behaviours.ts';
import { on } from '../../../faults/requests.ts';
import { trial } from '../../../proof/trial.ts';
import { checksOf } from '../../../src/checks/all.ts';
import type { Remedy } from '../../../src/conformance/result.ts';
import type { WriteMode } from '../../../src/harness/target.ts';
import { problemsOf } from '../../../src/report/problems.ts';
import { objectionsByRemedy, undecidedIn } from '../../../src/report/remedies.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Evidence } from '../../../src/trace/evidence.ts';
import { faultNamed } from '../../support/fault-named.ts';
import { casePath, exchange, reportOfRun, result, undecided } from './values.ts';

describe('what would decide a check', () => {
  const problems = [
    { headline: 'The price is wrong', findings: [{ exchange: 0, pointer: '/TA6/items/0/price' }] },
    { headline: 'The list is missing', findings: [{ exchange: 1, pointer: '' }] },
    { headline: 'The list fails', findings: [{ exchange: 4, pointer: '' }] },
  ];
  const list = exchange('/api/v2/cases');
  const missing: Evidence = { ...list, response: { ...list.response, status: 404 } };
  const failing: Evidence = { ...list, response: { ...list.response, status: 500 } };
  const ofOther = { ...failing, request: { ...failing.request, credentials: 'outsider' } };
  const exchanges = [exchange(casePath), missing, missing, list, failing, ofOther];

  const blockedBy = [{ exchange: 1, pointer: '' }];
  const stoppedBy = (reason: Remedy['reason'], remedy: Omit<Remedy, 'reason'>) => ({
    ...undecided('getCaseData.y', 'case-id', reason, ''),
    remedies: [{ reason, ...remedy }],
  });

  test.each<[stopped: string, blockedBy: Remedy['blockedBy'], remedy: string]>([
    ['nowhere', undefined, 'List another case.'],
    ['at the answer that shows a problem', [{ exchange: 1, pointer: '' }], second(problems)],
    ['at a place that holds the wrong one', [{ exchange: 0, pointer: '/TA6' }], firstOf(problems)],
    ['at another place of the answer', [{ exchange: 0, pointer: '/TA' }], 'List another case.'],
    ['at the whole answer, of which a field is wrong', [{ exchange: 0, pointer: '' }], 'List another case.'],
    ['at another answer to the same request', [{ exchange: 2, pointer: '' }], second(problems)],
    ['for another caller', [{ exchange: 5, pointer: '' }], 'Fix problem 3 first: The list fails.'],
    ['at an answer of another status', [{ exchange: 3, pointer: '' }], 'List another case.'],
    [
      'at answers of which the second shows a problem',
      [
        { exchange: 3, pointer: '' },
        { exchange: 1, pointer: '' },
      ],
      second(problems),
    ],
  ])('that stopped %s', (_, blockedBy, remedy) => {
    const results = [stoppedBy('no-data', { remedy: 'List another case.', ...(blockedBy && { blockedBy }) })];
    expect(undecidedIn({ results, exchanges }, problems)).toMatchObject([{ remedy }]);
  });

  test.each([
    ['status 4xx', second(problems)],
    ['type', 'Check the token.'],
  ])('of a refused control is a problem of its status: %s', (kind, remedy) => {
    const results = [stoppedBy('control-refused', { remedy: 'Check the token.', blockedBy })];
    const seen = problems.map((one) => ({
      ...one,
      findings: one.findings.map((found) => ({ ...found, kind })),
    }));
    expect(undecidedIn({ results, exchanges }, seen)).toMatchObject([{ remedy }]);
  });

  test('names the alternative, if there is one', () => {
    const remedy = 'It shows title changed. To test the rest, set leaveFields.';
    const results = [stoppedBy('not-permitted', { remedy, alternative: 'set leaveFields.', blockedBy })];
    expect(undecidedIn({ results, exchanges }, problems)).toMatchObject([
      { remedy: `${second(problems)} Or set leaveFields.` },
    ]);
  });

  test('is the same where an objection says so', () => {
    const stopped = stoppedBy('no-data', { remedy: 'List another case.', blockedBy });
    const results = ['a', 'b'].map((id) => ({ ...stopped, id }));
    const objections = results.map(({ id }) => ({ kind: 'inconclusive', check: id, message: id }) as const);
    const open = undecidedIn({ results, exchanges }, problems);
    expect(objectionsByRemedy(objections, open)).toEqual([
      { words: `2 checks are undecided. ${second(problems)}` },
    ]);
    expect(objectionsByRemedy(objections.slice(1), open)).toEqual([
      { words: `b is undecided. ${second(problems)}` },
    ]);
  });

  test('counts each undecided check once, by its first remedy, and no check that failed', () => {
    const remedies = ['List a case.', 'List a client.'].map(
      (remedy) => ({ reason: 'not-configured', remedy }) as const,
    );
    const open = { ...undecided('a', 'case-id', 'not-configured', ''), remedies };
    const excluded = { reason: 'excluded', remedy: 'Set writes.' } as const;
    const results = [
      open,
      { ...open, id: 'b', remedies: [...remedies, excluded] },
      result({ id: 'c', verdict: 'fail', remedies }),
    ];
    expect(undecidedIn({ results, exchanges }, problems)).toMatchObject([
      { remedy: 'List a case.', checks: ['a'] },
      { remedy: 'Set writes.', checks: ['b'] },
    ]);
  });
});

const checks = checksOf(bundled);

type Problems = readonly { readonly headline: string }[];

function firstOf([one]: Problems): string {
  return `Fix problem 1 first: ${one?.headline}.`;
}

function second([, one]: Problems): string {
  return `Fix problem 2 first: ${one?.headline}.`;
}

// Everything is listed and allowed, so only the fault can keep a check from being decided.
test.each<[fault: string, writes: WriteMode, behaviour?: Behaviour]>([
  ['cases-404', 'all'],
  ['every-second-case-500', 'all'],
  ['creation-500', 'all'],
  ['description-page', 'all'],
  ['another-case', 'restore'],
  ['change-404', 'restore'],
  ['wrapped-data', 'restore'],
  ['nothing-204', 'restore'],
  ['no-identifier-404', 'all'],
  ['client-of-another', 'restore'],
  ['change-echoed', 'restore'],
  [
    'an envelope around each case record',
    'all',
    when(
      on('getCaseData'),
      mapJson(200, (data) => ({ data })),
    ),
  ],
  [
    'a case without caseId',
    'all',
    when(
      on('getCaseData'),
      mapObject(200, ({ caseId: _, ...record }) => record),
    ),
  ],
  ['an address as a text', 'restore', showing((record) => ({ ...record, address: '1 Sample Street' }))],
])(
  'Whatever %s leaves undecided, with writes: %s, waits for the problem that it is',
  async (name, writes, behaviour = faultNamed(name).behaviour) => {
    const run = await trial(behaviour, { checks, target: { writes }, runs: 1, thorough: false });
    const report = { ...reportOfRun({}), results: run.results, exchanges: run.exchanges };
    const remedies = undecidedIn(report, problemsOf(report)).filter(({ reason }) => reason !== 'excluded');
    expect(remedies.map(({ remedy }) => remedy)).toEqual([
      expect.stringMatching(/^Fix problem [12] first: /),
    ]);
  },
);
