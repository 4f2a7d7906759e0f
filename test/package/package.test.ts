import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import type { ValidateFunction } from 'ajv';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { pactFileName } from '../../contracts/parties.ts';
import { invalidFixtures, validFixtures } from '../../src/fixtures.ts';
import type { Configuration } from '../../src/gate/configuration.ts';
import * as entry from '../../src/index.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { compiled } from '../../src/specification/compiled.ts';
import * as values from '../unit/validation/values.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const node = process.env.PACKAGE_NODE ?? process.execPath;
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
};

const ingredients = [
  ...['src', 'faults', 'proof', 'scripts', 'fixtures', 'contracts', 'docs', '.github'],
  ...['package.json', 'tsconfig.json', 'tsconfig.build.json', 'README.md', 'LICENSE', 'CHANGELOG.md'],
];

const pactPath = `contracts/pacts/${pactFileName}`;

const slowTestMs = 120_000;

let folder: string;
let project: string;
let packed: { readonly filename: string; readonly files: readonly { readonly path: string }[] };

beforeAll(async () => {
  // The program sees the real path, without links.
  folder = await realpath(await mkdtemp(join(tmpdir(), 'case-conformance-package-')));
  // Without this, each test run would leave its compiled code in the cache of the sources.
  environment.NODE_COMPILE_CACHE = join(folder, 'compiled');
  const checkout = join(folder, 'checkout');
  project = join(folder, 'project');
  for (const name of ingredients) await cp(join(root, name), join(checkout, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
  // `npm run typecheck` checks the types of the sources.
  await run(process.execPath, ['scripts/build.ts', '--noCheck'], checkout);
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, checkout);
  [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));

  await cp(join(root, 'fixtures/records/valid/sale-bare.json'), join(project, 'record.json'));
  await writeFile(join(project, 'package.json'), '{"type":"module","private":true}');
  await install(join(folder, packed.filename));
}, 120_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(file: string, words: readonly string[], cwd = project): Promise<Ended> {
  const ended = await attempt(file, words, cwd);
  if (ended.status !== 0) throw new Error(`${file} ${words.join(' ')}\n${ended.stdout}${ended.stderr}`);
  return ended;
}

function attempt(
  file: string,
  words: readonly string[],
  cwd = project,
  variables: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const options = { cwd, env: { ...environment, ...variables }, maxBuffer: 2 ** 26 };
  return new Promise((resolve) => {
    execFile(file, words, options, (error, stdout, stderr) => {
      resolve({ status: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

function installedProgram(): string {
  return join(project, 'node_modules/.bin/case-conformance');
}

function command(...words: string[]): Promise<Ended> {
  return attempt(installedProgram(), words);
}

/** Starts `serve` of the installed program; the URL is that of its first line. */
async function serving(
  ...words: string[]
): Promise<{ child: ChildProcessByStdio<null, Readable, null>; baseUrl: string }> {
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  const options = { cwd: project, env: environment, stdio };
  const child = spawn(installedProgram(), ['serve', '--port', '0', ...words], options);
  const [told] = await once(child.stdout, 'data');
  return { child, baseUrl: /http:\S+/.exec(String(told))?.[0] ?? '' };
}

async function link(name: string): Promise<void> {
  await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name)).catch(() => {});
}

async function install(tarball: string): Promise<void> {
  const modules = join(project, 'node_modules');
  const installed = join(modules, 'case-conformance');
  await mkdir(installed, { recursive: true });
  await mkdir(join(modules, '.bin'));
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  const { bin, dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  for (const [name, file] of Object.entries<string>(bin))
    await symlink(join(installed, file), join(modules, '.bin', name));
  for (const name of Object.keys(dependencies)) await link(name);
}

describe('the package', () => {
  test('holds what is published, and nothing else', async () => {
    const paths = packed.files.map(({ path }) => path);
    const strays = paths.filter(
      (path) =>
        !/^dist\/[\w/.-]+\.(js|cjs|d\.ts|json|yaml|css)$/.test(path) &&
        !/^fixtures\/(README\.md|(demo|realistic)\.json|(conformance|realistic)\.config\.json|records\/((in)?valid|realistic)\/[\w-]+\.json)$/.test(
          path,
        ) &&
        !/^contracts\/pacts\/[\w-]+\.json$/.test(path) &&
        !/^docs\/[\w/-]+\.md$/.test(path) &&
        path !== '.github/actions/check/action.yml' &&
        !/^(package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md)$/.test(path),
    );
    expect(strays).toEqual([]);
    const wanted = ['README.md', 'LICENSE', 'CHANGELOG.md', 'docs/report.md', 'fixtures/demo.json', pactPath];
    expect(paths).toEqual(expect.arrayContaining([...wanted, '.github/actions/check/action.yml']));
    const sources = await readdir(join(root, 'src'), { recursive: true });
    const isPrepared = (file: string) => file.includes('.prepared.');
    const built = sources
      .filter((file) => /\.(ts|json|yaml|css|js)$/.test(file) && !isPrepared(file))
      .map((file) => `dist/src/${file.replace(/\.ts$/, '.js')}`);
    expect(built.filter((file) => !paths.includes(file))).toEqual([]);
    // The build has replaced each of these sources by its prepared form.
    expect(sources.filter(isPrepared)).toHaveLength(2);
    expect(paths.filter(isPrepared)).toEqual([]);
  });

  test('is found fault with by neither publint nor Are the types wrong', async () => {
    const { messages } = await publint({ pkgDir: join(folder, 'checkout'), strict: true, pack: false });
    expect(messages.map(({ code }) => code)).toEqual([]);
    const tarball = createPackageFromTarballData(await readFile(join(folder, packed.filename)));
    const entrypoints = ['.', './arbitraries', './fixtures', './pacts', './vitest'];
    const analysis = await checkPackage(tarball, { entrypoints });
    if (analysis.types === false) throw new Error('The package has no types.');
    // `node16-cjs`: CommonJS can require the package from Node 22 on. `node10`: its resolution does not know `exports`.
    const ours = analysis.problems.filter(
      (problem) =>
        !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)),
    );
    expect(ours).toEqual([]);
    expect(Object.keys(analysis.entrypoints)).toEqual(entrypoints);
  });

  test('exports the names of its public list', async () => {
    const script = `
      import * as entry from 'case-conformance';
      import { readFileSync } from 'node:fs';
      const file = (name) => readFileSync(new URL(import.meta.resolve('case-conformance/' + name)), 'utf8').length;
      const files = ['openapi.yaml', 'schemas/Sale.json', 'report.schema.json', 'compare.schema.json', 'configuration.schema.json', 'waivers.schema.json', 'accepted-differences.schema.json', 'fixtures/demo.json', 'pacts/${pactFileName}', 'package.json'];
      const findings = entry.validate('CaseRecord', { caseType: 'Sale' });
      console.log(JSON.stringify({ names: Object.keys(entry).sort(), files: files.every(file), findings }));`;
    const { stdout } = await run(node, ['--input-type=module', '--eval', script]);
    const { names, files, findings } = JSON.parse(stdout);
    expect(names).toEqual(Object.keys(entry).sort());
    expect(names).toEqual(
      expect.arrayContaining(['checksOf', 'check', 'failureCodes', 'merge', 'restore', 'validate', 'verify']),
    );
    expect(files).toBe(true);
    expect(findings).toEqual([{ pointer: '/caseId', keyword: 'required', message: '/caseId is missing' }]);
  });

  test('has types that a strict project compiles with', async () => {
    await writeFile(
      join(project, 'user.ts'),
      `import { bundled, type Check, type components, checksOf, type Finding, validate } from 'case-conformance';
export const first: Check | undefined = checksOf(bundled)[0];
export const findings: Finding[] = validate('CaseRecord', {});
export const sale: components['schemas']['Sale'] = { caseId: '', caseType: 'Sale', price: 1 };
// @ts-expect-error: this case type does not exist
export const lease: components['schemas']['Sale'] = { caseId: '', caseType: 'Lease' };
`,
    );
    // The oldest compiler of this checkout, since a newer one writes the types.
    const { status, stdout } = await attempt(process.execPath, [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipDefaultLibCheck'],
      'user.ts',
    ]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});

describe('what the build prepared', () => {
  const ofTables: readonly values.Sample[] = [
    ...[...values.tables, ...values.unlistedTables].flatMap(([, fields]) =>
      fields.flatMap(values.rightSamples),
    ),
    ...values.tables.flatMap(([, fields]) => fields.flatMap(values.wrongSamples)),
  ];
  const samples = [...validFixtures, ...invalidFixtures, ...ofTables.filter((_, index) => index % 5 === 0)];

  const errorsOf = (validator: ValidateFunction, value: unknown) =>
    validator(value) ? [] : (validator.errors ?? []);

  const installed = (path: string) => import(join(project, 'node_modules/case-conformance/dist/src', path));

  test.each(['all', 'first'] as const)('has the same validators, that give %s errors', async (extent) => {
    const prepared: typeof import('../../src/specification/compiled.ts') =
      await installed('specification/compiled.js');
    expect(samples.length).toBeGreaterThan(1_000);
    const all = [
      ...samples.map(({ record }) => ['CaseRecord', record] as const),
      ...Object.keys(bundled.description.components.schemas).flatMap((name) =>
        [{}, [], 'x', null, { type: 1, status: 1, users: [1] }].map((value) => [name, value] as const),
      ),
    ];
    const different = all.filter(
      ([name, value]) =>
        !isDeepStrictEqual(
          errorsOf(prepared.compiled(extent, name), value),
          errorsOf(compiled(extent, name), value),
        ),
    );
    expect(different).toEqual([]);
  });

  test('is the description and the register as they are written', async () => {
    const { bundled: prepared } = await installed('specification/bundled.js');
    expect(prepared.description).toEqual(bundled.description);
    expect(prepared.requirements).toEqual(bundled.requirements);
    const wrong = invalidFixtures.map(({ record }) => record);
    expect(wrong.map((record) => prepared.validate('CaseRecord', record))).toEqual(
      wrong.map((record) => bundled.validate('CaseRecord', record)),
    );
  });

  test.each([
    'cli/main.js describe --format json',
    'cli/main.js validate wrong.json',
    'pacts.js',
    // Outside a test, Vitest throws, but only after everything is loaded.
    'vitest.js',
  ])('lets %s load neither ajv, nor js-yaml, nor undici', async (call) => {
    await writeFile(join(project, 'wrong.json'), '{}');
    await link('vitest');
    await writeFile(
      join(project, 'loaded.mjs'),
      `import { registerHooks } from 'node:module';
       import { writeSync } from 'node:fs';
       registerHooks({ load: (url, context, next) => { writeSync(2, url + '\\n'); return next(url, context); } });`,
    );
    const [file = '', ...words] = call.split(' ');
    const program = join(project, 'node_modules/case-conformance/dist/src', file);
    const { stderr } = await attempt(node, ['--import', './loaded.mjs', program, ...words]);
    const packages = stderr.matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/g);
    const loaded = new Set([...packages].map(([, name]) => name));
    expect(loaded).toContain('case-conformance');
    for (const name of ['ajv', 'js-yaml', 'undici']) expect(loaded).not.toContain(name);
  });
});

describe('the installed program', () => {
  test('loads little before it starts', async () => {
    const counting = join(folder, 'counting.mjs');
    await writeFile(
      counting,
      `import { registerHooks } from 'node:module';
      let count = 0;
      registerHooks({ load: (url, context, next) => { if (!url.startsWith('node:')) count += 1; return next(url, context); } });
      process.on('exit', () => process.stderr.write(String(count)));`,
    );
    const modulesOf = async (...words: string[]): Promise<number> => {
      return Number((await run(node, ['--import', counting, installedProgram(), ...words])).stderr);
    };
    expect(await modulesOf('--version')).toBeLessThanOrEqual(3);
    expect(await modulesOf('validate', 'record.json')).toBeLessThanOrEqual(49);
  });

  describe('alone', { timeout: slowTestMs }, () => {
    test('tests the reference implementation', async () => {
      const { status, stdout, stderr } = await command('check', '--reference', '--shard', '1/1');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain('\nReport: conformance-report/report.html (and report.json, for programs)\n');
    });

    test('runs every other command, from the report of that run', async () => {
      const own = { baseUrl: 'https://acme.example', tokens: { member: 'token' }, journal: 'journal' };
      await writeFile(join(project, 'own.json'), JSON.stringify(own));
      const said = async (words: string): Promise<string> => {
        const { status, stdout, stderr } = await command(...words.split(' '));
        return `${status} ${stdout}${stderr}`;
      };
      const report = 'conformance-report/report.json';
      expect(await said(`merge ${report} --report-dir merged`)).toMatch(/^0 .*\nConformant/s);
      const compared = await said(`compare ${report} merged/report.json`);
      expect(compared).toMatch(/^0 .*\n0 new problems, /s);
      expect(await said('diff @2.0 @2.0')).toMatch(/^0 .*No difference/s);
      expect(await said('explain case-price/type')).toMatch(/^0 price is a number\./);
      expect(await said('restore --config own.json')).toMatch(/^0 Nothing to put back: /);
      const needing = await said('verify --provider-url http://127.0.0.1:9 --config own.json');
      expect(needing).toMatch(
        /^2 .*npm install --save-dev @pact-foundation\/pact-core.* \[PACKAGE_MISSING\]\n$/s,
      );
      expect(await said('generate --type Sale --seed 7')).toMatch(/^0 \{"caseId":/);
      expect(await said('init --base-url https://acme.example')).toMatch(/^0 /);
      await rm(join(project, 'conformance.config.json'));
    });

    test('serves a stub', async () => {
      const { child, baseUrl } = await serving('--stub', '--broken', 'type-missing');
      onTestFinished(() => void child.kill());
      expect((await fetch(`${baseUrl}/api/v2/doc`)).status).toBe(200);
    });

    describe('the examples of the docs', () => {
      const pages: Readonly<Record<string, readonly (string | undefined)[]>> = {
        library: ['gate.mts', 'own-check.mts', 'conformance.test.ts', 'records.test.ts', 'schemas.mts'],
        client: ['client.mts', undefined],
        generating: ['generating.mts'],
        'changed-descriptions': ['changed.mts'],
      };
      const files = Object.values(pages)
        .flat()
        .filter((file) => file !== undefined);
      let served: ChildProcessByStdio<null, Readable, null>;
      let demo: Configuration;

      const configure = (keys: object): Promise<void> =>
        writeFile(join(project, 'conformance.config.json'), JSON.stringify({ ...demo, ...keys }));

      async function write(name: string, keys: object): Promise<void> {
        const text = await readFile(join(project, 'conformance.test.ts'), 'utf8');
        const own = text.replace('conformance.config.json', `${name}.config.json`);
        await writeFile(join(project, `${name}.test.ts`), own);
        await writeFile(join(project, `${name}.config.json`), JSON.stringify({ ...demo, ...keys }));
      }

      async function tested(): Promise<TestReport> {
        const vitest = join(root, 'node_modules/vitest/vitest.mjs');
        const once = ['--no-isolate', '--no-file-parallelism'];
        await attempt(node, [vitest, 'run', ...once, '--reporter=json', '--outputFile=tested.json']);
        return JSON.parse(await readFile(join(project, 'tested.json'), 'utf8'));
      }

      beforeAll(async () => {
        for (const name of ['vitest', 'fast-check', 'ajv']) await link(name);
        for (const [page, names] of Object.entries(pages)) {
          const text = await readFile(join(root, `docs/${page}.md`), 'utf8');
          const blocks = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
          expect(blocks, page).toHaveLength(names.length);
          for (const [index, name] of names.entries())
            if (name !== undefined) await writeFile(join(project, name), blocks[index] ?? '');
        }
        const { child, baseUrl } = await serving();
        served = child;
        const written = await readFile(join(root, 'fixtures/conformance.config.json'), 'utf8');
        demo = { ...JSON.parse(written), baseUrl, journal: 'journal' };
        await configure({});
      });

      afterAll(async () => {
        served.kill();
        await rm(join(project, 'conformance.config.json'), { force: true });
      });

      test('compile', async () => {
        const { status, stdout } = await attempt(process.execPath, [
          join(root, 'node_modules/typescript-7/bin/tsc'),
          ...['--noEmit', '--strict', '--target', 'es2024', '--lib', 'es2024', '--module', 'nodenext'],
          ...['--resolveJsonModule', '--skipLibCheck'],
          ...['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'],
          ...files,
        ]);
        expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
      });

      test('run as they say', async () => {
        // Node 22 warns that SQLite is experimental.
        const warning = /^\(node:\d+\) ExperimentalWarning: SQLite .*\n\(Use .*\n/;
        await configure({ writes: 'none' });
        // The host and the case on the page do not exist.
        const text = await readFile(join(project, 'client.mts'), 'utf8');
        const [listed = ''] = demo.cases?.Sale ?? [];
        const here = text
          .replace('https://acme.example', demo.baseUrl ?? '')
          .replace(/'[0-9a-f-]{36}'/, `'${listed}'`);
        await writeFile(join(project, 'client-here.mts'), here);
        // One process runs all, since starting a process takes longer than most of them.
        const names = ['gate', 'own-check', 'schemas', 'generating', 'client-here'];
        const script = names
          .map((name) => `console.log('# ${name}'); await import('.//${name}.mts');`)
          .join('\n');
        const all = await attempt(node, ['--input-type=module', '--eval', script], project, {
          CASE_API_TOKEN: demo.tokens?.member,
        });
        expect({ ...all, stderr: all.stderr.replace(warning, '') }).toEqual({
          status: 0,
          stdout: [
            '# gate\nconformant: 0 deviations\n',
            '# own-check\npass\n',
            '# schemas\ntrue\ntrue 1\n',
            '# generating\n',
            '# client-here\ngrade II\n',
          ].join(''),
          stderr: '',
        });
        await configure({ baseURL: '' });
        const wrong = await attempt(node, ['gate.mts']);
        expect(wrong).toMatchObject({ status: 2, stdout: '' });
        expect(wrong.stderr).toMatch(/Did you mean 'baseUrl'\? \[CONFIGURATION_WRONG\]\n$/);
        await configure({});
      });

      test('run as tests of Vitest, which tell what deviates', async () => {
        const { Sale: [first, ...Sale] = [] } = demo.cases ?? {};
        await write('red', { writes: 'none', cases: { Sale, Purchase: [first] } });
        await write('away', { baseUrl: 'http://127.0.0.1:9' });
        const { testResults } = await tested();
        const resultsOf = (file: string) => {
          const found = testResults.find(({ name }) => name.endsWith(`/${file}.test.ts`));
          if (found === undefined) throw new Error(`${file} was not run.`);
          return found.assertionResults;
        };
        expect(testResults).toHaveLength(4);
        const green = [...resultsOf('records'), ...resultsOf('conformance')];
        expect(green.filter(({ status }) => status === 'failed')).toEqual([]);
        expect(green.filter(({ status }) => status === 'passed').length).toBeGreaterThan(250);

        const red = resultsOf('red');
        const title = 'The record is that of the case asked for (getCaseData.of-the-case)';
        expect(red.find((result) => result.title === title)).toMatchObject({
          ancestorTitles: ['Conformance', 'getCaseData'],
          status: 'failed',
          failureMessages: [
            expect.stringMatching(
              /A case is shown as one of another type\. .*\n {2}GET \/api\/v2\/cases\/\S+\/data as (?:member|restricted) → 200.*\n(?:.*\n)*? {2}.*\/caseType is 'Sale' instead of 'Purchase': this case is listed under cases\.Purchase(.*\n)*Again: describeConformance\(\{ …, only: \['getCaseData\.[^']+'\], seed: \d+ \}\)/,
            ),
          ],
        });
        expect(red.some(({ status }) => status === 'skipped')).toBe(true);

        const failed = resultsOf('away').filter(({ status }) => status === 'failed');
        expect(failed.map((result) => result.title)).toEqual(['The run as a whole']);
        expect(failed[0]?.failureMessages[0]).toMatch(/127\.0\.0\.1:9/);
      });
    });

    test('proves itself', async () => {
      const { status, stdout, stderr } = await command('doctor', '--only', 'type-missing');
      expect(status).toBe(0);
      expect(stderr).toMatch(/^Proving the suite\n/);
      expect(stdout).toMatch(/\n(\d+) of \1 faults caught\.\n$/);
    });
  });
});
