import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diff } from '../../src/gate/diff.ts';
import { diffHtml } from '../../src/report/diff/html.ts';
import { htmlReport } from '../../src/report/html/page.ts';
import type { Report } from '../../src/report/report.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { installedChromium, startChromium } from '../support/chromium.ts';
import { temporaryFolder } from '../unit/cli/support.ts';
import { brokenRun, commands } from '../unit/report/values.ts';

const isThere = installedChromium !== undefined;

test.runIf(!isThere)('Chromium is installed where CI runs', ({ skip }) => {
  // In CI, a missing Chromium is a failure instead of a skipped test.
  expect(process.env.CI, 'Install Chromium (apt-get install chromium).').toBeUndefined();
  skip('No Chromium is installed: how report.html looks and acts was not tested.');
});

let browser: Browser;
beforeAll(async () => {
  if (installedChromium !== undefined) browser = await startChromium(installedChromium);
});
afterAll(async () => browser?.close());

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const violations = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]))`;

function shortRun(): Report {
  const report = brokenRun(3);
  const { coverage, fieldCoverage } = report;
  return {
    ...report,
    coverage: { ...coverage, requirements: coverage.requirements.slice(0, 10) },
    fieldCoverage: { ...fieldCoverage, valid: { Sale: fieldCoverage.valid.Sale ?? {} } },
  };
}

interface Opened {
  readonly page: Page;
  readonly complaints: string[];
  readonly requests: string[];
  readonly milliseconds: number;
}

async function opened(report: Report): Promise<Opened> {
  return openedPage(htmlReport(summaryOf(report), commands, bundled.requirements));
}

async function openedPage(html: string): Promise<Opened> {
  const file = join(await temporaryFolder(), 'report.html');
  await writeFile(file, html);
  const page = await browser.newPage({ viewport: { width: 1_440, height: 800 } });
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('request', (request) => requests.push(request.url()));
  const start = performance.now();
  await page.goto(pathToFileURL(file).href);
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  return { page, complaints, requests, milliseconds: performance.now() - start };
}

async function comparison(): Promise<Opened> {
  const folder = await temporaryFolder();
  const [before = '', after = ''] = ['before.json', 'after.json'].map((name) => join(folder, name));
  const { description } = bundled;
  const { '/api/v2/cases': _, ...paths } = description.paths;
  await writeFile(before, JSON.stringify(description));
  await writeFile(
    after,
    JSON.stringify({ ...description, info: { ...description.info, title: 'b' }, paths }),
  );
  return openedPage(diffHtml(await diff(before, after), { failOn: 'breaking', concerned: ['consumers'] }));
}

describe.runIf(isThere)('report.html', () => {
  // The time limit may be exceeded on a busy machine.
  test('of 2,000 deviations is open in two seconds, and is narrowed to what is looked for', {
    retry: 2,
  }, async () => {
    const { page, complaints, requests, milliseconds } = await opened(brokenRun(2_000));
    expect(milliseconds).toBeLessThan(2_000);

    const section = page.getByRole('region', { name: 'Problems 2,000' });
    const shown = section.locator('.problem:not([hidden])');
    expect(await shown.count()).toBe(2_000);
    await section.getByRole('searchbox').fill('field1999');
    expect(await shown.count()).toBe(1);
    expect(await section.getByRole('status').innerText()).toBe('1 of 2000 problems');
    await section.getByRole('searchbox').fill('');
    const operation = section.locator('select').nth(1);
    await operation.selectOption('getOrganisation');
    expect(await shown.count()).toBe(1_000);

    // The link in the table shows the deviations of one operation.
    await page.getByRole('row', { name: 'getCaseData' }).getByRole('link').click();
    expect(await operation.inputValue()).toBe('getCaseData');
    expect(complaints).toEqual([]);
    expect(requests).toHaveLength(1);
    await page.close();
  });

  test('unfolds one problem of many, or all that a filter leaves, and a link to one unfolds it', async () => {
    const { page } = await opened(brokenRun(12));
    const problems = page.locator('.problem');
    const texts = page.locator('.problem').getByText(/^Required: /);
    const shown = () => texts.filter({ visible: true }).count();
    expect(await shown()).toBe(0);
    await problems.first().locator('summary').first().click();
    expect(await shown()).toBe(1);
    const anchor = await problems.nth(1).locator('.source').first().getAttribute('id');
    await page.evaluate(`location.hash = '${anchor}'`);
    expect(await shown()).toBe(2);
    await page.getByRole('searchbox').first().fill('field1');
    await page.getByRole('button', { name: 'Unfold all' }).click();
    await page.getByRole('searchbox').first().fill('');
    expect(await shown()).toBe(4);
    await page.close();
  });

  test('unfolds a problem, and copies its commands', async () => {
    const { page, complaints } = await opened(brokenRun(12));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const problem = page.locator('.problem').first();
    await problem.locator('summary').first().click();
    expect(await problem.getByRole('button').count()).toBe(0);
    await problem.getByText('Commands', { exact: true }).click();
    await problem.getByRole('button', { name: 'Copy' }).first().click();
    await problem.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^curl --include /);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test.each([
    ['of a run', () => opened(shortRun())],
    ['of a comparison', comparison],
  ])('%s can be read by all, in light and dark, on a phone and on a desk', async (_, open) => {
    const { page, complaints } = await open();
    await page.evaluate(await readFile(axe, 'utf8'));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [360, 1_440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(violations), `${colorScheme}, ${width} px`).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
    }
    expect(complaints).toEqual([]);
    await page.close();
  });
});
