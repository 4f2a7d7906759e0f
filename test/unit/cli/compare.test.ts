import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import schema from '../../../src/report/compare.schema.json' with { type: 'json' };
import type { Comparison } from '../../../src/report/comparison.ts';
import type { Report } from '../../../src/report/report.ts';
import { checked, type SmallService, smallService } from './gate.ts';
import { type Called, call, refusal, temporaryFile } from './support.ts';

const cases = 'Case';

async function reportOf(service: SmallService, only: string | undefined = cases): Promise<string> {
  return join((await checked(service, only)).folder, 'report.json');
}

async function runsWith(before: unknown, after: unknown): Promise<[before: string, after: string]> {
  const service = await smallService();
  service.price = before;
  const earlier = await reportOf(service);
  service.price = after;
  return [earlier, await reportOf(service)];
}

async function comparisonOf(before: string, after: string): Promise<Comparison> {
  return JSON.parse((await call(['compare', '--output', 'json', before, after])).stdout);
}

describe('compare', () => {
  test('prints JSON as its schema has it', async () => {
    const isComparison = new Ajv2020({ strict: false }).compile(schema);
    const comparison = await comparisonOf(...(await runsWith(1, 'one')));
    expect(isComparison(comparison), JSON.stringify(isComparison.errors)).toBe(true);
    expect(comparison.deviations.new.length).toBeGreaterThan(0);
    const [deviation] = comparison.deviations.new;
    expect(
      isComparison({
        ...comparison,
        deviations: { ...comparison.deviations, new: [{ ...deviation, fingerprint: 'x' }] },
      }),
    ).toBe(false);
    const gone = { ...comparison, observations: [{ kind: 'gone', id: 'x', after: [] }] };
    expect(isComparison(gone)).toBe(false);
  });

  test('reads one of the reports from its input', async () => {
    const [before, after] = await runsWith(1, 'one');
    const text = await readFile(after);
    expect((await call(['compare', before, '-'], {}, text)).status).toBe(1);
    expect((await call(['compare', '-', before], {}, text)).status).toBe(0);
  });

  test('writes Markdown in which nothing of a report is markup', async () => {
    const [before, after] = await runsWith(1, 'one');
    const report: Report = JSON.parse(await readFile(after, 'utf8'));
    const hostile = JSON.stringify(report).replaceAll('/price is', '/price <img> [a](b) `c` is');
    const { stdout } = await call(['compare', '--output', 'markdown', before, '-'], {}, hostile);
    expect(stdout).toMatch(/^## 1 new problem, /);
    expect(stdout).toContain(
      '### Newly failing\n\n- /price \\<img\\> \\[a\\]\\(b\\) \\`c\\` is a string instead of a number.<br>case-price, ',
    );
  });
});

const refusedAs = (message: string): Called => refusal(`${message}`);

test('compare refuses what is no report, with the reason', async () => {
  const [, good] = await runsWith(1, 1);
  const broken = await temporaryFile('broken.json', '{"formatVersion":');
  const other = await temporaryFile('other.json', '{"a":1}');
  for (const [words, message] of [
    [
      [broken, good],
      `${broken} is not a report of case-conformance. It is not JSON: it is cut off after 17 characters. [FILE_WRONG]`,
    ],
    [[good, other], `${other} is not a report of case-conformance: it lacks formatVersion. [FILE_WRONG]`],
    [
      [good],
      "The call is wrong: missing required argument 'after'. See case-conformance compare --help. [CALL_NOT_UNDERSTOOD]",
    ],
    [
      ['-', '-'],
      "The call is wrong: the standard input can be read once, but is named as '-' and as '-'. See case-conformance compare --help. [CALL_NOT_UNDERSTOOD]",
    ],
  ] as const)
    expect(await call(['compare', ...words])).toEqual(refusedAs(message));
});
