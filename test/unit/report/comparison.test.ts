import { describe, expect, test } from 'vitest';
import type { CheckResult, ReportedDeviation, RunResult } from '../../../src/conformance/result.ts';
import { seedPeriod } from '../../../src/harness/turns.ts';
import { type Comparison, compareReports } from '../../../src/report/comparison.ts';
import { comparisonDocument } from '../../../src/report/comparison-document.ts';
import { documentText } from '../../../src/report/document.ts';
import type { RunCircumstances } from '../../../src/report/report.ts';
import { summaryOf } from '../../../src/report/summary.ts';
import type { OperationId } from '../../../src/specification/description.ts';
import { failed as failedAt, finding, type OwnResult, reportOfRun, result, undecided } from './values.ts';

const check = 'getCaseData.Sale.case-price';

function found(letter: string, pointer: string, further: Partial<ReportedDeviation> = {}): ReportedDeviation {
  const fingerprint = letter.repeat(16);
  return { ...finding('case-price', pointer, 'is not a number'), fingerprint, ...further };
}

function failed(...findings: readonly ReportedDeviation[]): CheckResult {
  return failedAt(check, findings, []);
}

interface Run extends Partial<Omit<RunResult, 'results'>> {
  readonly results?: readonly OwnResult[];
  readonly said?: Partial<RunCircumstances>;
}

function compared({ said: before, ...earlier }: Run, { said: after, ...later }: Run): Comparison {
  return compareReports(reportOfRun(earlier, before), reportOfRun(later, after));
}

function letters(before: readonly CheckResult[], after: readonly CheckResult[]): Record<string, string> {
  const { deviations } = compared({ results: before }, { results: after });
  return Object.fromEntries(
    Object.entries(deviations)
      .filter(([, all]) => all.length > 0)
      .map(([kind, all]) => [kind, all.map(({ fingerprint }) => fingerprint[0]).join('')]),
  );
}

function textOf(comparison: Comparison): string {
  return documentText(comparisonDocument(comparison), { paint: (_emphasis, words) => words });
}

const old = failed(found('a', '/price'));
const passed = result({ id: check });
const open = undecided(check, 'case-price', 'no-data', 'List one.');
const waived = { reason: 'Soon.', until: '2999-12-31' };

test('names the verdict of each run as check does', () => {
  const { heads } = comparisonDocument(compared({ results: [passed] }, { results: [old] }));
  expect(heads).toEqual([
    expect.stringMatching(/^Before: .*: No deviations\. \d+ of 103 requirements tested\.$/),
    expect.stringMatching(/^After: .*: Not conformant\. \d+ of 103 requirements tested\.$/),
  ]);
});

function acceptedAt(
  operation: OperationId,
  letter: string,
  of: Partial<ReportedDeviation>,
  { status, credentials }: { readonly status: number; readonly credentials: string },
): OwnResult {
  const request = { method: 'GET', path: '/', credentials };
  const shown = { operation, request, response: { status, durationMs: 1, bodyBytes: 1 } };
  const wrong = { ...found(letter, ''), message: '', ...of };
  return { ...failedAt(`${operation}.${letter}`, [wrong], [shown]), operation };
}

test('merges deviations that differ in the operation and the credentials', () => {
  const of = (requirement: string, status: number) => {
    const wrong = { requirement, kind: `status ${Math.floor(status / 100)}xx` };
    return (operation: OperationId, credentials: string, letter: string) =>
      acceptedAt(operation, letter, wrong, { status, credentials });
  };
  const results = [of('credentials-401', 500), of('credentials-401', 200)].flatMap((accepted, place) => [
    accepted('getCaseData', 'an empty Authorization header', `${place}`),
    accepted('listCases', 'an empty Authorization header', `${place + 2}`),
    accepted('getCaseData', 'the scheme Bearer and no token', `${place + 4}`),
  ]);
  const text = textOf(compared({ results: [] }, { results }));
  expect(text).toContain(`
  ✗ The service fails (500) instead of answering 401 to an empty Authorization header.
      Also: the scheme Bearer and no token.
      credentials-401, getCaseData, listCases, shown by getCaseData.0 and 2 more
  ✗ The service accepts an empty Authorization header.
      Also: the scheme Bearer and no token.
      credentials-401, getCaseData, listCases, shown by getCaseData.1 and 2 more
`);
});

test('counts problems, as a report does', () => {
  const after = {
    results: [
      failed(found('a', '/price'), found('b', '/price')),
      { ...failed(found('c', '/price')), id: 'another', operation: 'listCases' as const },
      failed(found('d', '/deposit'), found('e', '/fee')),
    ],
  };
  expect(summaryOf(reportOfRun(after)).problems).toHaveLength(1);
  const text = textOf(compared({ results: [passed] }, after));
  expect(text).toContain('      case-price, getCaseData, listCases, shown by');
  expect(text).toContain('  ✗ Each of /price, /deposit and /fee is ');
  expect(text).toMatch(/\n1 new problem, 0 fixed, 0 still failing, 0 not tested now\.\n$/);
});

describe('a deviation', () => {
  const waivedOld = failed(found('a', '/price', { waived }));
  const saidOtherwise = failed(found('a', '/price', { message: 'It is 5' }));
  const [elsewhere, another] = [failed(found('b', '/reference')), failed(found('b', '/price'))];
  const above = failed(found('b', ''));
  const stopped = { ...elsewhere, remedies: [{ reason: 'unreachable', remedy: 'Try.' }] } as const;

  test.each<[what: string, before: CheckResult[], after: CheckResult[], Record<string, string>]>([
    ['is new where it was not', [passed], [old], { new: 'a' }],
    ['is new where its check was not run', [], [old], { new: 'a' }],
    ['is new, but waived', [passed], [waivedOld], { newButWaived: 'a' }],
    ['still fails, also with another message', [old], [saidOtherwise], { stillFailing: 'a' }],
    ['still fails, once it is waived no more', [waivedOld], [old], { stillFailing: 'a' }],
    ['still fails, where another check shows it', [old], [{ ...old, id: 'another' }], { stillFailing: 'a' }],
    ['is fixed where its check passes', [old], [passed], { fixed: 'a' }],
    ['is fixed where its check fails otherwise', [old], [elsewhere], { fixed: 'a', new: 'b' }],
    ['that has become another is fixed, and one is new', [old], [another], { fixed: 'a', new: 'b' }],
    ['is not tested where its check was not run', [old], [], { notTested: 'a' }],
    ['is not tested where its check was not decided', [old], [open], { notTested: 'a' }],
    ['is not tested where its check did not end', [old], [stopped], { new: 'b', notTested: 'a' }],
    ['is not tested where what is above it is wrong now', [old], [above], { new: 'b', notTested: 'a' }],
    [
      'is fixed where what is above it was wrong before, too',
      [failed(found('a', '/price'), found('b', ''))],
      [above],
      { stillFailing: 'b', fixed: 'a' },
    ],
    [
      'of two checks is not tested where one of them was not run',
      [old, { ...old, id: 'another' }],
      [passed],
      { notTested: 'a' },
    ],
  ])('%s', (_, before, after, expected) => {
    expect(letters(before, after)).toEqual(expected);
  });

  test('is listed once, with all checks that show it, and waived only if all findings are', () => {
    const one = failed(found('a', '/buyers/0/x', { waived }), found('a', '/buyers/3/x'));
    const { deviations } = compared({}, { results: [one, { ...one, id: 'another' }] });
    expect(deviations).toMatchObject({
      new: [{ pointer: '/buyers/*/x', checks: [check, 'another'] }],
      newButWaived: [],
    });
    expect(deviations.new[0]).not.toHaveProperty('waived');
  });
});

test.each<[what: string, shown: object, states: Readonly<Record<string, readonly number[]>>]>([
  [
    'a random value',
    { path: '3:0' },
    { same: [1, 0], more: [1, 0], fewer: [0, 1], otherSeed: [0, 1], sameTurn: [0, 1] },
  ],
  [
    'a spelling that takes turns',
    { kind: 'status 2xx', way: 'A path with a suffix' },
    { same: [1, 0], more: [1, 0], fewer: [1, 0], otherSeed: [0, 1], sameTurn: [1, 0] },
  ],
])('what only %s showed is fixed where the same was tried again', (_, further, states) => {
  const random = { results: [failed(found('a', '/price', further))] };
  const stateWith = (said: Partial<RunCircumstances>) => {
    const { fixed, notTested } = compared(random, { results: [passed], said }).deviations;
    return [fixed.length, notTested.length];
  };
  expect({
    same: stateWith({}),
    more: stateWith({ runs: 11 }),
    fewer: stateWith({ runs: 9 }),
    otherSeed: stateWith({ seed: 8 }),
    sameTurn: stateWith({ seed: 7 + seedPeriod }),
  }).toEqual(states);
});

test('a deviation of a seeded check depends on the turn of the seed', () => {
  const before = { results: [{ ...failed(found('a', '/price')), isSeeded: true as const }] };
  const after = { results: [passed], said: { seed: 8 } };
  expect(compared(before, after).deviations.notTested).toHaveLength(1);
});

test('what was decided and is not now, is told with what would decide it; and the other way round', () => {
  const decided = { ...passed, requirements: ['case-price'] };
  const change = { id: 'case-price', before: 'pass', after: 'inconclusive', remedy: 'List one.' };
  expect(compared({ results: [decided] }, { results: [open] }).requirements).toEqual({
    newlyDecided: [],
    newlyUndecided: [change],
  });
  expect(compared({ results: [open] }, { results: [decided] }).requirements).toEqual({
    newlyDecided: [{ id: 'case-price', before: 'inconclusive', after: 'pass' }],
    newlyUndecided: [],
  });
});

describe('observations', () => {
  const seen = (subject: string, ...values: string[]) => ({ ...{ id: `limits:${subject}`, values } });
  const before = { observations: [seen('a', '1'), seen('b', '1')] };
  const after = { observations: [seen('a', '2'), seen('c', '1')] };
  const kinds = (...runs: [Run, Run]) =>
    compared(...runs).observations.map(({ kind, id }) => `${kind} ${id}`);

  test('are changed, new or gone', () => {
    expect(kinds(before, after)).toEqual(['changed limits:a', 'gone limits:b', 'new limits:c']);
  });

  test('that a run of a part did not make have not changed', () => {
    const said = { only: 'x' };
    expect(kinds(before, { ...after, said })).toEqual(['changed limits:a', 'new limits:c']);
    expect(kinds({ ...before, said }, after)).toEqual(['changed limits:a', 'gone limits:b']);
  });
});

test('field coverage is gained and lost', () => {
  const coverage = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 1]));
  const before = { fieldCoverage: { valid: coverage('Sale /price'), invalid: coverage('Sale /caseId') } };
  const after = { fieldCoverage: { valid: coverage('Sale /caseId', 'Sale /reference'), invalid: {} } };
  expect(compared(before, after).fieldCoverage).toEqual({
    gained: ['Sale /reference'],
    lost: ['Sale /price'],
  });
});

test('equal entries are merged and counted', () => {
  const rows = ['case-id', 'case-price', 'case-type', 'case-address', 'case-location'];
  const undecidedAt = (row: string, path: string) => ({
    ...undecided(row, row, 'control-refused', `No record can be read at ${path}.`, path),
    requirements: [row],
  });
  const names = ['Sale /a', 'Sale /b', "Sale /c 'yes'", "Sale /c 'no'", 'Transfer', 'Transfer /a'];
  const before = {
    results: rows.map((row) => result({ id: row, requirements: [row] })),
    fieldCoverage: { valid: Object.fromEntries(names.map((name) => [name, 1])), invalid: {} },
  };
  const after = {
    results: rows.map((row, place) => undecidedAt(row, place === 0 ? '/one' : '/other')),
    observations: ['shape:/a', 'shape:/b', 'limits:a'].map((id) => ({ id, values: ['1'] })),
  };
  const text = textOf(compared(before, after));
  expect(text).toContain(`
Newly undecided
  ? case-id, case-type, case-address and 2 more: pass → inconclusive
      No record can be read at /one, /other.

Changed observations
  ~ limits:a
      nothing → '1'
  ~ shape:/a and 1 more
      nothing → '1'

Field coverage lost
  - Sale: /a, /b, /c 'no' and 1 more
  - Transfer: the shape itself, /a
`);
});

test('differing circumstances are named', () => {
  const said = { target: 'https://other.example', shard: '1/2' };
  expect(compared({}, { said }).differences).toEqual([
    'the target (https://acme.example, then https://other.example)',
    '--shard (none, then 1/2)',
  ]);
  expect(compared({}, {}).differences).toEqual([]);
});
