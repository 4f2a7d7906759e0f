import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command, Option } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furtherPages, loadedCommands } from '../../scripts/tables/commands-page.ts';
import { validate } from '../../src/index.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { serve, type TestServer } from '../support/hostile.ts';
import { type Called, call, temporaryFolder } from './cli/support.ts';
import { harOf } from './traffic/recorder.ts';

interface Documented {
  readonly page: string;
  readonly words: readonly string[];
}

const withoutCommands = ['docs/faults.md', 'docs/interop.md', 'docs/requirements.md'];

const pages = [
  ...['README.md', 'SECURITY.md', 'fixtures/README.md'],
  ...(await readdir('docs', { recursive: true }))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].filter((page) => !withoutCommands.includes(page));

const documented = (await Promise.all(pages.map(commandsOn))).flat();

async function commandsOn(page: string): Promise<Documented[]> {
  const text = await readFile(page, 'utf8');
  const blocks = [...text.matchAll(/^ *```(\w*)\n(.*?)^ *```$/gms)].flatMap(
    ([, language = '', block = '']) => (['', 'sh', 'console'].includes(language) ? [block] : []),
  );
  const lines = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'));
  return lines.flatMap((line) => {
    const [, words] =
      /^(?:\$ |CASE_API_TOKEN=… )?(?:npx (?:--no )?)?case-conformance ([a-z].*)$/.exec(line) ?? [];
    return words === undefined || /\[options\]/.test(words) ? [] : [{ page, words: wordsOf(words) }];
  });
}

function wordsOf(line: string): string[] {
  const [call = ''] = line.split(/ +#| > /, 1);
  return [...call.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(
    ([word, double, single]) => double ?? single ?? word,
  );
}

const title = ({ page, words }: Documented): string => `${page}: ${words.join(' ')}`;

const loaded = await loadedCommands();

test.each(documented.map((one) => [title(one), one] as const))('%s is a call', async (_, { words }) => {
  const called = loaded.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `));
  if (called === undefined) throw new Error(`There is no command ${words[0]}.`);
  const { name, declaration } = called;
  const options = Object.entries<Option>(declaration.options);
  const command = new Command(name).exitOverride().configureOutput({ writeErr: () => {} });
  for (const { name, description } of declaration.arguments ?? []) command.argument(name, description);
  for (const option of [...options.map(([, option]) => option), new Option('--debug')])
    command.addOption(option);
  command.parse(words.slice(name.split(' ').length), { from: 'user' });
  const values = command.opts();
  const given = options.map(([key, option]) => [key, values[option.attributeName()]]);
  expect(declaration.contradiction?.(Object.fromEntries(given))).toBeUndefined();
});

test('Every command has pages that say more of it, and no other has', () => {
  expect(Object.keys(furtherPages).toSorted()).toEqual(loaded.map(({ name }) => name).toSorted());
});

test('The example of the README prints what it says', async () => {
  const [, code = ''] = /^```ts\n(.*?)^```$/ms.exec(await readFile('README.md', 'utf8')) ?? [];
  const [finding] = validate('CaseRecord', { caseType: 'Sale' });
  expect(code.split('\n')).toEqual([
    "import { validate } from 'case-conformance';",
    '',
    "const findings = validate('CaseRecord', { caseType: 'Sale' });",
    `console.log(findings[0]?.message); // ${finding?.message}`,
    '',
  ]);
});

const databases = ['keys', 'import', 'export'];
const ranElsewhere: readonly (string | undefined)[] = ['serve', ...databases, 'verify', 'doctor', 'explain'];

describe('ends as it should where its files are there', () => {
  const home = process.cwd();
  const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
  const token = 'Secret-Token-1234567890';
  const record = { caseId, caseType: 'Sale', price: 1 };
  const environment = { CASE_API_TOKEN: token };
  let server: TestServer;
  let folder: string;

  const run = async ([command = '', ...words]: readonly string[]): Promise<Called> => {
    const isRecorded = words.includes('--har');
    const own = words.map((word) =>
      isRecorded
        ? word
        : word.replace('https://acme.example', server.url).replace('Sale=ID', `Sale=${caseId}`),
    );
    if (command === 'merge')
      for (const [place, report] of words.entries()) {
        const shard = ['--shard', `${place + 1}/${words.length}`, '--report-dir', dirname(report)];
        await run(['check', ...shard]);
      }
    // Each shard needs a check to run.
    const fewest = words.includes('--shard') ? 'listCases.credentials' : 'listCases.exists';
    const narrowed = command === 'check' && !isRecorded ? ['--only', fewest] : [];
    return call([command, ...own, ...narrowed], environment);
  };

  beforeAll(async () => {
    server = await serve((request, response) => {
      response.setHeader('content-type', 'application/json');
      const isKnown = request.headers.authorization === `Bearer ${token}`;
      if (request.url === '/api/v2/doc') return response.end(JSON.stringify(bundled.description));
      const body = request.url === '/api/v2/cases' ? [] : { id: 1 };
      return response.writeHead(isKnown ? 200 : 401).end(JSON.stringify(isKnown ? body : { message: 'no' }));
    });
    folder = await temporaryFolder();
    await copyFile('src/specification/openapi.yaml', join(folder, 'openapi.yaml'));
    await copyFile('src/specification/openapi.yaml', join(folder, 'changed.yaml'));
    process.chdir(folder);
    const configuration = {
      baseUrl: server.url,
      cases: { Sale: [caseId] },
      requestsPerSecond: 10_000,
      concurrency: 16,
    };
    const entry = {
      request: { method: 'GET', url: `https://acme.example/api/v2/cases/${caseId}/data`, headers: [] },
      response: { status: 200, headers: [], content: { text: JSON.stringify(record) } },
    };
    const files = {
      'conformance.config.json': JSON.stringify({ ...configuration, journal: 'journal' }),
      'waivers.json': '{"waivers":[]}',
      'traffic.har': harOf([entry]),
      'clients.ndjson': '{}',
      'records.ndjson': JSON.stringify(record),
    };
    for (const [name, text] of Object.entries(files)) await writeFile(name, text);
    await call(
      ['check', '--only', 'listCases.exists', '--lock', 'conformance.lock.json', '--update-lock'],
      environment,
    );
    await mkdir('yesterday');
    for (const name of ['yesterday.json', 'baseline.json', 'yesterday/report.json'])
      await copyFile('conformance-report/report.json', name);
  });

  afterAll(async () => {
    process.chdir(home);
    await server.close();
  });

  const each = new Map(documented.map((one) => [one.words.join(' '), one]));
  const tried = [...each.values()].filter(({ words: [command] }) => !ranElsewhere.includes(command));

  test.each(tried.map((one) => [title(one), one] as const))('%s', async (_, { words }) => {
    // `init` does not overwrite files.
    process.chdir(words[0] === 'init' ? await temporaryFolder() : folder);
    const { status, stdout, stderr } = await run(words);
    expect({ status, stderr, isQuiet: stdout === '' }).toEqual({
      // The page expects deviations (1), or none (0).
      status: expect.toSatisfy((ended: number) => ended === 0 || ended === 1),
      stderr: expect.not.stringMatching(/\[[A-Z_]+\]/),
      isQuiet: false,
    });
  });
});
