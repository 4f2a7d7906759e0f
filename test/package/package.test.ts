import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { ValidateFunction } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pactFileName } from '../../contracts/parties.ts';
import * as entry from '../../src/index.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { compiled } from '../../src/specification/compiled.ts';
import { invalidFixtures, validFixtures } from '../unit/validation/fixtures.ts';
import {
  rightSamples,
  type Sample,
  tables,
  unlistedTables,
  wrongSamples,
} from '../unit/validation/values.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const environment = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };

/** What a package is made from. */
const ingredients = [
  'src',
  'scripts',
  'fixtures',
  'contracts',
  'docs',
  '.github',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
];

const pactPath = `contracts/pacts/${pactFileName}`;

let folder: string;
let project: string;
let packed: { readonly filename: string; readonly files: readonly { readonly path: string }[] };

beforeAll(async () => {
  // The real path, as the program itself sees it.
  folder = await realpath(await mkdtemp(join(tmpdir(), 'case-conformance-package-')));
  const checkout = join(folder, 'checkout');
  project = join(folder, 'project');
  for (const name of ingredients) await cp(join(root, name), join(checkout, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
  // The types of the sources are checked by `npm run typecheck`.
  await run(process.execPath, ['scripts/build.ts', '--noCheck'], checkout);
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, checkout);
  [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));

  await cp(join(root, 'fixtures/records/valid/sale-bare.json'), join(project, 'record.json'));
  await writeFile(join(project, 'package.json'), '{"type":"module","private":true}');
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', [...install, join(folder, packed.filename)], project);
}, 120_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

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

function attempt(file: string, words: readonly string[], cwd = project): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(file, words, { cwd, env: environment, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve({ status: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

/** Runs the installed program. */
function command(...words: string[]): Promise<Ended> {
  return attempt(join(project, 'node_modules/.bin/case-conformance'), words);
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
    wanted.push('.github/actions/check/action.yml');
    for (const name of wanted) {
      expect(paths).toContain(name);
    }
    const sources = await readdir(join(root, 'src'), { recursive: true });
    const isPrepared = (file: string) => file.includes('.prepared.');
    const built = sources
      .filter((file) => /\.(ts|json|yaml|css|js)$/.test(file) && !isPrepared(file))
      .map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
    expect(built.filter((file) => !paths.includes(file))).toEqual([]);
    // Each took the place of what it was prepared for.
    expect(sources.filter(isPrepared)).toHaveLength(2);
    expect(paths.filter(isPrepared)).toEqual([]);
  });

  test('is built before it is packed', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect(scripts).toMatchObject({ prepack: 'npm run build', build: 'node scripts/build.ts' });
  });

  test('has every file that its entries name', async () => {
    const installed = join(project, 'node_modules/case-conformance');
    const { exports, bin } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    const named = [...Object.values<string | object>(exports), bin]
      .flatMap((one) => (typeof one === 'string' ? [one] : Object.values<string>(one)))
      .filter((path) => !path.includes('*'));
    expect(named.length).toBeGreaterThan(5);
    for (const path of named) expect(await readFile(join(installed, path), 'utf8'), path).not.toBe('');
  });

  test('exports the names of its public list', async () => {
    const script = `
      import * as entry from 'case-conformance';
      import { readFileSync } from 'node:fs';
      const file = (name) => readFileSync(new URL(import.meta.resolve('case-conformance/' + name)), 'utf8').length;
      const files = ['openapi.yaml', 'report.schema.json', 'configuration.schema.json', 'fixtures/demo.json', 'pacts/${pactFileName}', 'package.json'];
      const findings = entry.validate('CaseRecord', { caseType: 'Sale' });
      console.log(JSON.stringify({ names: Object.keys(entry).sort(), files: files.every(file), findings }));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
    const { names, files, findings } = JSON.parse(stdout);
    expect(names).toEqual(Object.keys(entry).sort());
    expect(names).toEqual(
      expect.arrayContaining(['checksOf', 'check', 'failureCodes', 'merge', 'restore', 'validate', 'verify']),
    );
    expect(files).toBe(true);
    expect(findings).toEqual([
      { pointer: '/caseId', keyword: 'required', message: '/caseId must be present' },
    ]);
  });

  test('keeps to itself what is not on the list', async () => {
    const script = "await import('case-conformance/dist/cli/main.js')";
    const { stderr } = await attempt(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stderr).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });

  test('has types that a strict project compiles with', async () => {
    await writeFile(
      join(project, 'user.ts'),
      `import { bundled, type Check, type components, checksOf, type Finding, validate } from 'case-conformance';
export const first: Check | undefined = checksOf(bundled)[0];
export const findings: Finding[] = validate('CaseRecord', {});
export const sale: components['schemas']['Sale'] = { caseId: '', caseType: 'Sale', price: 1 };
// @ts-expect-error: a case type that there is not
export const lease: components['schemas']['Sale'] = { caseId: '', caseType: 'Lease' };
`,
    );
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
    const { status, stdout } = await attempt(process.execPath, [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...options,
      'user.ts',
    ]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});

describe('what the build prepared', () => {
  const samples: readonly Sample[] = [
    ...validFixtures,
    ...invalidFixtures,
    ...[...tables, ...unlistedTables].flatMap(([, fields]) => fields.flatMap(rightSamples)),
    ...tables.flatMap(([, fields]) => fields.flatMap(wrongSamples)),
  ];

  /** The same module of the package. */
  const installed = (path: string) => import(join(project, 'node_modules/case-conformance/dist', path));

  test('finds the same as what is compiled: whatever is right or wrong', async () => {
    const { bundled: prepared }: typeof import('../../src/specification/bundled.ts') =
      await installed('specification/bundled.js');
    expect(samples.length).toBeGreaterThan(5_000);
    const different = samples.filter(
      ({ record }) =>
        !isDeepStrictEqual(prepared.validate('CaseRecord', record), bundled.validate('CaseRecord', record)),
    );
    expect(different.map(({ name }) => name)).toEqual([]);
  });

  test.each(['all', 'first'] as const)('has the same validators, that give %s errors', async (extent) => {
    const prepared: typeof import('../../src/specification/compiled.ts') =
      await installed('specification/compiled.js');
    const errorsOf = (validator: ValidateFunction, value: unknown) =>
      validator(value) ? [] : (validator.errors ?? []);
    const values = [
      ...samples.map(({ record }) => ['CaseRecord', record] as const),
      ...Object.keys(bundled.description.components.schemas).flatMap((name) =>
        [{}, [], 'x', null, { type: 1, status: 1, users: [1] }].map((value) => [name, value] as const),
      ),
    ];
    const different = values.filter(
      ([name, value]) =>
        !isDeepStrictEqual(
          errorsOf(prepared.compiled(extent, name), value),
          errorsOf(compiled(extent, name), value),
        ),
    );
    expect(different).toEqual([]);
  });

  test('is the register as it is written', async () => {
    const { bundled: prepared } = await installed('specification/bundled.js');
    expect(prepared.requirements).toEqual(bundled.requirements);
  });

  test.each([
    '--version',
    '--help',
    'describe',
    'describe --format json',
    'validate record.json',
    'validate wrong.json',
  ])('lets %s load neither ajv nor yaml', async (words) => {
    await writeFile(join(project, 'wrong.json'), '{}');
    await writeFile(
      join(project, 'loaded.mjs'),
      `import { registerHooks } from 'node:module';
       import { writeSync } from 'node:fs';
       registerHooks({ load: (url, context, next) => { writeSync(2, url + '\\n'); return next(url, context); } });`,
    );
    const main = join(project, 'node_modules/case-conformance/dist/cli/main.js');
    const { stderr } = await attempt(process.execPath, [
      '--import',
      './loaded.mjs',
      main,
      ...words.split(' '),
    ]);
    const packages = stderr.matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/g);
    const loaded = new Set([...packages].map(([, name]) => name));
    expect(loaded).toContain('case-conformance');
    expect(loaded).not.toContain('ajv');
    expect(loaded).not.toContain('yaml');
  });
});

describe('the installed program', () => {
  test('says its version', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect(await command('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('describes the interface', async () => {
    const { status, stdout } = await command('describe');
    expect(status).toBe(0);
    expect(stdout).toBe(await readFile(join(root, 'src/specification/openapi.yaml'), 'utf8'));
  });

  test('validates a record', async () => {
    expect(await command('validate', 'record.json')).toEqual({
      status: 0,
      stdout: '1 record, 0 invalid.\n',
      stderr: '',
    });
  });

  const packageMissing =
    'The reference implementation needs the packages fastify and kysely, which are not installed with it. Run npm install --save-dev fastify@5 kysely@0.29. [PACKAGE_MISSING]\n';

  test.each([
    ['serve', ['serve', '--port', '0']],
    ['check --reference', ['check', '--reference']],
    ['doctor', ['doctor', '--only', 'type-missing']],
  ])('says what %s needs', async (_name, words) => {
    expect(await command(...words)).toEqual({ status: 2, stdout: '', stderr: packageMissing });
  });

  describe('once its packages are there', () => {
    beforeAll(async () => {
      for (const name of ['fastify', 'kysely'])
        await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name));
    });

    test('tests the reference implementation', async () => {
      const { status, stdout, stderr } = await command('check', '--reference');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain('\nReport: conformance-report/report.html (and report.json, for programs)\n');
    });

    describe('docs/library.md', () => {
      const files = ['gate.mts', 'own-check.mts'];

      beforeAll(async () => {
        const page = await readFile(join(root, 'docs/library.md'), 'utf8');
        const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
        expect(blocks).toHaveLength(files.length);
        for (const [index, file] of files.entries())
          await writeFile(join(project, file), blocks[index] ?? '');
      });

      test.each([
        ['node16', 'node16'],
        ['bundler', 'esnext'],
      ])('compiles where modules are resolved as %s does', async (moduleResolution, module) => {
        const { status, stdout } = await attempt(process.execPath, [
          join(root, 'node_modules/typescript/bin/tsc'),
          ...['--noEmit', '--strict', '--target', 'es2024', '--lib', 'es2024', '--module', module],
          ...['--moduleResolution', moduleResolution],
          ...['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'],
          ...files,
        ]);
        expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
      });

      test('runs as it says', async () => {
        const program = join(project, 'node_modules/.bin/case-conformance');
        const served = spawn(program, ['serve', '--port', '0'], { cwd: project, env: environment });
        try {
          const [told] = await once(served.stdout, 'data');
          const [baseUrl] = /http:\S+/.exec(String(told)) ?? [];
          const demo = JSON.parse(await readFile(join(root, 'fixtures/conformance.config.json'), 'utf8'));
          const configuration = { ...demo, baseUrl };
          await writeFile(join(project, 'conformance.config.json'), JSON.stringify(configuration));

          const gate = await attempt(process.execPath, ['gate.mts']);
          expect(gate).toEqual({ status: 0, stdout: 'conformant: 0 deviations\n', stderr: '' });
          const own = await attempt(process.execPath, ['own-check.mts']);
          expect(own).toEqual({ status: 0, stdout: 'pass\n', stderr: '' });
          await writeFile(join(project, 'conformance.config.json'), JSON.stringify({ ...demo, baseURL: '' }));
          const wrong = await attempt(process.execPath, ['gate.mts']);
          expect(wrong).toMatchObject({ status: 2, stdout: '' });
          expect(wrong.stderr).toMatch(/Did you mean 'baseUrl'\? \[CONFIGURATION_WRONG\]\n$/);
        } finally {
          served.kill();
          await rm(join(project, 'conformance.config.json'), { force: true });
        }
      });
    });

    test('proves itself', async () => {
      const { status, stdout, stderr } = await command('doctor', '--only', 'description-served');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(/\n(\d{2}) of \1 faults caught, (\d{2}) of \2 variants passed\.\n$/);
    });
  });

  test('generates records that it accepts', async () => {
    const { stdout } = await command('generate', '--type', 'Sale', '--count', '20', '--seed', '7');
    await writeFile(join(project, 'sales.ndjson'), stdout);
    expect((await command('validate', 'sales.ndjson')).stdout).toBe('20 records, 0 invalid.\n');
  });
});
