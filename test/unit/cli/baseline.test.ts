import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checked, type SmallService, smallService } from './gate.ts';
import { call, reportIn, temporaryFolder } from './support.ts';

const price = 'getCaseData.Sale.case-price';

async function baselineWith(given: unknown): Promise<{ service: SmallService; baseline: string }> {
  const service = await smallService();
  service.price = given;
  const { folder } = await checked(service, price);
  return { service, baseline: join(folder, 'report.json') };
}

describe('check --baseline', () => {
  test('lets pass what deviated before, lists it, and calls it no conformance', async () => {
    const { service, baseline } = await baselineWith('one');
    service.price = true;
    const { status, stdout, report } = await checked(service, price, '--baseline', baseline);
    expect(status).toBe(0);
    expect(report).toMatchObject({
      conformant: false,
      conclusion: 'nothing-new',
      deviations: [],
      summary: { fail: 1 },
      results: [{ verdict: 'fail', findings: [{ pointer: '/price', isInBaseline: true }] }],
      baseline: { target: service.url, deviations: [{ requirement: 'case-price', state: 'still-failing' }] },
    });
    expect(stdout).toMatch(
      /\nAs in the baseline\n {2}~ \/price is a string instead of a number\.\n {6}case-price, getCaseData, shown by getCaseData\.Sale\.case-price\n\nNot conformant, but nothing is new since the baseline\. Not counted: 1 as in the baseline\.\n/,
    );
  });

  test('never takes for fixed what was not tested', async () => {
    const { service, baseline } = await baselineWith('one');
    const run = await checked(service, 'listCases.exists', '--baseline', baseline);
    expect(run.status).toBe(0);
    expect(run.report).toMatchObject({
      conformant: false,
      conclusion: 'nothing-new',
      baseline: { deviations: [{ state: 'not-tested' }] },
    });
    expect(run.stdout).toContain('In the baseline, not tested now\n');
    expect(run.stdout).toContain(' Not counted: 1 of the baseline not tested.\n');
    expect(run.stdout).toContain(
      `The run of the baseline differs in\n  ~ --only (${price}, then listCases.exists)\n`,
    );
  });

  test('refuses the report that it would write over, and what is none', async () => {
    const { service, baseline } = await baselineWith(1);
    const folder = await temporaryFolder();
    await copyFile(baseline, join(folder, 'report.json'));
    const target = ['check', '--base-url', service.url, '--report-dir', folder];
    const again = await call([...target, '--baseline', join(folder, 'report.json')], { CASE_API_TOKEN: 'x' });
    expect(again).toMatchObject({ status: 2, stdout: '' });
    expect(again.stderr).toContain('The report would overwrite ');
    const none = await call([...target, '--baseline', '/nowhere'], { CASE_API_TOKEN: 'x' });
    expect(none).toMatchObject({ status: 2, stdout: '' });
    expect(none.stderr).toContain(
      '/nowhere cannot be read. The file does not exist. Name a report of case-conformance.',
    );
  });
});

test('a check that the baseline does not list is told as new, also in the report that merge makes', async () => {
  const { service, baseline } = await baselineWith(1);
  const earlier = JSON.parse(await readFile(baseline, 'utf8'));
  const results = earlier.results.filter(({ id }: { id: string }) => id !== price);
  await writeFile(
    baseline,
    JSON.stringify({ ...earlier, results, suite: { ...earlier.suite, version: '0.0.9' } }),
  );
  service.price = 'one';
  const words = ['--baseline', baseline, '--shard', '1/1'];
  const { status, report, folder } = await checked(service, 'case-price', ...words);
  expect({ status, added: report.results.map(({ id, added }) => [id, added]) }).toEqual({
    status: 1,
    added: expect.arrayContaining([[price, true]]),
  });
  const whole = await temporaryFolder();
  await call(['merge', join(folder, 'report.json'), '--report-dir', whole]);
  const { report: merged } = await reportIn(whole);
  expect(merged.results).toEqual(report.results);
  expect(merged.suite).toEqual(report.suite);
});
