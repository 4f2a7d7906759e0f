import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checked, smallService } from './gate.ts';
import { call, temporaryFile, temporaryFolder } from './support.ts';

const price = 'getCaseData.Sale.case-price';

test('check writes its report in each form that it is asked for', async () => {
  const service = await smallService();
  service.price = '1';
  const file = join(await temporaryFolder(), 'deep', 'out.xml');
  const names = [`junit=${file}`, 'ctrf', 'markdown', 'html', 'json'];
  const words = names.flatMap((name) => ['--reporter', name]);
  const { status, stdout, folder } = await checked(service, price, ...words);
  expect(status).toBe(1);
  expect(await readFile(file, 'utf8')).toContain(
    '<failure type="form" message="/price is a string instead of a number',
  );
  expect(JSON.parse(await readFile(join(folder, 'ctrf-report.json'), 'utf8')).results.summary.failed).toBe(1);
  expect(await readFile(join(folder, 'report.md'), 'utf8')).toMatch(/^## Not conformant: /);
  expect(stdout).toContain(`\nReport as junit: ${file}\n`);
});

test('for GitHub, it writes annotations, and adds to the summary of the job', async () => {
  const folder = await temporaryFolder();
  const summary = join(folder, 'summary.md');
  await writeFile(summary, 'What was there.\n');
  const words = ['check', '--reference', '--only', 'listCases.exists', '--report-dir', folder];
  const { stdout } = await call([...words, '--reporter', 'github'], { GITHUB_STEP_SUMMARY: summary });
  expect(stdout).toMatch(/\n::notice title=case-conformance::No deviations\. [^\n]*\n$/);
  expect(await readFile(summary, 'utf8')).toMatch(/^What was there\.\n## No deviations\. /);
});

test.each([
  ['xunit', 'Reporters are json, html, junit, ctrf, markdown, github.'],
  ['junit=', 'A file must follow the equals sign.'],
  ['github=a', 'github writes to the log and the summary of the job, and takes no file.'],
])('--reporter %s is refused', async (word, why) => {
  const { status, stderr } = await call(['check', '--reference', '--reporter', word]);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(why) });
});

test('a reporter that would write over what the call reads is refused, and leaves it', async () => {
  const waivers = await temporaryFile('waivers.json', '{"waivers":[]}');
  const words = ['--only', 'listCases.exists', '--waivers', waivers, '--reporter', `ctrf=${waivers}`];
  const { status, stderr } = await call(['check', '--reference', ...words]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining(`The report would overwrite ${waivers}`),
  });
  expect(await readFile(waivers, 'utf8')).toBe('{"waivers":[]}');
});

test.each([
  ['the report', (folder: string) => `junit=${join(folder, 'report.json')}`],
  ['another reporter', (folder: string) => `junit=${join(folder, 'report.md')}`],
])('a reporter that would write over %s is refused', async (_, word) => {
  const folder = await temporaryFolder();
  const words = ['--report-dir', folder, '--reporter', 'markdown', '--reporter', word(folder)];
  const { status, stderr } = await call(['check', '--reference', '--only', 'listCases.exists', ...words]);
  expect(status).toBe(2);
  expect(stderr).toMatch(/Name another file/);
});
