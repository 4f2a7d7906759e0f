import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDemo, seedDemo } from '../../src/reference/demo.ts';
import { readDocPage } from '../../src/reference/doc-page.ts';
import { openReference, type Reference } from '../../src/reference/reference.ts';
import { openStore } from '../../src/reference/store.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { installedChromium, startChromium } from '../support/chromium.ts';

const isThere = installedChromium !== undefined;

test.runIf(!isThere)('Chromium is installed where CI runs', ({ skip }) => {
  expect(process.env.CI, 'Install Chromium (apt-get install chromium).').toBeUndefined();
  skip('No Chromium is installed: how the page of the description looks and acts was not tested.');
});

const demo = await readDemo();
const tokens = demo.organisations.flatMap(({ users }) => users.flatMap(({ tokens }) => tokens));
const member = tokens.find(({ name }) => name === 'member')?.token ?? '';

let browser: Browser;
let reference: Reference;
let url: string;
beforeAll(async () => {
  if (installedChromium === undefined) return;
  browser = await startChromium(installedChromium);
  reference = await openReference(await openStore(':memory:'), {
    description: bundled.served,
    organisation: 'demo',
    operation: { docPage: await readDocPage() },
  });
  await seedDemo(reference.store, demo);
  url = await reference.listen(0);
});
afterAll(async () => {
  await browser?.close();
  await reference?.close();
});

test.runIf(isThere)(
  'the page shows each operation, tries one, and asks nobody else',
  async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    const hosts = new Set<string>();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('request', (request) =>
      hosts.add(new URL(request.url()).protocol === 'data:' ? url : new URL(request.url()).origin),
    );
    await page.goto(`${url}/doc`);
    const operations = page.locator('.opblock');
    await operations.first().waitFor();
    expect(await operations.count()).toBe(6);

    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.locator('.auth-container input').fill(member);
    await page.locator('.auth-container').getByRole('button', { name: 'Apply' }).click();
    await page.locator('.auth-container').getByRole('button', { name: 'Close' }).click();
    const own = page.locator('#operations-Organisations-getOrganisation');
    await own.locator('.opblock-summary').click();
    await own.getByRole('button', { name: 'Try it out' }).click();
    await own.getByRole('button', { name: 'Execute' }).click();
    await own.locator('.live-responses-table .response-col_status').getByText('200').waitFor();
    expect([...hosts]).toEqual([url]);
    expect(complaints).toEqual([]);
  },
  30_000,
);
