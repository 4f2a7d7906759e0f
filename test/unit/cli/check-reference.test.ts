import { describe, expect, test } from 'vitest';
import { leakedInto, personalValues, tokens } from './fixtures.ts';
import { call, reportIn, temporaryFolder } from './support.ts';

describe('check --reference', () => {
  test('shows a conformant service and nothing of its data', async () => {
    const folder = await temporaryFolder();

    const { status, stdout, stderr } = await call(['check', '--reference', '--report-dir', folder]);

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { text, report } = await reportIn(folder);
    const { decided, decidable } = report;
    expect(decided).toBe(decidable);
    expect(decidable).toBeGreaterThan(50);
    // A row for each operation, the totals, the verdict, and the place of the report.
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(9);
    expect(lines[6]).toBe('Conformant.');
    expect(lines[7]).toMatch(`${decided} of ${decidable} requirements tested. `);
    expect(lines[8]).toBe(`Report: ${folder}/report.html (and report.json, for programs)`);
    expect(report).toMatchObject({ conformant: true, conclusion: 'conformant', suiteFaults: [] });
    expect(personalValues.length).toBeGreaterThan(150);
    expect(leakedInto(`${stdout}${text}`, [...tokens, ...personalValues])).toEqual([]);
  });

  test('--only narrows the run to the checks of that text', async () => {
    const folder = await temporaryFolder();
    const { status } = await call(['check', '--reference', '--only', 'listCases.', '--report-dir', folder]);
    const { report } = await reportIn(folder);
    expect(status).toBe(0);
    expect(report.only).toBe('listCases.');
    expect(report.results.length).toBeGreaterThan(1);
    expect(report.results.filter(({ id }) => !id.includes('listCases.'))).toEqual([]);
    expect(report.decided).toBeLessThan(report.decidable);
  });
});
