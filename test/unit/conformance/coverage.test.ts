import { describe, expect, it } from 'vitest';
import { coverageOf } from '../../../src/conformance/coverage.ts';
import type { CheckResult } from '../../../src/conformance/result.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { isDecidable } from '../../../src/specification/requirements.ts';
import { resultWith } from './support.ts';

const stateOf = (id: string, results: readonly CheckResult[]): string | undefined =>
  coverageOf(bundled.requirements, results).requirements.find((row) => row.id === id)?.state;

const ofPrice = (further: Partial<CheckResult>): CheckResult =>
  resultWith({ requirements: ['case-price'], ...further });

const open = ofPrice({
  verdict: 'inconclusive',
  remedies: [{ reason: 'not-configured', remedy: 'List a client.' }],
});
const excluded = ofPrice({
  verdict: 'inconclusive',
  remedies: [...open.remedies, { reason: 'excluded', remedy: 'Set writes.' }],
});

const findingOf = (requirement: string) => [
  { pointer: '/price', message: 'It deviates', requirement, exchange: 0, fingerprint: '00000000000000cc' },
];

describe('the coverage of a run', () => {
  it('is every row of the register, in its order', () => {
    const { requirements: rows, decidable, decided } = coverageOf(bundled.requirements, []);
    expect(rows.map(({ id }) => id)).toEqual(bundled.requirements.map(({ id }) => id));
    expect(decidable).toBe(bundled.requirements.filter(isDecidable).length);
    expect(decided).toBe(0);
  });

  it.each<[what: string, results: readonly CheckResult[], decided: number, left: number]>([
    ['nothing was run', [], 0, 0],
    ['a row whose only check is left out', [excluded], 0, 1],
    ['a row of which one check is left out, and one passed', [excluded, ofPrice({})], 1, 0],
    ['a row whose check lacks something else', [open], 0, 0],
    ['a row of which one check is left out, and one open', [excluded, open], 0, 0],
  ])('counts in its mode, where it has %s', (_, results, decided, left) => {
    const { inMode, decidable } = coverageOf(bundled.requirements, results);
    expect(inMode).toEqual({ decided, decidable: decidable - left });
  });

  it('says of a row that no check decides why not, whatever was found', () => {
    const everywhere = bundled.requirements.map(({ id }) => id);
    const { requirements: rows } = coverageOf(bundled.requirements, [
      resultWith({ requirements: everywhere }),
    ]);
    for (const [index, { standing, untestable }] of bundled.requirements.entries()) {
      const why = untestable && 'untestable';
      expect(rows[index]?.state).toBe(standing === 'specified' ? (why ?? 'pass') : standing);
    }
  });

  it.each<[found: string, results: readonly CheckResult[], state: string]>([
    ['nothing', [], 'inconclusive'],
    ['nothing that cites it', [resultWith({ requirements: ['case-id'] })], 'inconclusive'],
    ['that it held', [ofPrice({})], 'pass'],
    ['that it was not decided', [ofPrice({ verdict: 'inconclusive' })], 'inconclusive'],
    ['that it held for one shape of two', [ofPrice({ verdict: 'inconclusive' }), ofPrice({})], 'partly'],
    ['a deviation from it', [ofPrice({ verdict: 'fail', findings: findingOf('case-price') })], 'fail'],
    [
      'a deviation from it after it held',
      [ofPrice({}), ofPrice({ verdict: 'fail', findings: findingOf('case-price') })],
      'fail',
    ],
    [
      'a deviation from another row of the same check',
      [ofPrice({ verdict: 'fail', findings: findingOf('case-id') })],
      'inconclusive',
    ],
  ])('says of a row, where a run found %s', (_, results, state) => {
    expect(stateOf('case-price', results)).toBe(state);
  });

  it('counts as decided what held and what did not', () => {
    const results = [
      resultWith({ requirements: ['case-price', 'case-id'] }),
      resultWith({ requirements: ['case-type'], verdict: 'fail', findings: findingOf('case-type') }),
      resultWith({ requirements: ['case-address'], verdict: 'inconclusive' }),
    ];
    expect(coverageOf(bundled.requirements, results).decided).toBe(3);
  });
});
