import { describe, expect, test } from 'vitest';
import { bundled } from '../../../src/specification/bundled.ts';
import { expectValidReport } from '../cli/support.ts';
import { casePath, exchange, failed, finding, reportOfRun, result, undecided } from './values.ts';

const pass = result({
  id: 'getOrganisation.succeeds',
  operation: 'getOrganisation',
  requirements: ['get-organisation'],
});
const fail = failed(
  'getCaseData.Sale.case-price',
  [finding('case-price', '/price', 'is not a number')],
  [exchange(casePath)],
);
const terms = { reason: 'It is mended soon.', until: '2026-12-31' };
const known = { ...fail, findings: fail.findings.map((one) => ({ ...one, waived: terms })) };
const missing = undecided('getCaseData.outsider', 'outsider-403', 'not-configured', 'Set tokens.outsider.');
const fault = { check: 'listCases.exists', error: new Error('no') };

describe('a report', () => {
  test.each([
    ['nothing', {}, 'not-tested', [0, 0, 0]],
    ['a deviation', { results: [pass, fail, missing] }, 'deviates', [1, 1, 1]],
    ['a known deviation', { results: [pass, known] }, 'conformant', [1, 1, 0]],
    ['a fault beside a deviation', { results: [pass, fail], suiteFaults: [fault] }, 'suite-broke', [1, 1, 0]],
  ] as const)(
    'of %s is as its schema says, and concludes',
    (_name, run, conclusion, [passes, fails, open]) => {
      const report = reportOfRun(run);
      expectValidReport(JSON.parse(JSON.stringify(report)));
      expect(report).toMatchObject({
        conclusion,
        conformant: conclusion === 'conformant',
        summary: { pass: passes, fail: fails, inconclusive: open },
      });
    },
  );

  test('has the circumstances of the run', () => {
    expect(reportOfRun({ results: [pass] })).toMatchObject({
      formatVersion: '3.0',
      target: 'https://acme.example',
      startedAt: '2025-03-01T09:00:00.000Z',
      durationMs: 1235,
      requests: 12,
      seed: 7,
      runs: 10,
    });
    expect(reportOfRun({}).only).toBeUndefined();
  });

  test('counts waived findings separately', () => {
    expect(reportOfRun({ results: [fail, known, known] })).toMatchObject({
      deviations: [{ code: 'case-price' }],
      waived: 1,
    });
    expect(reportOfRun({ results: [pass] })).toMatchObject({ deviations: [], waived: 0 });
  });

  test('is not conformant with objections', () => {
    const objections = [
      { kind: 'inconclusive', check: 'a.is-open', message: 'It is open.' },
      { kind: 'changed-observation', observation: 'limits:a', message: 'It has changed.' },
      { kind: 'waiver-unknown', result: 'a.b', pointer: '', message: 'There is no such check.' },
      { kind: 'waiver-stale', result: 'a.b', pointer: '/x', message: 'It is stale.' },
      { kind: 'waiver-expired', result: 'a.b', pointer: '/x', message: 'It has expired.' },
    ] as const;
    const accepted = reportOfRun({ results: [pass] }, { objections });
    expect(accepted).toMatchObject({ conclusion: 'not-accepted', conformant: false, objections });
    expectValidReport(JSON.parse(JSON.stringify(accepted)));
    expect(reportOfRun({ results: [pass] }).objections).toEqual([]);
  });

  test.each([{ caseType: 'Sale' }, ['a'], 'a', 0, null])(
    'has the smallest value that shows it: %j',
    (witness) => {
      const found = { ...finding('case-price', '/price', 'is not a number'), witness };
      const report = reportOfRun({
        results: [failed('getCaseData.probe.Sale.random', [found], [exchange(casePath)])],
      });
      expect(report.results[0]?.findings).toEqual([found]);
      expectValidReport(JSON.parse(JSON.stringify(report)));
    },
  );

  test('has the changes since the lock', () => {
    const changes = [
      { kind: 'new', id: 'limits:a', after: ['1'] },
      { kind: 'changed', id: 'limits:b', before: ['1'], after: ['2'] },
      { kind: 'gone', id: 'limits:c', before: ['1'] },
    ] as const;
    const observations = [{ id: 'limits:a', values: ['1'] }];
    const report = reportOfRun({ results: [pass], observations }, { changes, shard: '1/3' });
    expect(report).toMatchObject({ changes, observations, shard: '1/3' });
    expectValidReport(JSON.parse(JSON.stringify(report)));
    expect(reportOfRun({ results: [pass] }).changes).toBeUndefined();
    expect(reportOfRun({ results: [pass] }).shard).toBeUndefined();
  });

  test('has the state of each requirement', () => {
    const { coverage, decided } = reportOfRun({ results: [pass, fail, missing] });
    expect(coverage.requirements.map(({ id }) => id)).toEqual(bundled.requirements.map(({ id }) => id));
    expect(decided).toBe(2);
    const states = new Map(coverage.requirements.map(({ id, state }) => [id, state]));
    expect(['get-organisation', 'case-price', 'outsider-403'].map((id) => states.get(id))).toEqual([
      'pass',
      'fail',
      'inconclusive',
    ]);
  });
});

class OddError extends Error {
  override name = 'OddError';
}

describe('a fault of the suite is told without what its error quotes', () => {
  test.each([
    ['an error', new TypeError('secret'), /^TypeError$/],
    ['an error of several lines', new OddError('secret\n    at secret (/src/secret.ts:1:2)'), /^OddError$/],
    ['a message that looks like a place', new Error('read /src/secret.ts:12'), /^Error$/],
    ['a cause', new Error('no', { cause: new Error('secret') }), /^Error$/],
    ['no stack', Object.assign(new Error('secret'), { stack: undefined }), /^Error$/],
    ['a string', 'secret', /^string$/],
    ['nothing', undefined, /^undefined$/],
  ])('%s', (_name, error, expected) => {
    const report = reportOfRun({ suiteFaults: [{ check: 'listCases.exists', error }] });
    expect(JSON.stringify(report)).not.toContain('secret');
    expect(report.suiteFaults[0]?.message).toMatch(expected);
    expectValidReport(JSON.parse(JSON.stringify(report)));
  });

  test('with the place in the code of the suite', () => {
    const thrown = (): unknown => {
      try {
        return reportOfRun({ results: [result({ requirements: undefined as never })] });
      } catch (error) {
        return error;
      }
    };
    const { suiteFaults } = reportOfRun({ suiteFaults: [{ check: 'listCases.exists', error: thrown() }] });
    expect(suiteFaults[0]?.message).toMatch(/^TypeError at [\w/-]+\.ts:\d+$/);
  });
});
