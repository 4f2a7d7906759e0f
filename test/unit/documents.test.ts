import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commandsPage } from '../../scripts/tables/commands-page.ts';
import { demoConfigurationFile } from '../../scripts/tables/demo-configuration.ts';
import { diffRulesTable } from '../../scripts/tables/diff-rules-table.ts';
import { faultTable } from '../../scripts/tables/faults-table.ts';
import { openPointsTable } from '../../scripts/tables/open-points-table.ts';
import { requirementsTable } from '../../scripts/tables/requirements-table.ts';
import { statusOfError } from '../../src/cli/exit-status.ts';
import { failureCodes } from '../../src/index.ts';

test.each([
  ['requirements.md', requirementsTable],
  ['open-points.md', openPointsTable],
  ['commands.md', commandsPage],
  ['diff-rules.md', diffRulesTable],
  ['faults.md', faultTable],
])('docs/%s is up to date; npm run tables renews it', async (page, made) => {
  expect(await readFile(`docs/${page}`, 'utf8')).toBe(await made());
});

test('docs/errors.md has every code of a failure, with its exit status, and each is used', async () => {
  const rows = (await readFile('docs/errors.md', 'utf8')).matchAll(
    /^\| `([A-Z_]+)` \| (\d) \| .+ \| .+ \|$/gm,
  );
  const documented = Array.from(rows, ([, code, status]) => [code, Number(status)]);
  expect(documented).toEqual(failureCodes.map((code) => [code, statusOfError(code)]));
  const sources = (await readdir('src', { recursive: true })).filter((name) =>
    /(?<!exit-status)\.ts$/.test(name),
  );
  const texts = await Promise.all(sources.map((name) => readFile(join('src', name), 'utf8')));
  const used = texts.join('\n');
  // The list of the codes has each once.
  expect(failureCodes.filter((code) => used.split(code).length < 3)).toEqual([]);
  const printed = Array.from(used.matchAll(/ \[([A-Z]+(?:_[A-Z]+)+)\]/g), ([, code]) => code);
  expect(failureCodes).toEqual(expect.arrayContaining(printed));
});

test.each([
  ['conformance.config.json', 'demo'],
  ['realistic.config.json', 'realistic'],
] as const)('fixtures/%s is up to date; npm run tables renews it', async (file, organisation) => {
  const written = JSON.parse(await readFile(`fixtures/${file}`, 'utf8'));
  expect(written).toEqual(JSON.parse(await demoConfigurationFile(organisation)));
});

test('every page installs the package from its own file, since no registry has it', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const docs = (await readdir('docs')).filter((name) => name.endsWith('.md'));
  const pages = ['README.md', ...docs.map((name) => `docs/${name}`)];
  const texts = await Promise.all(pages.map((page) => readFile(page, 'utf8')));
  const installs = texts.flatMap((text) => text.match(/^npm install .*\bcase-conformance\b.*$/gm) ?? []);
  expect(installs.length).toBeGreaterThan(3);
  expect(installs.filter((line) => !/ \.\/case-conformance-[\d.]+\.tgz( |$)/.test(line))).toEqual([]);
  expect(texts[0]).toContain(`\`case-conformance-${version}.tgz\``);
});

test('every schema that a page or the configuration names for editors is a file that the package exports', async () => {
  const { exports } = JSON.parse(await readFile('package.json', 'utf8'));
  const docs = (await readdir('docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  const pages = [...docs, 'src/gate/configuration.schema.json'];
  const texts = await Promise.all(pages.map((page) => readFile(page, 'utf8')));
  const named = texts.flatMap((text) => [
    ...text.matchAll(/\.\/node_modules\/case-conformance(\/[\w/.-]+\.schema\.json)/g),
  ]);
  expect(named.length).toBeGreaterThan(2);
  const exported = Object.values<unknown>(exports);
  expect(named.filter(([, path]) => !exported.includes(`.${path}`))).toEqual([]);
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
