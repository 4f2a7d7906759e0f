import { describe, expect, test } from 'vitest';
import { checksOf } from '../../../src/checks/all.ts';
import { merged, type NamedReport } from '../../../src/report/merge.ts';
import { type Report, type RunCircumstances, reportOf } from '../../../src/report/report.ts';
import { suiteVersion } from '../../../src/report/suite.ts';
import { summaryOf } from '../../../src/report/summary.ts';
import { terminalReport } from '../../../src/report/terminal.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { expectValidReport } from '../cli/support.ts';
import {
  casePath,
  commands,
  exchange,
  failed,
  finding,
  foundIn,
  type OwnResult,
  reportOfRun,
  result,
  undecided,
} from './values.ts';

const succeeds = result({ id: 'getOrganisation.succeeds', requirements: ['get-organisation'] });
const price = failed(
  'getCaseData.Sale.case-price',
  [finding('case-price', '/price', 'is not a number')],
  [exchange(casePath)],
);
const outsider = undecided('listCases.outsider', 'outsider-403', 'not-configured', 'Set tokens.outsider.');
const listed = result({ id: 'listCases.exists', requirements: ['list-cases-exists'] });

function shard(
  written: string,
  results: readonly OwnResult[],
  run: Parameters<typeof reportOfRun>[0] = {},
  circumstances: Partial<RunCircumstances> = {},
): NamedReport {
  const report = reportOfRun({ ...run, results }, { shard: written, ...circumstances });
  return { name: `${written[0]}.json`, report };
}

const outcomeOf = (shards: readonly NamedReport[]) =>
  merged(bundled, shards, checksOf(bundled), { minFieldCoverage: 0, minDecided: 0 });

function reportOfAll(...shards: readonly NamedReport[]): Report {
  const outcome = outcomeOf(shards);
  if (outcome.kind !== 'merged') throw new Error(outcome.message);
  expectValidReport(JSON.parse(JSON.stringify(outcome.report)));
  return outcome.report;
}

function altered({ name, report }: NamedReport, further: object): NamedReport {
  return { name, report: { ...report, ...further } };
}

const seen = (subject: string, ...values: string[]) => ({ id: `limits:${subject}`, values });

describe('--fail-on drift is judged by the whole', () => {
  const none = { state: 'none', contradicting: [] } as const;
  const notCompared = { state: 'not-compared', reason: 'not-usable' } as const;
  const drifting = { kind: 'drift', message: 'Something drifts.' } as const;
  const joined = (first: Partial<RunCircumstances>, second: Partial<RunCircumstances>): Report =>
    reportOfAll(shard('1/2', [succeeds], {}, first), shard('2/2', [listed], {}, second));
  const failOn = ['drift'] as const;

  test('which objects if no shard was served a description', () => {
    expect(joined({ failOn }, { failOn })).toMatchObject({
      conclusion: 'not-accepted',
      failOn,
      objections: [{ kind: 'drift', message: expect.stringContaining('No description was served') }],
    });
    expect(joined({ failOn, only: 'list' }, { failOn, only: 'list' }).objections).toEqual([]);
    expect(joined({}, {}).objections).toEqual([]);
  });

  test('which objects once to what some shards were served', () => {
    expect(joined({ failOn }, { failOn, drift: none }).objections).toEqual([]);
    const of = { failOn, drift: notCompared, objections: [drifting] };
    expect(joined(of, { failOn, drift: none }).objections).toEqual([
      { kind: 'drift', message: expect.stringContaining('could not be compared') },
    ]);
  });
});

describe('the report of the whole', () => {
  test('has the smallest record of a deviation, and the path to it', () => {
    const witness = { caseId: 'c1', caseType: 'Sale', price: 1 };
    const shown = { ...finding('case-price', '/price', 'is not a number'), witness, path: '3:0' };
    const check = 'getCaseData.Sale.case-price';
    const report = reportOfAll(
      shard('1/2', [failed(check, [shown], [exchange(casePath)])]),
      shard('2/2', [listed]),
    );
    expect(report.results.find(({ id }) => id === check)?.findings).toEqual([shown]);
    const text = terminalReport(summaryOf(report), { paint: (_, text) => text }, commands);
    expect(text).toContain('Smallest record that shows it: {"caseId":"c1","caseType":"Sale","price":1}\n');
  });

  test('equals the report of an undivided run', () => {
    const observations = [seen('a', '1', '2'), seen('b', '3')];
    const whole = reportOf(
      {
        ...foundIn([succeeds, price, listed, outsider]),
        observations,
        suiteFaults: [],
        requests: 12 + 30,
        requestsByOperation: { getOrganisation: 12 + 10, listCases: 20 },
        ...{ judged: {}, forgeriesTried: {}, spellingsTried: {} },
        putBack: [],
        fieldCoverage: { valid: {}, invalid: {} },
      },
      {
        specification: bundled,
        target: 'https://acme.example',
        startedAt: new Date('2025-03-01T08:59:50Z'),
        durationMs: 12_000,
        seed: 7,
        runs: 10,
      },
    );
    const shards = [
      shard(
        '2/2',
        [listed, price],
        {
          observations: [seen('a', '1'), seen('b', '3')],
          requests: 30,
          requestsByOperation: { getOrganisation: 10, listCases: 20 },
        },
        { startedAt: new Date('2025-03-01T08:59:50Z'), durationMs: 12_000 },
      ),
      shard(
        '1/2',
        [outsider, succeeds],
        { observations: [seen('a', '2')], requestsByOperation: { getOrganisation: 12 } },
        { durationMs: 1_000 },
      ),
    ];
    expect(reportOfAll(...shards)).toEqual(whole);
    expect(reportOfAll(...shards.toReversed())).toEqual(whole);
  });

  test('lasts from the first start to the last end', () => {
    const at = (time: string, durationMs: number) => ({ startedAt: new Date(time), durationMs });
    const report = reportOfAll(
      shard('1/2', [succeeds], {}, at('2025-03-01T09:00:00Z', 60_000)),
      shard('2/2', [listed], {}, at('2025-03-01T09:00:30Z', 40_000)),
    );
    expect(report).toMatchObject({ startedAt: '2025-03-01T09:00:00.000Z', durationMs: 70_000 });
  });

  test('concludes from all, where one broke, or is objected to', () => {
    const suiteFaults = [{ check: 'listCases.exists', error: 1 }];
    expect(reportOfAll(shard('1/2', [price]), shard('2/2', [], { suiteFaults }))).toMatchObject({
      ...{ conclusion: 'suite-broke', conformant: false },
    });
    const objections = [{ kind: 'inconclusive', check: outsider.id, message: 'It is open.' }] as const;
    const objectedTo = shard('2/2', [outsider], {}, { objections });
    expect(reportOfAll(shard('1/2', [succeeds]), objectedTo)).toMatchObject({
      ...{ conclusion: 'not-accepted', conformant: false },
    });
  });

  test('has the same objection of several shards once', () => {
    const of = (kind: 'waiver-unknown' | 'waiver-stale', result: string) =>
      ({ kind, result, pointer: '', message: `${result} is wrong.` }) as const;
    const [unknown, stale] = [of('waiver-unknown', 'a.b'), (result: string) => of('waiver-stale', result)];
    const report = reportOfAll(
      shard('1/2', [succeeds], {}, { objections: [unknown, stale('a.c')] }),
      shard('2/2', [listed], {}, { objections: [unknown, stale('a.d')] }),
    );
    expect(report.objections).toEqual([unknown, stale('a.c'), stale('a.d')]);
  });

  test('counts waived findings', () => {
    const waived = { reason: 'It is mended soon.', until: '2026-12-31' };
    const known = { ...price, findings: price.findings.map((one) => ({ ...one, waived })) };
    const report = reportOfAll(shard('1/2', [succeeds]), shard('2/2', [known]));
    expect(report).toMatchObject({ conclusion: 'conformant', deviations: [], waived: 1 });
  });

  test('has the changes of all shards, with every observed value', () => {
    const changed = (after: string) =>
      ({ kind: 'changed', id: 'limits:a', before: ['1'], after: [after] }) as const;
    const report = reportOfAll(
      shard('1/2', [succeeds], { observations: [seen('a', '2')] }, { changes: [changed('2')] }),
      shard('2/2', [listed], { observations: [seen('a', '1', '3')] }, { changes: [changed('3')] }),
    );
    expect(report.changes).toEqual([{ ...changed('2'), after: ['1', '2', '3'] }]);
    expect(reportOfAll(shard('1/1', [succeeds], {}, { changes: [] })).changes).toEqual([]);
    expect(reportOfAll(shard('1/1', [succeeds])).changes).toBeUndefined();
  });

  test('keeps --only, and has no shard', () => {
    const report = reportOfAll(shard('1/1', [listed], {}, { only: 'listCases' }));
    expect(report.only).toBe('listCases');
    expect(report.shard).toBeUndefined();
  });
});

describe('reports are refused', () => {
  const one = shard('1/2', [succeeds]);
  const two = shard('2/2', [listed]);
  const differ = (what: string, first: unknown, second: unknown) =>
    `1.json and 2.json are not of one run: ${what} is ${first} in the one, and ${second} in the other.`;
  const digest = 'a'.repeat(64);
  const discovered = (...sales: readonly string[]) => ({
    identifiers: 9,
    tried: 9,
    cases: { Sale: sales, Purchase: [], Remortgage: [], Transfer: [] },
    requests: 9,
  });

  test.each<[string, readonly NamedReport[], string]>([
    ['that are none', [], 'There is no report to join.'],
    [
      'of no shard',
      [one, { name: 'whole.json', report: reportOfRun({ results: [listed] }) }],
      'whole.json is not of a shard. Make one with check --shard I/N.',
    ],
    [
      'of no shard that there can be',
      [altered(one, { shard: '3/2' })],
      '1.json is not of a shard. Make one with check --shard I/N.',
    ],
    [
      'of two versions',
      [one, altered(two, { suite: { ...two.report.suite, version: '9.9.9' } })],
      differ('the version of case-conformance', suiteVersion, '9.9.9'),
    ],
    [
      'of two descriptions',
      [one, altered(two, { suite: { ...two.report.suite, description: digest } })],
      differ(
        'the digest of the interface description',
        one.report.suite.description.slice(0, 12),
        digest.slice(0, 12),
      ),
    ],
    [
      'of two targets',
      [one, altered(two, { target: 'https://other.example' })],
      differ('the target', 'https://acme.example', 'https://other.example'),
    ],
    ['of two seeds', [one, altered(two, { seed: 8 })], differ('the seed', 7, 8)],
    ['of two selections', [one, altered(two, { only: 'x' })], differ('--only', 'nothing', 'x')],
    [
      'of two discoveries',
      [altered(one, { discovered: discovered('a', 'b') }), altered(two, { discovered: discovered('a') })],
      differ('what --discover found', 'a, b', 'a'),
    ],
    ['of two divisions', [one, altered(two, { shard: '2/3' })], differ('the number of shards', 2, 3)],
    ['of which one is missing', [two], 'The report of the shard 1/2 is missing.'],
    ['of which the last is missing', [one], 'The report of the shard 2/2 is missing.'],
    [
      'of which one is there twice',
      [one, two, { ...one, name: '3.json' }],
      '1.json and 3.json are both of the shard 1/2.',
    ],
    [
      'of another version',
      [one, two].map((each) => altered(each, { suite: { ...two.report.suite, version: '9.9.9' } })),
      `1.json was made by case-conformance 9.9.9, but this is ${suiteVersion}. Merge with the one that made it.`,
    ],
    [
      'of another description',
      [one, two].map((each) => altered(each, { suite: { ...two.report.suite, description: digest } })),
      '1.json was made with another interface description than this one. Merge with the case-conformance that made it.',
    ],
    [
      'of a leap second',
      [altered(one, { startedAt: '2016-12-31T23:59:60Z' }), two],
      '1.json was started at 2016-12-31T23:59:60Z, which is not a time.',
    ],
  ])('%s', (_name, shards, message) => {
    expect(outcomeOf(shards)).toMatchObject({ message });
  });
});
