import { describe, expect, test } from 'vitest';
import type { Waiver } from '../../../src/acceptance/waivers.ts';
import { checked, refused, smallService } from './gate.ts';
import { type Checked, refusal, temporaryFile } from './support.ts';

const price = 'getCaseData.Sale.case-price';
const waiver: Waiver = {
  result: price,
  pointer: '/price',
  reason: 'It is mended soon.',
  until: '2999-12-31',
};

function fileOf(...waivers: readonly object[]): Promise<string> {
  return temporaryFile('waivers.json', JSON.stringify({ waivers }));
}

async function waived(further: Partial<Waiver>, given: unknown, ...words: string[]): Promise<Checked> {
  const service = await smallService();
  service.price = given;
  return checked(service, price, '--waivers', await fileOf({ ...waiver, ...further }), ...words);
}

test('a waiver lets a known deviation pass, which stays one', async () => {
  const { status, stdout, report } = await waived({}, '1');
  expect(status).toBe(0);
  expect(report).toMatchObject({
    conformant: true,
    conclusion: 'conformant',
    summary: { pass: 0, fail: 1 },
    deviations: [],
    waived: 1,
    objections: [],
    results: [
      {
        verdict: 'fail',
        findings: [{ pointer: '/price', waived: { reason: 'It is mended soon.', until: '2999-12-31' } }],
      },
    ],
  });
  expect(stdout).toMatch(
    /\nWaived\n {2}~ \/price is a string instead of a number\.\n {6}case-price, until 2999-12-31: It is mended soon\.\n\nNo deviations\. .* Not counted: 1 waived\.\n/,
  );
});

describe('a file of waivers is refused', () => {
  test.each<[string, unknown, string]>([
    ['with an entry that is none', { waivers: ['x'] }, 'waivers.0 must be a waiver, but is "x".'],
    [
      'with a day that there is not',
      { waivers: [{ ...waiver, until: '2026-02-29' }] },
      'waivers.0.until must be a day of the calendar, written YYYY-MM-DD, but is "2026-02-29".',
    ],
  ])('%s', async (_name, content, words) => {
    const file = await temporaryFile('waivers.json', JSON.stringify(content));
    expect(await refused('--waivers', file)).toEqual(
      refusal(`${file} is not a file of waivers: ${words} [FILE_WRONG]`),
    );
  });

  test('with one entry twice', async () => {
    const file = await fileOf(waiver, { ...waiver, pointer: '' }, { ...waiver, until: '2026-01-01' });
    expect(await refused('--waivers', file)).toEqual(
      refusal(`${file} has two waivers of ${price} at /price. Take one of them out. [FILE_WRONG]`),
    );
  });
});
