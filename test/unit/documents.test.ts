import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { demoConfigurationFile } from '../../scripts/tables/demo-configuration.ts';
import { requirementsTable } from '../../scripts/tables/requirements-table.ts';

test('docs/requirements.md is up to date; node scripts/tables.ts renews it', async () => {
  expect(await readFile('docs/requirements.md', 'utf8')).toBe(requirementsTable());
});

test.each([
  ['conformance.config.json', 'demo'],
  ['realistic.config.json', 'realistic'],
] as const)('fixtures/%s is up to date; node scripts/tables.ts renews it', async (file, organisation) => {
  const written = JSON.parse(await readFile(`fixtures/${file}`, 'utf8'));
  expect(written).toEqual(JSON.parse(await demoConfigurationFile(organisation)));
});

test('every link of the documents leads somewhere', async () => {
  const own = ['README.md', 'SECURITY.md', 'ARCHITECTURE.md', 'CHANGELOG.md'];
  const pages = [...own, ...(await readdir('docs', { recursive: true })).map((name) => `docs/${name}`)];
  const broken: string[] = [];
  for (const page of pages.filter((name) => name.endsWith('.md'))) {
    const text = await readFile(page, 'utf8');
    // Code may look like a link.
    for (const [, link = ''] of text.replaceAll(/(`+)[\s\S]*?\1/g, '').matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      if (/^https?:/.test(link)) continue;
      const isThere = await readFile(join(dirname(page), link)).then(
        () => true,
        () => false,
      );
      if (!isThere) broken.push(`${page}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
});
