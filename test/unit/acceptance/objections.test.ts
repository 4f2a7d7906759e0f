import { expect, it } from 'vitest';
import {
  objectionsToChanges,
  objectionsToFewDecided,
  objectionsToFieldCoverage,
  objectionsToPutBack,
  objectionsToUndecided,
} from '../../../src/acceptance/objections.ts';
import { coverable } from '../../../src/folds/field-coverage.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { resultWith } from '../conformance/support.ts';

it('each check that was not decided is objected to, with what would decide it', () => {
  const remedies = [
    { reason: 'not-configured', remedy: 'Set tokens.outsider.' },
    { reason: 'no-data', remedy: 'List one.' },
  ] as const;
  const leftOut = { reason: 'excluded', remedy: 'Set writes.' } as const;
  const waived = { reason: 'There is no such user.', until: '2999-12-31' };
  const results = [
    resultWith({ id: 'a.passes' }),
    resultWith({ id: 'a.is-open', verdict: 'inconclusive', remedies }),
    resultWith({ id: 'a.fails', verdict: 'fail', remedies }),
    resultWith({ id: 'a.is-silent', verdict: 'inconclusive' }),
    resultWith({ id: 'a.is-left-out', verdict: 'inconclusive', remedies: [...remedies, leftOut] }),
    resultWith({ id: 'a.is-waived', verdict: 'inconclusive', remedies, waived }),
  ];
  expect(objectionsToUndecided(results)).toEqual([
    {
      kind: 'inconclusive',
      check: 'a.is-open',
      message: 'a.is-open is undecided. Set tokens.outsider.',
    },
    { kind: 'inconclusive', check: 'a.is-silent', message: 'a.is-silent is undecided.' },
  ]);
});

it('each observation that is not as it was accepted is objected to', () => {
  const kinds = {
    new: 'is not in the lock',
    changed: 'is not as in the lock',
    gone: 'is in the lock, but was not made',
  } as const;
  for (const [kind, words] of Object.entries(kinds)) {
    const message = `The observation limits:a ${words}. Accept it with --update-lock, or find out why.`;
    expect(objectionsToChanges([{ id: 'limits:a', kind: kind as keyof typeof kinds }])).toEqual([
      { kind: 'changed-observation', observation: 'limits:a', message },
    ]);
  }
});

it('each client that is left changed, or may be, is objected to', () => {
  const outcomes = [
    { kind: 'put-back', client: '1' },
    { kind: 'left-changed', client: '2', message: 'the target did not take back title' },
    { kind: 'left-changed', client: '4', message: 'the target is gone', isUnread: true },
    { kind: 'not-verified', client: '3', fields: ['title', 'lastName'] },
  ] as const;
  const remedy =
    'The journal (the folder journal of the configuration, or else ~/.local/state/case-conformance/journal) keeps the record as it was. Correct the client at the target, then run case-conformance restore with the same configuration.';
  expect(objectionsToPutBack({ putBack: outcomes })).toEqual([
    {
      kind: 'client-left-changed',
      client: '2',
      message: `The client 2 is left changed: the target did not take back title. ${remedy}`,
      remedy,
    },
    {
      kind: 'client-left-changed',
      client: '4',
      message: `The client 4 may be left changed, since its record cannot be read: the target is gone. ${remedy}`,
      remedy,
    },
    {
      kind: 'client-left-changed',
      client: '3',
      message:
        'The client 3 reads as before, but the target does not show what it is sent, so that proves nothing. Check title, lastName by hand, and correct what is wrong. Then run case-conformance restore --force with the same configuration: it takes these fields as correct, and deletes the record from the journal.',
    },
  ]);
  expect(objectionsToPutBack({ putBack: outcomes.slice(0, 2) }, false).map(({ message }) => message)).toEqual(
    [
      'The client 2 is left changed: the target did not take back title. No journal is kept for a provider with a state endpoint. Correct the client at the provider.',
    ],
  );
});

it('records that show too little are objected to', () => {
  const possible = coverable(bundled).length;
  const half = Math.ceil(possible / 2);
  const valid = Object.fromEntries(
    coverable(bundled)
      .slice(0, half)
      .map((name) => [name, 1]),
  );
  const fieldCoverage = { valid, invalid: {} };
  const seen = (100 * half) / possible;
  expect(objectionsToFieldCoverage(bundled, fieldCoverage, seen)).toEqual([]);
  expect(objectionsToFieldCoverage(bundled, fieldCoverage, 0)).toEqual([]);
  expect(objectionsToFieldCoverage(bundled, fieldCoverage, 60)).toEqual([
    {
      kind: 'low-field-coverage',
      message: `${half} of ${possible} shapes, editions, fields and values were seen, and not 60 % of them. List cases that show what fieldCoverage.valid counts 0 of in report.json.`,
    },
  ]);
});

it.each([
  [83, 83, 100, []],
  [80, 100, 80, []],
  [0, 0, 100, []],
  [79, 100, 80, [expect.stringMatching(/^79 of 100 requirements were decided .* and not 80 % of them\. /)]],
])('%i of %i requirements decided, where %i %% must be', (decided, decidable, atLeast, messages) => {
  const objections = objectionsToFewDecided({ decided, decidable }, atLeast);
  expect(objections.map(({ kind, message }) => [kind, message])).toEqual(
    messages.map((message) => ['few-decided', message]),
  );
});
