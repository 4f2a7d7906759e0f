import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checked, refused, smallService, token } from './gate.ts';
import { call, reportIn } from './support.ts';

const price = 'getCaseData.Sale.case-price';

describe('check --again', () => {
  test('repeats the checks that showed deviations, with the seed of the report', async () => {
    const service = await smallService();
    service.price = 'one';
    const first = await checked(service, 'getCaseData.', '--seed', '5');
    const failing = first.report.results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(failing).toContain(price);
    const [, again = ''] = /\nAgain: case-conformance (.*)\n/.exec(first.stdout) ?? [];
    service.price = 1;
    const second = await call(again.split(' '), { CASE_API_TOKEN: token });
    expect(second.stderr).toBe('');
    const { report } = await reportIn(first.folder);
    expect(report.seed).toBe(5);
    const repeated = report.results.map(({ id }) => id);
    expect(repeated).toEqual(expect.arrayContaining(failing));
    expect(repeated.length).toBeLessThan(first.report.results.length);
    expect(report.deviations.map(({ requirement }) => requirement)).not.toContain('case-price');
  });

  test('is refused where the report has no deviations, and with another selection', async () => {
    const { folder } = await checked(await smallService(), price);
    const report = join(folder, 'report.json');
    expect((await refused('--again', report)).stderr).toContain('has no deviations to look at again.');
    expect((await refused('--again', report, '--only', price)).stderr).toContain('cannot be used with');
  });

  test('keeps the report where the call is refused after its files were tested', async () => {
    const service = await smallService();
    service.price = 'one';
    const { folder } = await checked(service, price);
    const record = join(folder, 'missing', 'run.har');
    const words = ['--base-url', service.url, '--again', join(folder, 'report.json'), '--record', record];
    const { stderr } = await call(['check', ...words], { CASE_API_TOKEN: token });
    expect(stderr).toBe(
      `The recording ${record} cannot be written. Name another file with --record. [FILE_NOT_WRITABLE]\n`,
    );
    expect((await reportIn(folder)).report.deviations).toHaveLength(1);
  });
});

test('check --list prints the checks with their ids and titles, and sends nothing', async () => {
  const { status, stdout, stderr } = await call(['check', '--list', '--only', 'listCases.exists']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^listCases\.exists: \S[^\n]*\n$/);
});
